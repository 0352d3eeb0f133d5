import { addDays, type Day } from '../../base/day.ts';
import type { Doubt } from '../../document/outcome.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

/** Days that an invoice may be dated ahead without a question (INV-32). */
const maxDaysAhead = 31;

/** The data that decides whether the date of an invoice is plausible. */
export interface Dated {
  readonly document: { readonly head: Pick<Invoice['head'], 'invoice_date'> };
  readonly facts: Pick<InvoiceFacts, 'isOutOfBudget' | 'isMovedFromBudget' | 'isBeforeFirstYear'> & {
    readonly today: Day;
  };
}

/**
 * The date doubts for checkers and approvers (INV-32): more than 31 days ahead, before the first fiscal year of the
 * company, outside the budgets of cost centers that have one today, or outside the budget it was approved for.
 */
export function dateDoubts({ document: { head }, facts }: Dated): readonly Doubt[] {
  const { invoice_date: day } = head;
  if (day === null) return [];
  return [
    ...(day > addDays(facts.today, maxDaysAhead) ? [{ code: 'date_far_ahead' as const }] : []),
    ...(facts.isBeforeFirstYear ? [{ code: 'date_before_first_year' as const }] : []),
    ...(facts.isOutOfBudget ? [{ code: 'date_outside_budget' as const }] : []),
    ...(facts.isMovedFromBudget ? [{ code: 'date_moved_from_budget' as const }] : []),
  ];
}
