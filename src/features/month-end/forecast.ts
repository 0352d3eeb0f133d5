import { addDays, type Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus } from '../../base/money.ts';
import { monthEndOf } from '../../base/periods.ts';

/** The number of months that a forecast shows (DASH-09). */
export const forecastMonths = 24;

export interface ForecastMonth {
  /** `YYYY-MM` */
  readonly period: string;
  readonly from: Day;
  readonly to: Day;
}

/** The months that follow a day; the rest of its own month is the first, unless the day is its last. */
export function monthsAfter(day: Day): readonly ForecastMonth[] {
  const months: ForecastMonth[] = [];
  for (let from = addDays(day, 1); months.length < forecastMonths; ) {
    const to = monthEndOf(from);
    if (to === null) break;
    months.push({ period: from.slice(0, 7), from, to });
    from = addDays(to, 1);
  }
  return months;
}

/**
 * The cost of each month until the last day, without what is covered already: it counts for the first months, as
 * invoices in advance and orders do.
 */
export function costPerMonth(
  months: readonly ForecastMonth[],
  {
    until,
    covered,
    costOf,
  }: {
    /** Null where the cost goes on. */
    readonly until: Day | null;
    readonly covered: Amount;
    readonly costOf: (from: Day, to: Day) => Amount;
  },
): readonly Amount[] {
  let left = covered;
  return months.map(({ from, to }) => {
    const last = until !== null && until < to ? until : to;
    const cost = last < from ? '0' : costOf(from, last);
    const taken = compareAmounts(left, cost) > 0 ? cost : left;
    left = minus(left, taken);
    return minus(cost, taken);
  });
}
