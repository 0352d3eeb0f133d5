import { addDays, type Day, dayFrom, partsOf, weekday } from './day.ts';

/**
 * Whether banks settle euro payments on a day: TARGET is closed on Saturdays and Sundays, on 1 January, Good Friday,
 * Easter Monday, 1 May, and on 25 and 26 December.
 */
export function isTargetDay(day: Day): boolean {
  if (weekday(day) > 5 || ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const easter = easterSunday(partsOf(day).year);
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The day itself, or else the next on which TARGET is open. */
export function targetDayFrom(day: Day): Day {
  return isTargetDay(day) ? day : targetDayFrom(addDays(day, 1));
}

/** The algorithm of Gauss, in the form of Lichtenberg. */
export function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moon) % 30;
  const fix = Math.floor((seed + Math.floor(cycle / 11)) / 29);
  const limit = 21 + seed - fix;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  const ofMarch = limit + 7 - ((limit - firstSunday) % 7);
  const first = dayFrom(year, 3, 1) ?? '';
  return addDays(first, ofMarch - 1);
}
