import type { FieldProblem } from '../../../base/refusal.ts';
import type { AccountingFacts, Invoice } from '../model.ts';
import { particularProblems } from './particulars.ts';

/** What of the accounting stands against leaving the check; the server alone knows it all (VAL-21). */
export function accountingProblems(
  { head, lines }: Pick<Invoice, 'head' | 'lines'>,
  accounting: AccountingFacts | null,
): readonly FieldProblem[] {
  return accounting === null ? [] : particularProblems(head, lines, accounting);
}
