import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './day.ts';
import { languages } from './language.ts';
import { dayBeforeMonth, formatDay, typedDay } from './typed-day.ts';
import { unreadable } from './typed-number.ts';

const today = '2025-05-21';

describe('I18N-05, SHEET-09 typed days', () => {
  it.each([
    ['1.3.', '2025-03-01'],
    ['1.3', '2025-03-01'],
    ['1.3.25', '2025-03-01'],
    ['1. 3. 2025', '2025-03-01'],
    ['01.03.2025', '2025-03-01'],
    ['01/03/2025', '2025-03-01'],
    ['2025-03-01', '2025-03-01'],
    ['2025-03-01T00:00:00Z', '2025-03-01'],
    ['2025-03-01T23:30:00.000+02:00', '2025-03-01'],
    ['2025-03-01 13:45', '2025-03-01'],
    [' 1.3.2025 ', '2025-03-01'],
    ['01.03.2025 00:00:00', '2025-03-01'],
    ['01/03/2025, 3:45 pm', '2025-03-01'],
    ['01.03.2025 abends', unreadable],
    ['31.12.69', '2069-12-31'],
    ['1.1.98', '1998-01-01'],
    ['+14', '2025-06-04'],
    ['-1', '2025-05-20'],
    ['', null],
    ['31.2.', unreadable],
    ['29.02.2025', unreadable],
    ['2025-02-30', unreadable],
    ['32.1.2025', unreadable],
    ['1.13.2025', unreadable],
    ['1.3.125', unreadable],
    ['1-3-2025', unreadable],
    ['morgen', unreadable],
    ['1', unreadable],
    ['2025-03-01 und mehr', unreadable],
  ])('%j', (text, day) => {
    expect(typedDay(text, today)).toBe(day);
  });

  it('chooses the year that makes the day nearest', () => {
    expect(typedDay('5.1.', '2025-12-20')).toBe('2026-01-05');
    expect(typedDay('20.12.', '2026-01-05')).toBe('2025-12-20');
    expect(typedDay('29.2.', '2026-05-21')).toBe(unreadable);
  });

  it('every displayed day can be typed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9000, max: 9000 }), fc.constantFrom(...languages), (count, language) => {
        const day = addDays(today, count);
        expect(typedDay(formatDay(day, language), today)).toBe(day);
      }),
    );
    expect(formatDay('2025-03-01', 'de')).toBe('01.03.2025');
    expect(formatDay('2025-03-01', 'en')).toBe('01/03/2025');
  });
});

it.each([
  ['12/31/2026', '31/12/2026'],
  [' 1/2/26', ' 2/1/26'],
  ['31.12.2026', '31.12.2026'],
])('SHEET-19 %j with the month first is %j', (text, day) => {
  expect(dayBeforeMonth(text)).toBe(day);
});
