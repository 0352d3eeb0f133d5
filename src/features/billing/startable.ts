import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts } from '../../base/money.ts';
import { type Month, monthOf } from '../../base/month.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';

export interface StartFacts {
  readonly month: Month;
  /** In the tenant's time zone. */
  readonly today: Day;
  readonly createdOn: Day;
  readonly archivedOn: Day | null;
  readonly customerId: string | null;
  readonly gross: Amount;
}

/**
 * Why a tenant's month cannot be charged (OP-06, OP-03, SET-10): the tenant is unknown to the billing service, the
 * month is not over or outside of the tenant's lifetime, or there is nothing to charge. Null if it can.
 */
export function startProblem(facts: StartFacts): Refusal | null {
  const { month, today, createdOn, archivedOn } = facts;
  if (facts.customerId === null) return refuse('billing_not_connected', { field: 'easybill_id' });
  const isOver = month < monthOf(today);
  if (!isOver || !wasThere({ month, createdOn, archivedOn }))
    return refuse('billing_month', { field: 'month' });
  return compareAmounts(facts.gross, '0') > 0 ? null : refuse('billing_nothing', { field: 'month' });
}

/** Whether the tenant existed on any day of the month. */
export function wasThere({
  month,
  createdOn,
  archivedOn,
}: Pick<StartFacts, 'month' | 'createdOn' | 'archivedOn'>): boolean {
  return month >= monthOf(createdOn) && (archivedOn === null || month <= monthOf(archivedOn));
}
