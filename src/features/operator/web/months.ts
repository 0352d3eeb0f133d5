import { formatTag, type Language } from '../../../base/language.ts';

/** `2026-06` in words: `Juni 2026`. */
export function monthText(month: string, language: Language): string {
  return new Intl.DateTimeFormat(formatTag(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

/** The months up to this one, the newest first. */
export function monthsUpTo(month: string, count: number): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
