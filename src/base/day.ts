/** A calendar day `YYYY-MM-DD`, without time and zone. Two days compare as text: `a < b` is "before". */
export type Day = string;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerDay = 86_400_000;

/** Whether the text is `YYYY-MM-DD` and a real date (VAL-04). */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text);
  return match !== null && dayFrom(Number(match[1]), Number(match[2]), Number(match[3])) !== null;
}

/** The day with these numbers, or null if the calendar has no such day in the years 1 to 9999. */
export function dayFrom(year: number, month: number, dayOfMonth: number): Day | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12) return null;
  if (dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null;
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(dayOfMonth)}`;
}

/** Year, month 1 to 12 and day of the month. Throws if the text is no day. */
export function partsOf(day: Day): {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
} {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  return { year, month, dayOfMonth };
}

export function addDays(day: Day, count: number): Day {
  const moved = new Date(millisecondsOf(day) + count * millisecondsPerDay);
  const result = dayFrom(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
  if (result === null) throw new RangeError(`${count} days after ${day} is outside the calendar`);
  return result;
}

/** The same day of another month, or its last day if it is shorter: 31 January + 1 = 28 February. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, dayOfMonth } = partsOf(day);
  const months = year * 12 + (month - 1) + count;
  const targetYear = Math.floor(months / 12);
  const targetMonth = (((months % 12) + 12) % 12) + 1;
  const result = dayFrom(targetYear, targetMonth, Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)));
  if (result === null) throw new RangeError(`${count} months after ${day} is outside the calendar`);
  return result;
}

/** 1 = Monday to 7 = Sunday (I18N-04). */
export function weekday(day: Day): number {
  return new Date(millisecondsOf(day)).getUTCDay() || 7;
}

/** Days from `earlier` to `later`; negative if it is before. */
export function daysBetween(earlier: Day, later: Day): number {
  return (millisecondsOf(later) - millisecondsOf(earlier)) / millisecondsPerDay;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * The calendar day of an instant in a time zone such as `Europe/Berlin` (GEN-14). Throws outside the years 1 to 9999.
 */
export function dayOfInstant(instant: Date, timeZone: string): Day {
  const { year, month, day } = clockAt(instant, timeZone);
  const result = dayFrom(year, month, day);
  if (result === null) throw new RangeError(`${instant.toISOString()} is outside the calendar`);
  return result;
}

/** Offset of a time zone from UTC at an instant, in milliseconds; whole seconds. */
export function offsetAt(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = clockAt(instant, timeZone);
  const shown =
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The instant at which a calendar day begins in a time zone, as the API reads it. */
export function startOfDay(day: Day, timeZone: string): string {
  return instantAt(day, 0, timeZone).toISOString();
}

/**
 * The instant at which the clocks of a time zone show this full hour of a day, 0 to 24. An hour that the clocks leave
 * out begins with the next one; of an hour that they show twice, it is the second.
 */
export function instantAt(day: Day, hour: number, timeZone: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // The offset of the first guess is wrong where the clock changes between the two; the second is not.
  const guess = new Date(shown - offsetAt(new Date(shown), timeZone));
  return new Date(shown - offsetAt(guess, timeZone));
}

/** Whether this is a name of the time zone database, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const clockParts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Local date and time. Uses parts, because the format of a locale differs between browsers (TECH-23). */
function clockAt(instant: Date, timeZone: string): Record<(typeof clockParts)[number], number> {
  const known = clocks.get(timeZone);
  const format = known ?? clockOf(timeZone);
  if (known === undefined) clocks.set(timeZone, format);
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of format.formatToParts(instant))
    if (isClockPart(type)) shown[type] = Number(value);
  return shown;
}

function isClockPart(type: string): type is (typeof clockParts)[number] {
  return (clockParts as readonly string[]).includes(type);
}

/** Cached by time zone: each costs tens of kilobytes outside the heap, and a list needs thousands of days. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function millisecondsOf(day: Day): number {
  const { year, month, dayOfMonth } = partsOf(day);
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999, setUTCFullYear does not.
  return new Date(0).setUTCFullYear(year, month - 1, dayOfMonth);
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
