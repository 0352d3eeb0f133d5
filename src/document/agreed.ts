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

/** What a contract may cost in one of its intervals (CON-27, INV-14). */
export interface AgreedValue {
  readonly interval: Interval;
  /** Net, in the currency of the contract. */
  readonly total: Amount;
}

/** What one line costs, and how often. */
export interface AgreedLine {
  readonly total: Amount | null;
  readonly usage_type: UsageType | null;
}

/**
 * The value that is agreed for the longest interval of the lines, so that what is billed once a year does not exceed a month; what is
 * billed by use, or for no interval, counts by its expected value in a year (CON-39, CON-40). Null where there are no prices.
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

/** The interval in which a day lies, counted from the start of the contract, before it too; else that of the calendar. */
export function intervalAround(day: Day, start: Day | null, interval: Interval): BilledInterval | null {
  const months = monthsPerInterval[interval];
  const origin = start ?? firstDay;
  const endOf = (place: number): Day | null => periodEnd(origin, place * months, 'month');
  let place = Math.floor(monthsBetween(origin, day) / months);
  // The month alone does not tell on which side of its day in the month a day lies.
  while ((endOf(place) ?? day) < day) place += 1;
  const to = endOf(place);
  const before = endOf(place - 1);
  if (to === null) return null;
  return { from: before === null ? firstDay : addDays(before, 1), to };
}

/** By how much more was spent than is agreed; null where it was not. */
export function excessOver(agreed: AgreedValue, spent: Amount): Amount | null {
  return compareAmounts(spent, agreed.total) > 0 ? round(minus(spent, agreed.total), 2) : null;
}

/** One invoice under a contract. */
export interface Spending {
  readonly day: Day;
  readonly net: Amount;
}

/** What was invoiced in one interval. */
export interface IntervalSpending extends BilledInterval {
  readonly spent: Amount;
}

/** The interval of today and those in which something was invoiced, the latest first. */
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

/** Documents of which nothing came. */
export const withoutEffect: readonly string[] = [
  'draft',
  ...documentKinds.flatMap((kind) => cancelledStatuses(kind)),
];
