import { languageTag } from '../../base/language.ts';
import { useLanguage } from './i18n.ts';

/** Monday to Sunday, as numbered by `useDayName`. */
export const week = [1, 2, 3, 4, 5, 6, 7] as const;

/** The short names of weekdays in the language of the page; 1 = Monday. */
export function useDayName(): (day: number) => string {
  const format = new Intl.DateTimeFormat(languageTag(useLanguage()), { weekday: 'short', timeZone: 'UTC' });
  // The first day of June 2026 is a Monday.
  return (day) => format.format(new Date(Date.UTC(2026, 5, day)));
}
