import { addDays, type Day } from '../../base/day.ts';
import { type Amount, minus, smaller } from '../../base/money.ts';
import { monthEndOf } from '../../base/periods.ts';

/** The number of months that a forecast shows (DASH-09). */
const forecastMonths = 24;

export interface ForecastMonth {
  /** `YYYY-MM` */
  readonly period: string;
  readonly from: Day;
  readonly to: Day;
}

/** The months after a day; the first is the rest of its month, unless the day is the last of it. */
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
 * The cost of each month until the last day, less the covered amount (invoices in advance and orders), which is taken
 * off the first months.
 */
export function costPerMonth(
  months: readonly ForecastMonth[],
  {
    until,
    covered,
    costOf,
  }: {
    /** Null for costs without an end. */
    readonly until: Day | null;
    readonly covered: Amount;
    readonly costOf: (from: Day, to: Day) => Amount;
  },
): readonly Amount[] {
  let remaining = covered;
  return months.map(({ from, to }) => {
    const last = until !== null && until < to ? until : to;
    const cost = last < from ? '0' : costOf(from, last);
    const taken = smaller(cost, remaining);
    remaining = minus(remaining, taken);
    return minus(cost, taken);
  });
}
