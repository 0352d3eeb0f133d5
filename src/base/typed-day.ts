import { addDays, type Day, dayFrom, daysBetween, isDay, partsOf } from './day.ts';
import { type Language, languageFacts } from './language.ts';
import { unreadable } from './typed-number.ts';

const isoInstant = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const dotted = /^(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{4}|\d{2})?)?$/;
const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
/** After a whole day; only the day is kept. */
const timeOfDay = /(?<=\d{4}),?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?$/i;
const shifted = /^[+-]\d{1,4}$/;

/**
 * Parses a typed or pasted day (SHEET-09, I18N-05): `01.03.2025`, `1.3.25`, `01/03/2025` (day first in all our
 * languages), `1.3.` (in the year that makes it nearest to today), `+14` (days from today), `2025-03-01` with or
 * without a time, `01.03.2025 00:00`. Null for an empty text, `unreadable` for everything else, including days that do not exist.
 */
export function typedDay(text: string, today: Day): Day | null | typeof unreadable {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (shifted.test(trimmed)) return addDays(today, Number(trimmed));
  const iso = isoInstant.exec(trimmed)?.[1];
  if (iso !== undefined) return isDay(iso) ? iso : unreadable;
  const withoutTime = trimmed.replace(timeOfDay, '');
  const [, dayOfMonth, month, year] = dotted.exec(withoutTime) ?? slashed.exec(withoutTime) ?? [];
  if (month === undefined) return unreadable;
  const day =
    year === undefined
      ? nearest(Number(month), Number(dayOfMonth), today)
      : dayFrom(wholeYear(year), Number(month), Number(dayOfMonth));
  return day ?? unreadable;
}

/** A day written with the month first, as in American files, with the day first; other texts stay. */
export function dayBeforeMonth(text: string): string {
  return text.replace(/^(\s*)(\d{1,2})\/(\d{1,2})(?=\/)/, '$1$3/$2');
}

/** `DD.MM.YYYY`, in English `DD/MM/YYYY` (I18N-05). */
export function formatDay(day: Day, language: Language): string {
  const [year, month, dayOfMonth] = day.split('-');
  return [dayOfMonth, month, year].join(dayMark(language));
}

/** A day without year, given as `MM-DD`: `01.03.`, in English `01/03` (I18N-05). */
export function formatMonthDay(monthDay: string, language: Language): string {
  const [month, dayOfMonth] = monthDay.split('-');
  const mark = dayMark(language);
  return `${dayOfMonth}${mark}${month}${mark === '.' ? mark : ''}`;
}

function dayMark(language: Language): string {
  return languageFacts[language].dayMark ?? '.';
}

/** Two digits mean 1970 to 2069, as in most programs. */
function wholeYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) return number;
  return number < 70 ? 2000 + number : 1900 + number;
}

/** The day of last year, this year or next year that is closest to today. */
function nearest(month: number, dayOfMonth: number, today: Day): Day | null {
  const { year } = partsOf(today);
  const distance = (day: Day) => Math.abs(daysBetween(today, day));
  const days = [year - 1, year, year + 1]
    .map((candidate) => dayFrom(candidate, month, dayOfMonth))
    .filter((day) => day !== null);
  return days.toSorted((left, right) => distance(left) - distance(right))[0] ?? null;
}
