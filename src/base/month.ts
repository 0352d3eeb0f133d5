import { addDays, addMonths, type Day } from './day.ts';
import { formatTag, type Language } from './language.ts';

/** A calendar month `YYYY-MM`. Two months compare as text. */
export type Month = string;

/** Whether the text is a month of this century. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}

/** The month of a day. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function firstDayOf(month: Month): Day {
  return `${month}-01`;
}

export function lastDayOf(month: Month): Day {
  return addDays(addMonths(firstDayOf(month), 1), -1);
}

export function monthBefore(month: Month): Month {
  return monthOf(addMonths(firstDayOf(month), -1));
}

/** The months up to this one, newest first. */
export function monthsUpTo(month: Month, count: number): readonly Month[] {
  return Array.from({ length: count }, (_, back) => monthOf(addMonths(firstDayOf(month), -back)));
}

/** `2026-06` in words: `Juni 2026`. */
export function monthText(month: Month, language: Language): string {
  return new Intl.DateTimeFormat(formatTag(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${firstDayOf(month)}T00:00:00Z`));
}
