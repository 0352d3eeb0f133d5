import { type Day, dayFrom, daysBetween, partsOf } from '../../../base/day.ts';
import { daysOn, daysPerUnit, isOfDays, monthEnd, monthsPerUnit } from '../../../base/periods.ts';
import type { TermUnit } from './model.ts';

/** One of the successive ends of a renewed contract. */
export interface RenewedEnd {
  readonly end: Day;
  /** The number of renewals up to this end. */
  readonly renewals: number;
}

/** Days of each month in a common year. */
const shortestMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const shortestMonth = 28;

/**
 * The first of the chained ends P0, P1, P2 ... on or after a day (CON-18); null outside the calendar.
 *
 * @param first P0
 */
export function renewedEnd(first: Day, count: number, unit: TermUnit, day: Day): RenewedEnd | null {
  if (first >= day) return { end: first, renewals: 0 };
  return isOfDays(unit)
    ? afterDays(first, count * daysPerUnit[unit], day)
    : afterMonths(first, count * monthsPerUnit[unit], day);
}

function afterDays(first: Day, length: number, day: Day): RenewedEnd | null {
  const renewals = Math.ceil(daysBetween(first, day) / length);
  const end = daysOn(first, renewals * length);
  return end === null ? null : { end, renewals };
}

/** Counts months from the year 0; the loop tracks the day after each period. */
function afterMonths(first: Day, length: number, day: Day): RenewedEnd | null {
  const [goalMonths, goalDay] = monthsAndDay(day);
  let [months, dayOfMonth] = monthsAndDay(first);
  const startOn = (wanted: number): void => {
    const isThere = wanted <= shortestMonth || dayIn(months, wanted) !== null;
    dayOfMonth = isThere ? wanted : 1;
    months += isThere ? 0 : 1;
  };
  startOn(dayOfMonth + 1);
  let renewals = 0;
  while (months < goalMonths || (months === goalMonths && dayOfMonth <= goalDay)) {
    // Skip many periods at once only if all of them start on the same day of the month.
    const many = isRegular(months, dayOfMonth, length) ? Math.floor((goalMonths - months) / length) : 1;
    const periods = Math.max(1, many);
    months += periods * length;
    renewals += periods;
    startOn(dayOfMonth);
  }
  const end = dayOfMonth > 1 ? dayIn(months, dayOfMonth - 1) : lastOf(months - 1);
  return end === null ? null : { end, renewals };
}

function monthsAndDay(day: Day): readonly [months: number, dayOfMonth: number] {
  const { year, month, dayOfMonth } = partsOf(day);
  return [year * 12 + month - 1, dayOfMonth];
}

function dayIn(months: number, dayOfMonth: number): Day | null {
  return dayFrom(Math.floor(months / 12), (months % 12) + 1, dayOfMonth);
}

function lastOf(months: number): Day | null {
  return monthEnd(Math.floor(months / 12), (months % 12) + 1);
}

/** Whether every period can start on this day; in a month that is too short the next one would start on the 1st. */
function isRegular(months: number, dayOfMonth: number, length: number): boolean {
  return (
    dayOfMonth <= shortestMonth ||
    shortestMonths.every((_, turn) => (shortestMonths[(months + turn * length) % 12] ?? 0) >= dayOfMonth)
  );
}
