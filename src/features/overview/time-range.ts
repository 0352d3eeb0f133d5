import { addDays, addMonths, type Day, dayFrom, isDay, partsOf, weekday } from '../../base/day.ts';

/** Ranges offered by the overview, in display order (OVW-03). */
export const timeRanges = [
  'today',
  'yesterday',
  'past_7_days',
  'past_30_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
] as const;

/** Ranges offered by the dashboard (DASH-02). */
export const dashboardRanges = [
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_3_months',
  'last_6_months',
  'this_year',
  'last_year',
] as const;

/** A range relative to today. */
export type NamedRange = (typeof timeRanges)[number] | (typeof dashboardRanges)[number];

/** A named range, or its first and last day, both included. */
export type TimeRange = NamedRange | `${Day}..${Day}`;

const namedRanges: readonly NamedRange[] = [...new Set([...timeRanges, ...dashboardRanges])];

export function isNamedRange(range: TimeRange): range is NamedRange {
  return namedRanges.some((named) => named === range);
}

/** The range in an address; null when invalid, such as one that ends before it begins. */
export function rangeIn(value: unknown): TimeRange | null {
  const named = namedRanges.find((range) => range === value);
  if (named !== undefined) return named;
  const [from = '', to = '', ...more] = String(value ?? '').split('..');
  return isDay(from) && isDay(to) && from <= to && more.length === 0 ? `${from}..${to}` : null;
}

/** First and last day, both included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/**
 * The calendar days of a range, relative to `today` in the tenant's time zone (GEN-14). Weeks run from Monday to
 * Sunday (I18N-04); "past n days" and "last n months" end with today; weeks, months and years are whole (DASH-06).
 */
export function daysOfRange(range: TimeRange, today: Day): DayRange {
  if (isNamedRange(range)) return daysOfNamed(range, today);
  const [from = today, to = today] = range.split('..');
  return { from, to };
}

function daysOfNamed(range: NamedRange, today: Day): DayRange {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return daysFrom(addDays(today, -1), 1);
    case 'past_7_days':
      return { from: addDays(today, -6), to: today };
    case 'past_30_days':
      return { from: addDays(today, -29), to: today };
    case 'this_week':
      return daysFrom(monday(today), 7);
    case 'last_week':
      return daysFrom(addDays(monday(today), -7), 7);
    case 'this_month':
      return monthFrom(firstOfMonth(today));
    case 'last_month':
      return monthFrom(addMonths(firstOfMonth(today), -1));
    case 'last_3_months':
      return { from: addDays(addMonths(today, -3), 1), to: today };
    case 'last_6_months':
      return { from: addDays(addMonths(today, -6), 1), to: today };
    case 'this_year':
      return year(partsOf(today).year);
    case 'last_year':
      return year(partsOf(today).year - 1);
  }
}

function daysFrom(from: Day, count: number): DayRange {
  return { from, to: addDays(from, count - 1) };
}

function monday(day: Day): Day {
  return addDays(day, 1 - weekday(day));
}

function firstOfMonth(day: Day): Day {
  return addDays(day, 1 - partsOf(day).dayOfMonth);
}

function monthFrom(first: Day): DayRange {
  return { from: first, to: addDays(addMonths(first, 1), -1) };
}

function year(number: number): DayRange {
  const from = dayFrom(number, 1, 1);
  const to = dayFrom(number, 12, 31);
  if (from === null || to === null) throw new RangeError(`${number} is not a year`);
  return { from, to };
}
