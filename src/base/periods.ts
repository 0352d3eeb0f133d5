import { addDays, addMonths, type Day, dayFrom, daysBetween, partsOf } from './day.ts';

/** The first and the last day of the calendar; results outside are null in this file. */
export const firstDay: Day = '0001-01-01';
const lastDay: Day = '9999-12-31';

export const daysPerWeek = 7;

/** Months per unit; days and weeks have none (CON-12). */
export const monthsPerUnit = { month: 1, quarter: 3, semester: 6, year: 12 } as const;
/** Days per unit of those that are no months (CON-12, ENUM-15). */
export const daysPerUnit = { day: 1, week: daysPerWeek } as const;

type PeriodUnit = keyof typeof monthsPerUnit | keyof typeof daysPerUnit;

/** Whether a unit is a number of days, not of months. */
export function isOfDays(unit: PeriodUnit): unit is keyof typeof daysPerUnit {
  return unit in daysPerUnit;
}

/** So many days later, or earlier if negative. */
export function daysOn(day: Day, count: number): Day | null {
  const room = count < 0 ? daysBetween(firstDay, day) : daysBetween(day, lastDay);
  return Math.abs(count) > room ? null : addDays(day, count);
}

/** The same day so many months later, or the month's last day if it is shorter. */
export function monthsOn(day: Day, count: number): Day | null {
  const { year, month } = partsOf(day);
  const target = Math.floor((year * 12 + month - 1 + count) / 12);
  return target < 1 || target > 9999 ? null : addMonths(day, count);
}

/** Number of months from the month of one day to that of another. */
export function monthsBetween(earlier: Day, later: Day): number {
  const [one, other] = [partsOf(earlier), partsOf(later)];
  return (other.year - one.year) * 12 + other.month - one.month;
}

/** The later of two days; null if one of them is outside the calendar. */
export function later(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

/** The last day of a month. */
export function monthEnd(year: number, month: number): Day | null {
  return (
    dayFrom(year, month, 31) ??
    dayFrom(year, month, 30) ??
    dayFrom(year, month, 29) ??
    dayFrom(year, month, 28)
  );
}

/** The last day of the month of a day. */
export function monthEndOf(day: Day): Day | null {
  const { year, month } = partsOf(day);
  return monthEnd(year, month);
}

/** The last day of a period that begins on a day (CON-12). */
export function periodEnd(start: Day, count: number, unit: PeriodUnit): Day | null {
  if (isOfDays(unit)) return daysOn(start, daysPerUnit[unit] * count - 1);
  const months = count * monthsPerUnit[unit];
  if (partsOf(start).dayOfMonth > 1) return monthsOn(addDays(start, -1), months);
  const last = monthsOn(start, months - 1);
  return last === null ? null : monthEndOf(last);
}
