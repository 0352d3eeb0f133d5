import { expect, test } from 'vitest';
import { announcedDay, collectionDay, earliestDay, prenotificationDays } from './schedule.ts';

test('DATA-07 announces 14 days ahead, or the agreed days, at least one', () => {
  expect([null, 1, 5, 0].map(prenotificationDays)).toEqual([14, 1, 5, 1]);
  // 14 days after 1 December 2026 is a Tuesday.
  expect(announcedDay('2026-12-01', null)).toBe('2026-12-15');
  expect(announcedDay('2026-12-01', 1)).toBe('2026-12-02');
  // The due days fall on a Sunday, and on Christmas.
  expect(announcedDay('2026-11-01', null)).toBe('2026-11-16');
  expect(announcedDay('2026-12-11', null)).toBe('2026-12-28');
});

test('OP-09 the bank gets the file one banking day ahead', () => {
  expect(earliestDay('2026-11-26')).toBe('2026-11-27');
  expect(earliestDay('2026-11-27')).toBe('2026-11-30');
  // A file of Saturday is processed on Monday.
  expect(earliestDay('2026-11-28')).toBe('2026-12-01');
  expect(earliestDay('2026-04-02')).toBe('2026-04-07');
});

test('OP-09 collects on the announced day, or later after a late announcement or file', () => {
  const announcement = { announced: '2026-12-15', reported: '2026-12-01', days: 14 };
  expect(collectionDay(announcement, '2026-12-01')).toBe('2026-12-15');
  expect(collectionDay({ ...announcement, reported: '2026-12-04' }, '2026-12-05')).toBe('2026-12-18');
  expect(collectionDay(announcement, '2026-12-15')).toBe('2026-12-16');
  expect(collectionDay(announcement, '2026-12-23')).toBe('2026-12-24');
  expect(collectionDay(announcement, '2026-12-24')).toBe('2026-12-28');
});
