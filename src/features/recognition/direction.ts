import { type Amount, compareAmounts } from '../../base/money.ts';
import type { Text } from './einvoice/model.ts';

/** UNTDID 1001 codes of credit notes in EN 16931; their amounts are positive by rule. */
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
  /** `unclear` is a credit note with a negative total: a person decides whether we owe or receive it. */
  readonly kind: 'invoice' | 'credit_note' | 'unclear';
  /** Whether the amounts change their sign in the invoice. */
  readonly isTurned: boolean;
}

/**
 * Whether a document charges or credits money (INV-12). A credit note type becomes negative. Any other type keeps its
 * sign and is a credit note when its total is negative.
 */
export function directionOf(typeCode: Text, totalGross: Amount | null): Direction {
  const isNegative = totalGross !== null && compareAmounts(totalGross, '0') < 0;
  if (!creditCodes.has(typeCode ?? '')) {
    return { kind: isNegative ? 'credit_note' : 'invoice', isTurned: false };
  }
  return isNegative ? { kind: 'unclear', isTurned: false } : { kind: 'credit_note', isTurned: true };
}
