import { absolute, compareAmounts, minus, round, times } from '../../../base/money.ts';
import type { FieldProblem } from '../../../base/refusal.ts';
import type { Doubt } from '../../../document/outcome.ts';
import { targets } from '../../export-target/targets.ts';
import type { AccountingFacts, BookedFacts, Invoice } from '../model.ts';
import { vatIdProblems } from '../owed-tax.ts';
import { rateProblem } from '../rate.ts';
import { combinationProblems } from './combinations.ts';
import { settledType } from './document-type.ts';
import { keyProblems } from './key-problems.ts';
import { particularProblems } from './particulars.ts';

type Accounted = Pick<Invoice, 'head' | 'lines' | 'taxRows'>;

/** The accounting problems that prevent leaving the check; only the server knows all (VAL-21, INV-18, PRICE-07). */
export function accountingProblems(
  { head, lines, taxRows }: Accounted,
  accounting: BookedFacts | null,
): readonly FieldProblem[] {
  if (accounting === null) return [];
  const rate = rateProblem(head, accounting.companyCurrency, targets[accounting.target].rate);
  return [
    ...(rate === null ? [] : [rate]),
    ...particularProblems(head, lines, accounting),
    ...combinationProblems(head, lines, accounting),
    ...vatIdProblems(head, taxRows, accounting.companyVatId),
    ...keyProblems({ head, lines, taxRows }, accounting),
  ];
}

/** The doubt before leaving the check about a credit note that corrects no known invoice (INV-12). */
export function creditDoubts({ head }: Pick<Accounted, 'head'>): readonly Doubt[] {
  const isUnlinked = settledType(head) === 'credit_note' && head.corrects_invoice_id === null;
  return isUnlinked ? [{ code: 'credit_note_unlinked' }] : [];
}

/** The input of the prepayment checks. */
interface Prepaid {
  readonly document: Pick<Accounted, 'head'>;
  readonly facts: { readonly accounting: AccountingFacts | null };
}

/**
 * The doubt, until the export, about a prepaid amount that differs from the deducted prepayment invoices (INV-22):
 * payment and booking would differ by it.
 */
export function prepaidDoubts({ document: { head }, facts: { accounting } }: Prepaid): readonly Doubt[] {
  const { prepaid_amount: prepaid, exchange_rate: rate } = head;
  const taken = accounting?.deducted ?? null;
  if (taken === null) return compareAmounts(prepaid, '0') > 0 ? [{ code: 'prepaid_unlinked' }] : [];
  if (compareAmounts(prepaid, taken) === 0) return [];
  const amount = round(times(absolute(minus(prepaid, taken)), rate ?? '1'), 2);
  return [{ code: 'prepaid_differs', amounts: { amount } }];
}

/** The doubt about a prepayment invoice after its final invoice, as it would be booked in addition (INV-22). */
export function lateDoubts({ facts }: Pick<Prepaid, 'facts'>): readonly Doubt[] {
  const number = facts.accounting?.bookedFinal ?? null;
  return number === null ? [] : [{ code: 'prepayment_after_final', values: { number } }];
}
