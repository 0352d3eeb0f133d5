import { addDays, type Day } from '../base/day.ts';
import { type Amount, compareAmounts, minus, round, sum, times } from '../base/money.ts';
import { firstDay, monthsBetween, periodEnd } from '../base/periods.ts';
import { cancelledStatuses, documentKinds } from '../timeline/kinds.ts';
import {
  type BilledInterval,
  type Interval,
  intervalOf,
  monthsPerInterval,
  type UsageType,
} from './usage.ts';

/** The value that a contract agrees on per interval (CON-27, INV-14). */
export interface AgreedValue {
  readonly interval: Interval;
  /** Net, in the currency of the contract. */
  readonly total: Amount;
}

/** The price of a line and its interval. */
export interface AgreedLine {
  readonly total: Amount | null;
  readonly usage_type: UsageType | null;
}

/**
 * The agreed value for the longest interval of the lines, so that a yearly bill does not exceed a monthly value. Usage
 * billing and items without an interval count by their expected value in a year (CON-39, CON-40). Null without prices.
 */
export function agreedValue(lines: readonly AgreedLine[], ofAll: UsageType | null): AgreedValue | null {
  const priced = lines.flatMap(({ total, usage_type }) =>
    total === null ? [] : [{ total, interval: intervalOf(usage_type ?? ofAll) }],
  );
  const [first, ...others] = priced;
  if (first === undefined) return null;
  const longest = others.reduce<Interval>(
    (former, { interval }) => (monthsPerInterval[interval] > monthsPerInterval[former] ? interval : former),
    first.interval,
  );
  const totals = priced.map(({ total, interval }) =>
    times(total, String(monthsPerInterval[longest] / monthsPerInterval[interval])),
  );
  return { interval: longest, total: round(sum(totals), 2) };
}

/**
 * The billed interval that contains a day, counted from the start of the contract (also backwards), else by the
 * calendar.
 */
export function intervalAround(day: Day, start: Day | null, interval: Interval): BilledInterval | null {
  const months = monthsPerInterval[interval];
  const origin = start ?? firstDay;
  const endOf = (place: number): Day | null => periodEnd(origin, place * months, 'month');
  let place = Math.floor(monthsBetween(origin, day) / months);
  // Months alone do not show whether a day comes before or after the day of the month on which an interval ends.
  while ((endOf(place) ?? day) < day) place += 1;
  const to = endOf(place);
  const before = endOf(place - 1);
  if (to === null) return null;
  return { from: before === null ? firstDay : addDays(before, 1), to };
}

/** The amount by which spending exceeds the agreed value; null where it does not. */
export function excessOver(agreed: AgreedValue, spent: Amount): Amount | null {
  return compareAmounts(spent, agreed.total) > 0 ? round(minus(spent, agreed.total), 2) : null;
}

/** An invoice under a contract. */
export interface Spending {
  readonly day: Day;
  readonly net: Amount;
}

/** The invoiced amount of one interval. */
export interface IntervalSpending extends BilledInterval {
  readonly spent: Amount;
}

/** The current interval and all intervals with invoices, the latest first. */
export function spendingPerInterval(
  spendings: readonly Spending[],
  { interval }: AgreedValue,
  start: Day | null,
  today: Day,
): readonly IntervalSpending[] {
  const isBegun = start === null || start <= today;
  const counted = [...spendings, ...(isBegun ? [{ day: today, net: '0' }] : [])];
  const found = counted.flatMap(({ day, net }) => {
    const around = intervalAround(day, start, interval);
    return around === null ? [] : [{ ...around, net }];
  });
  return [...Map.groupBy(found, ({ to }) => to).values()]
    .flatMap((members) =>
      members.slice(0, 1).map(({ from, to }) => ({
        from,
        to,
        spent: round(sum(members.map(({ net }) => net)), 2),
      })),
    )
    .sort((one, other) => other.to.localeCompare(one.to));
}

/** Statuses of documents that do not count as spending: drafts and cancelled ones. */
export const withoutEffect: readonly string[] = [
  'draft',
  ...documentKinds.flatMap((kind) => cancelledStatuses(kind)),
];
