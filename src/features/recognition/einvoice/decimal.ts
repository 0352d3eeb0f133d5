import { type Amount, amountOf } from '../../../base/money.ts';
import type { Text } from './model.ts';

/** Longer ones are no amounts, and computing with them would take time. */
const mostDigits = 40;

/**
 * A number of a document as an exact amount: `xsd:decimal`, that is digits with a point, and a sign before them. Null
 * for what is missing or no such number.
 */
export function decimalOf(text: Text): Amount | null {
  if (text === null || text.length > mostDigits || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return null;
  return amountOf(text);
}
