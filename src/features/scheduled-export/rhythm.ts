import { addDays, type Day, dayOfInstant, instantAt, partsOf, weekday } from '../../base/day.ts';
import { isTargetDay } from '../../base/target-day.ts';

/** How often a file is made; must match the check of `scheduled_export.rhythm`. */
export const rhythms = ['daily', 'weekly', 'monthly'] as const;

/** As `month_day`: the last day of the month on which banks work. */
export const lastBankingDay = 0;

export interface Rhythm {
  readonly rhythm: (typeof rhythms)[number];
  /** Minutes after midnight of the tenant. */
  readonly at_minute: number;
  /** Of a weekly rhythm: 1 = Monday to 7 = Sunday. */
  readonly weekdays: readonly number[];
  /** Of a monthly rhythm: a day, at the latest the last one of the month, or `lastBankingDay`. */
  readonly month_day: number | null;
}

/** Every rhythm has a day within this number of days. */
const longestWait = 62;

/**
 * The first moment of a rhythm after another moment. Each day has one, also where the clocks change: a time that they
 * leave out is that much later, of a time that they show twice it is the second.
 */
export function nextRun(rhythm: Rhythm, after: Date, timeZone: string): Date {
  const today = dayOfInstant(after, timeZone);
  for (let ahead = 0; ahead <= longestWait; ahead += 1) {
    const day = addDays(today, ahead);
    const at = momentOn(day, rhythm.at_minute, timeZone);
    if (isRunDay(rhythm, day) && at > after) return at;
  }
  throw new RangeError('a rhythm without days');
}

function momentOn(day: Day, minute: number, timeZone: string): Date {
  const hour = instantAt(day, Math.floor(minute / 60), timeZone);
  return new Date(hour.getTime() + (minute % 60) * 60_000);
}

function isRunDay({ rhythm, weekdays, month_day: wanted }: Rhythm, day: Day): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return weekdays.includes(weekday(day));
  if (wanted === lastBankingDay) return isTargetDay(day) && !restOfMonth(day).some(isTargetDay);
  const { dayOfMonth } = partsOf(day);
  return dayOfMonth === wanted || (dayOfMonth < (wanted ?? 1) && restOfMonth(day).length === 0);
}

/** The days of the month behind a day. */
function restOfMonth(day: Day): readonly Day[] {
  const { month } = partsOf(day);
  const rest: Day[] = [];
  for (let next = addDays(day, 1); partsOf(next).month === month; next = addDays(next, 1)) rest.push(next);
  return rest;
}
