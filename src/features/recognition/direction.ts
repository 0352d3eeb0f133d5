import { type Amount, compareAmounts } from '../../base/money.ts';
import type { Text } from './einvoice/model.ts';

/** Codes of UNTDID 1001 that EN 16931 has for credit notes; their amounts are positive by rule. */
const creditCodes: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '532',
]);

export interface Direction {
  /** `unclear` is a credit note with a negative total: whether we owe it or get it is for a person to say. */
  readonly kind: 'invoice' | 'credit_note' | 'unclear';
  /** Whether the amounts change their sign when they are taken over. */
  readonly isTurned: boolean;
}

/**
 * Whether a document demands money or gives it back (INV-12): a credit note by its type is turned negative, any other
 * type keeps its sign and is a credit note when its total is negative.
 */
export function directionOf(typeCode: Text, totalGross: Amount | null): Direction {
  const isNegative = totalGross !== null && compareAmounts(totalGross, '0') < 0;
  if (!creditCodes.has(typeCode ?? '')) {
    return { kind: isNegative ? 'credit_note' : 'invoice', isTurned: false };
  }
  return isNegative ? { kind: 'unclear', isTurned: false } : { kind: 'credit_note', isTurned: true };
}
