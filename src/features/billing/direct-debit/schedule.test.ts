import { expect, test } from 'vitest';
import { announcedDay, collectionDay, earliestDay, prenotificationDays } from './schedule.ts';

test('DATA-07 it is announced 14 days before, unless fewer were agreed, and never less than one', () => {
  expect([null, 1, 5, 0].map(prenotificationDays)).toEqual([14, 1, 5, 1]);
  // 14 days after 1 December 2026 is a Tuesday.
  expect(announcedDay('2026-12-01', null)).toBe('2026-12-15');
  expect(announcedDay('2026-12-01', 1)).toBe('2026-12-02');
  // A Sunday, and Christmas with its weekend.
  expect(announcedDay('2026-11-01', null)).toBe('2026-11-16');
  expect(announcedDay('2026-12-11', null)).toBe('2026-12-28');
});

test('OP-09 the bank has the file a banking day before', () => {
  expect(earliestDay('2026-11-26')).toBe('2026-11-27');
  expect(earliestDay('2026-11-27')).toBe('2026-11-30');
  // What comes on a Saturday is taken in on Monday.
  expect(earliestDay('2026-11-28')).toBe('2026-12-01');
  expect(earliestDay('2026-04-02')).toBe('2026-04-07');
});

test('OP-09 it is collected on the day announced, and later where the word or the file was late', () => {
  const announcement = { announced: '2026-12-15', told: '2026-12-01', days: 14 };
  expect(collectionDay(announcement, '2026-12-01')).toBe('2026-12-15');
  expect(collectionDay({ ...announcement, told: '2026-12-04' }, '2026-12-05')).toBe('2026-12-18');
  expect(collectionDay(announcement, '2026-12-15')).toBe('2026-12-16');
  expect(collectionDay(announcement, '2026-12-23')).toBe('2026-12-24');
  expect(collectionDay(announcement, '2026-12-24')).toBe('2026-12-28');
});
