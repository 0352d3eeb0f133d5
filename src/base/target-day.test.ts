import { expect, test } from 'vitest';
import { easterSunday, isTargetDay, targetDayFrom } from './target-day.ts';

test('OP-09 Easter is on the right day', () => {
  // Includes the earliest and the latest possible ones.
  expect([1818, 1943, 2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
    '1818-03-22',
    '1943-04-25',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ]);
});

test.each([
  ['2026-01-01', 'New Year'],
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-01', 'Labour Day'],
  ['2026-12-25', 'Christmas'],
  ['2025-12-26', 'the day after'],
  ['2026-11-28', 'a Saturday'],
  ['2026-11-29', 'a Sunday'],
])('OP-09 TARGET is closed on %s: %s', (day) => expect(isTargetDay(day)).toBe(false));

test.each(['2026-10-03', '2026-05-14', '2026-05-25', '2026-12-24', '2026-12-31', '2026-11-27'])(
  'OP-09 national holidays do not count: %s',
  (day) => expect(isTargetDay(day)).toBe(new Date(day).getUTCDay() % 6 !== 0),
);

test('OP-09 a payment on a closing day is settled on the next open day', () => {
  expect(targetDayFrom('2026-04-02')).toBe('2026-04-02');
  expect(targetDayFrom('2026-04-03')).toBe('2026-04-07');
  expect(targetDayFrom('2026-12-25')).toBe('2026-12-28');
  expect(targetDayFrom('2027-01-01')).toBe('2027-01-04');
});
