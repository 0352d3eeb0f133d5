import { expect, test } from 'vitest';
import { isMonth, lastDayOf, monthBefore, monthsUpTo, monthText } from './month.ts';

test.each(['2026-01', '2099-12'])('OP-06 %s is a month', (text) => expect(isMonth(text)).toBe(true));
test.each(['2026-13', '2026-00', '2026-1', '0000-01', '1999-12', '2026-01-01', ''])(
  'OP-06 %s is no month',
  (text) => expect(isMonth(text)).toBe(false),
);

test('OP-06 months go back across the turn of the year, and end with their last day', () => {
  expect(monthBefore('2026-01')).toBe('2025-12');
  expect(monthsUpTo('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(['2026-02', '2028-02'].map(lastDayOf)).toEqual(['2026-02-28', '2028-02-29']);
  expect(monthText('2026-03', 'de')).toBe('März 2026');
});
