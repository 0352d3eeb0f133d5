/** A calendar day `YYYY-MM-DD`, without time and zone. Two days compare as text: `a < b` is "before". */
export type Day = string;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerDay = 86_400_000;

/** Whether the text is `YYYY-MM-DD` and a real date (VAL-04). */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text);
  return match !== null && dayFrom(Number(match[1]), Number(match[2]), Number(match[3])) !== null;
}

/** The day of these numbers, or null when the calendar has no such day in the years 1 to 9999. */
export function dayFrom(year: number, month: number, dayOfMonth: number): Day | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12) return null;
  if (dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null;
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(dayOfMonth)}`;
}

/** Year, month 1 to 12 and day of the month. Throws when the text is no day. */
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
  if (result === null) throw new RangeError(`${day} ${count} days on is outside the calendar`);
  return result;
}

/** The same day of another month; the last day of that month where it is shorter: 31 January + 1 = 28 February. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, dayOfMonth } = partsOf(day);
  const months = year * 12 + (month - 1) + count;
  const targetYear = Math.floor(months / 12);
  const targetMonth = (((months % 12) + 12) % 12) + 1;
  const result = dayFrom(targetYear, targetMonth, Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)));
  if (result === null) throw new RangeError(`${day} ${count} months on is outside the calendar`);
  return result;
}

/** 1 = Monday to 7 = Sunday (I18N-04). */
export function weekday(day: Day): number {
  return new Date(millisecondsOf(day)).getUTCDay() || 7;
}

/** How many days `later` lies after `earlier`; negative when it lies before. */
export function daysBetween(earlier: Day, later: Day): number {
  return (millisecondsOf(later) - millisecondsOf(earlier)) / millisecondsPerDay;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The calendar day of an instant in a time zone such as `Europe/Berlin` (GEN-14). */
export function dayOfInstant(instant: Date, timeZone: string): Day {
  const known = dayFormats.get(timeZone);
  const format = known ?? dayFormatOf(timeZone);
  if (known === undefined) dayFormats.set(timeZone, format);
  return format.format(instant);
}

/** By time zone: each costs tens of kilobytes outside of the heap, and a list asks for thousands of days. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
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
