import { expect, it } from 'vitest';
import { languages, languageTag } from '../../../base/language.ts';
import { calendarWords } from './calendar-words.ts';

it('I18N-04 the calendar has the names of days and months of each language', () => {
  const czech = calendarWords('cs');
  expect(czech.weekdaysMin).toEqual(['ne', 'po', 'út', 'st', 'čt', 'pá', 'so']);
  expect(czech.months?.[0]).toBe('leden');
  expect(calendarWords('de').monthsShort?.[2]).toBe('Mär');
  for (const tag of languages.map(languageTag)) {
    const { name, weekdays, months } = calendarWords(tag);
    expect([name, new Set(weekdays).size, new Set(months).size]).toEqual([tag, 7, 12]);
  }
});
