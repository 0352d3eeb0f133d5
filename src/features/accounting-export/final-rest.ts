import { type Amount, minus, round, sum } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { remainder } from '../invoice/final-invoice.ts';
import type { TaxRow } from '../invoice/model.ts';
import type { NetLine } from './gross-shares.ts';

/** The prepayments that a final invoice deducts (INV-22). */
export interface Deducted {
  /** Net and tax of the prepayment invoices and their corrections, by category and rate. */
  readonly prepaid: readonly TaxRow[];
  /** One of them is neither booked nor about to be. */
  readonly awaits_prepayment: boolean;
}

/** The booked amounts of an invoice that prepayments change. */
interface Booked<Line extends NetLine> extends Deducted {
  readonly lines: readonly Line[];
  readonly tax_rows: readonly TaxRow[];
  readonly total_brutto: Amount;
}

/**
 * A final invoice as booked: only the remainder (INV-22, § 14 Abs. 5 UStG). It takes off the lines of its prepayments
 * where these were booked, so that their accounts are cleared, and net, tax and gross equal the remainder exactly.
 *
 * @param taken the lines of the prepayment invoices and their corrections
 */
export function restOf<Line extends NetLine, Invoice extends Booked<Line>>(
  invoice: Invoice,
  taken: readonly Line[],
): Invoice {
  const { lines, tax_rows, total_brutto, prepaid } = invoice;
  if (prepaid.length === 0) return invoice;
  return {
    ...invoice,
    lines: [...lines, ...taken.map((line) => ({ ...line, net: minus('0', line.net) }))],
    tax_rows: tax_rows.length === 0 ? tax_rows : remainder(tax_rows, prepaid),
    total_brutto: round(minus(total_brutto, sum(prepaid.flatMap(({ net, tax }) => [net, tax]))), 2),
  };
}

/** Unbooked prepayments are not deducted: they might still be discarded. */
export function prepaymentProblem({ awaits_prepayment: isWaiting }: Deducted): Refusal | null {
  return isWaiting ? refuse('prepayment_not_booked') : null;
}
