import { type Amount, absolute, compareAmounts, round, times } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { knownRate } from '../../document/currency.ts';
import { isCreditNote } from './bank-data.ts';
import type { CorrectedInvoice } from './check-facts.ts';
import type { Invoice } from './model.ts';

/**
 * The problems of a credit note at every step (INV-31): it credits no more than is left of the corrected invoice, in
 * total and per cost center. That invoice has the same supplier and company, is not discarded, and belongs to no
 * other order. A deducted prepayment is corrected through its final invoice (INV-22).
 *
 * @see docs/topics/credit-notes-and-final-invoices.md
 */
export function creditProblems(
  { head, lines }: Pick<Invoice, 'head' | 'lines'>,
  corrected: CorrectedInvoice | null,
): readonly FieldProblem[] {
  if (corrected === null || !isCreditNote(head)) return [];
  const field = 'corrects_invoice_id';
  const { supplier_id, client_id, is_discarded, taken_off_by, is_of_order, net_left, gross_left, beyond } =
    corrected;
  if (is_discarded) return [{ field, code: 'credit_note_discarded' }];
  if (taken_off_by !== null)
    return [{ field, code: 'prepayment_taken_off', values: { number: taken_off_by } }];
  if (supplier_id !== head.supplier_id || client_id !== head.client_id)
    return [{ field, code: 'credit_note_other_supplier' }];
  const rate = knownRate(head, corrected.company_currency);
  // A missing rate is asked for by its own field.
  const isMore = (given: Amount, left: Amount | null) =>
    rate !== null && left !== null && compareAmounts(round(times(absolute(given), rate), 2), left) > 0;
  const isTooMuch = isMore(head.total_netto, net_left) || isMore(head.total_brutto, gross_left);
  return [
    ...(is_of_order ? [] : [{ field: 'procurement_id', code: 'credit_note_other_order' as const }]),
    ...(isTooMuch ? [{ field, code: 'credit_note_exceeds' as const }] : []),
    ...(isTooMuch || beyond === null ? [] : [beyondProblem(lines, beyond)]),
  ];
}

/** A credit note frees no budget that the invoice did not use. */
function beyondProblem(
  lines: Invoice['lines'],
  { id, name }: NonNullable<CorrectedInvoice['beyond']>,
): FieldProblem {
  const place = lines.findIndex((line) => line.cost_center_id === id);
  const field = place < 0 ? 'cost_center_id' : `lines.${place}.cost_center_id`;
  return { field, code: 'credit_note_other_cost_center', values: { cost_center: name } };
}
