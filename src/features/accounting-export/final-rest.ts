import { type Amount, absolute, compareAmounts, minus, round, sum } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { remainder } from '../invoice/final-invoice.ts';
import type { TaxRow } from '../invoice/model.ts';
import { isSameRate, type NetLine } from './gross-shares.ts';

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
 * A final invoice as booked: only the remainder (INV-22, § 14 Abs. 5 UStG). Prepayments are deducted from the line
 * with the largest amount at their rate, so that net, tax and gross equal the remainder exactly.
 *
 * @param atOtherRate converts a line that deducts at another rate than its own
 */
export function restOf<Line extends NetLine, Invoice extends Booked<Line>>(
  invoice: Invoice,
  atOtherRate: (line: Line) => Line = (line) => line,
): Invoice {
  const { lines, tax_rows, total_brutto, prepaid } = invoice;
  if (prepaid.length === 0) return invoice;
  const off = prepaid.flatMap((row): readonly Line[] => {
    const other = largest(lines);
    const line = largest(lines.filter((one) => isSameRate(one, row))) ?? (other && atOtherRate(other));
    const { tax_percentage, tax_category } = row;
    return line ? [{ ...line, net: minus('0', row.net), tax_percentage, tax_category }] : [];
  });
  return {
    ...invoice,
    lines: [...lines, ...off],
    tax_rows: tax_rows.length === 0 ? tax_rows : remainder(tax_rows, prepaid),
    total_brutto: round(minus(total_brutto, sum(prepaid.flatMap(({ net, tax }) => [net, tax]))), 2),
  };
}

/** Unbooked prepayments are not deducted: they might still be discarded. */
export function prepaymentProblem({ awaits_prepayment: isWaiting }: Deducted): Refusal | null {
  return isWaiting ? refuse('prepayment_not_booked') : null;
}

function largest<Line extends NetLine>(lines: readonly Line[]): Line | undefined {
  return lines.toSorted((one, other) => compareAmounts(absolute(other.net), absolute(one.net)))[0];
}
