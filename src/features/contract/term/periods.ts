import { type Day, dayFrom, partsOf, weekday } from '../../../base/day.ts';
import {
  daysOn,
  daysPerUnit,
  daysPerWeek,
  isOfDays,
  monthEnd,
  monthEndOf,
  monthsOn,
  monthsPerUnit,
} from '../../../base/periods.ts';
import type { TerminationTarget, TermUnit } from './model.ts';

type MonthRaster = Extract<TerminationTarget, `${string}_end`>;

const monthsPerRaster: Readonly<Record<Exclude<MonthRaster, 'mid_or_month_end' | 'week_end'>, number>> = {
  month_end: 1,
  quarter_end: 3,
  half_year_end: 6,
  year_end: 12,
};

/** The first possible end for a notice received on a day: `plus` of CON-12 (BGB § 188). */
export function earliestEnd(arrival: Day, count: number | null, unit: TermUnit | null): Day | null {
  if (count === null || unit === null) return arrival;
  return isOfDays(unit)
    ? daysOn(arrival, daysPerUnit[unit] * count)
    : monthsOn(arrival, count * monthsPerUnit[unit]);
}

/** The last day of receipt of a notice for an end (CON-12); without a period, the end itself. */
export function deadlineBefore(end: Day, count: number | null, unit: TermUnit | null): Day | null {
  if (count === null || count === 0 || unit === null) return end;
  if (isOfDays(unit)) return daysOn(end, -daysPerUnit[unit] * count);
  const sameDay = monthsOn(end, -count * monthsPerUnit[unit]);
  return sameDay !== null && end === monthEndOf(end) ? monthEndOf(sameDay) : sameDay;
}

/**
 * The first termination target day on or after a day: `raster` of CON-12.
 *
 * @param yearly the day of each year for `yearly_day`, whose own year does not count
 */
export function rasterFrom(
  target: TerminationTarget | null,
  day: Day,
  yearly: Day | null = null,
): Day | null {
  if (target === null || target === 'none' || target === 'day') return day;
  if (target === 'week_end') return daysOn(day, daysPerWeek - weekday(day));
  const { year, month, dayOfMonth } = partsOf(day);
  if (target === 'mid_or_month_end')
    return dayOfMonth <= middle ? dayFrom(year, month, middle) : monthEnd(year, month);
  if (target === 'yearly_day') return yearly === null ? null : yearlyFrom(day, yearly);
  const size = monthsPerRaster[target];
  return monthEnd(year, Math.ceil(month / size) * size);
}

/** The 15th of a month. */
const middle = 15;

/**
 * The first day on or after a day with the month and day of another; 29 February counts as the 28th in other years.
 */
function yearlyFrom(day: Day, yearly: Day): Day | null {
  const { year } = partsOf(day);
  const { month, dayOfMonth } = partsOf(yearly);
  const inYear = (one: number): Day | null => dayFrom(one, month, dayOfMonth) ?? monthEnd(one, month);
  const found = inYear(year);
  return found !== null && found >= day ? found : inYear(year + 1);
}
