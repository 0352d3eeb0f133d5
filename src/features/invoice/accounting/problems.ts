import { compareAmounts } from '../../../base/money.ts';
import type { FieldProblem } from '../../../base/refusal.ts';
import type { Doubt } from '../../../document/outcome.ts';
import type { AccountingFacts, BookedFacts, Invoice } from '../model.ts';
import { vatIdProblems } from '../owed-tax.ts';
import { combinationProblems } from './combinations.ts';
import { settledType } from './document-type.ts';
import { particularProblems } from './particulars.ts';

type Accounted = Pick<Invoice, 'head' | 'lines' | 'taxRows'>;

/** What of the accounting stands against leaving the check; the server alone knows it all (VAL-21, INV-18). */
export function accountingProblems(
  { head, lines, taxRows }: Accounted,
  accounting: BookedFacts | null,
): readonly FieldProblem[] {
  if (accounting === null) return [];
  return [
    ...particularProblems(head, lines, accounting),
    ...combinationProblems(head, lines, accounting),
    ...vatIdProblems(head, taxRows, accounting.companyVatId),
  ];
}

/**
 * What is asked before the check is left: a credit note that corrects no known invoice (INV-12), and money paid before of
 * which no prepayment invoice tells that a final invoice could take off (INV-22).
 */
export function accountingDoubts(
  { head }: Pick<Accounted, 'head'>,
  accounting: AccountingFacts | null,
): readonly Doubt[] {
  const type = settledType(head);
  const isTakenOff = type === 'final' && (accounting === null || accounting.prepayments.length > 0);
  const isPrepaid = compareAmounts(head.prepaid_amount, '0') > 0;
  return [
    ...(type === 'credit_note' && head.corrects_invoice_id === null
      ? [{ code: 'credit_note_unlinked' as const }]
      : []),
    ...(isPrepaid && !isTakenOff ? [{ code: 'prepaid_unlinked' as const }] : []),
  ];
}
