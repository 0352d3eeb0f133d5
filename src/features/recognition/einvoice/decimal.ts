import { type Amount, amountOf } from '../../../base/money.ts';
import type { Text } from './model.ts';

/** Longer numbers are no amounts and would be slow to compute with. */
const maxDigits = 40;

/**
 * Converts an `xsd:decimal` (digits with an optional point and leading sign) to an exact amount; null when missing or
 * not a number.
 */
export function decimalOf(text: Text): Amount | null {
  if (text === null || text.length > maxDigits || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return null;
  return amountOf(text.replace(/^\+/, ''));
}
