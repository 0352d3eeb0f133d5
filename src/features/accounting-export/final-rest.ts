import { type Amount, minus, round, sum } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { remainder } from '../invoice/final-invoice.ts';
import type { TaxRow } from '../invoice/model.ts';
import { chosenKeys } from '../invoice/tax-keys.ts';
import type { NetLine } from './gross-shares.ts';
import type { BookableLine, ExportedInvoice, ExportingCompany } from './model.ts';
import { postingKeyOf } from './tax-key.ts';

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

/**
 * The lines of a prepayment invoice with the posting keys that book them: the key of a final invoice does not replace
 * these.
 */
export function keyedLines(
  { lines, key }: Pick<ExportedInvoice, 'lines' | 'key'>,
  company: Pick<ExportingCompany, 'owed_rate' | 'tax_keys'>,
): readonly BookableLine[] {
  const { keys } = chosenKeys(lines, key, company.tax_keys);
  return lines.map((line, place) => {
    const chosen = keys[place] ?? null;
    const posted = line.account && postingKeyOf(line, chosen, line.account, company);
    const number = posted === null || isRefusal(posted) ? null : posted;
    return { ...line, key: chosen ?? (number === null ? null : { number, tax: null }) };
  });
}

/** Unbooked prepayments are not deducted: they might still be discarded. */
export function prepaymentProblem({ awaits_prepayment: isWaiting }: Deducted): Refusal | null {
  return isWaiting ? refuse('prepayment_not_booked') : null;
}
