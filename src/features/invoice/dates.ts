import { addDays, type Day } from '../../base/day.ts';
import type { Doubt } from '../../document/outcome.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

/** An invoice may be dated so many days ahead without a question (INV-32). */
const mostDaysAhead = 31;

/** What of an invoice and of what surrounds it says whether its date is plausible. */
export interface Dated {
  readonly document: { readonly head: Pick<Invoice['head'], 'invoice_date'> };
  readonly facts: Pick<InvoiceFacts, 'isOutOfBudget' | 'isBeforeFirstYear'> & { readonly today: Day };
}

/**
 * Dates that whoever checks and whoever approves is asked about (INV-32): more than 31 days ahead, before the first fiscal year
 * of the company, or in no budget of cost centers that have one today.
 */
export function dateDoubts({ document: { head }, facts }: Dated): readonly Doubt[] {
  const { invoice_date: day } = head;
  if (day === null) return [];
  return [
    ...(day > addDays(facts.today, mostDaysAhead) ? [{ code: 'date_far_ahead' as const }] : []),
    ...(facts.isBeforeFirstYear ? [{ code: 'date_before_first_year' as const }] : []),
    ...(facts.isOutOfBudget ? [{ code: 'date_outside_budget' as const }] : []),
  ];
}
