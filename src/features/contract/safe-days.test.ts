import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import { addDays, type Day } from '../../base/day.ts';
import { noticeForms } from './enumerations.ts';
import { lastSafeDay, noticeDay, receiptOf, safeDays, safeText } from './safe-days.ts';

const sending = { notice_transit_days: 3, federal_state: null };

describe('CON-28 the day on which a notice arrives', () => {
  it.each([
    ['letter', '2026-12-01'],
    ['registered_letter', '2026-12-01'],
    ['email', '2026-11-28'],
    ['fax', '2026-11-28'],
    ['portal', '2026-11-28'],
    ['in_person', '2026-11-28'],
  ] as const)('CON-28 a notice by %s sent on 2026-11-28 arrives on %s', (form, day) =>
    expect(receiptOf('2026-11-28', form, sending)).toBe(day),
  );
});

describe('CON-32 the last safe day', () => {
  it('CON-32 for Monday, 2026-11-30, a letter is sent on Friday and an email on Monday', () =>
    expect(safeDays('2026-11-30', sending)).toEqual({ letter: '2026-11-27', email: '2026-11-30' }));

  it('CON-32 a letter for a Sunday must arrive on Saturday', () =>
    expect(safeDays('2026-11-29', sending)).toEqual({ letter: '2026-11-25', email: '2026-11-28' }));

  it('CON-32 the day before a holiday of the state counts, in states that have it', () => {
    expect(lastSafeDay('2026-10-31', 'email', { ...sending, federal_state: 'Hamburg' })).toBe('2026-10-30');
    expect(lastSafeDay('2026-10-31', 'email', sending)).toBe('2026-10-31');
  });

  it.each([
    ['2026-11-27', 'both'],
    ['2026-11-28', 'email'],
    ['2026-11-30', 'email'],
    ['2026-12-01', 'over'],
  ])('CON-32 on %s the text for 2026-11-30 is "%s"', (today, key) =>
    expect(safeText(safeDays('2026-11-30', sending), today).key).toBe(key),
  );

  it.each([
    ['2026-11-20', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', '2026-11-28'],
    ['2026-11-29', '2026-11-29'],
    ['2026-12-05', '2026-11-29'],
  ])('OVW-10 on %s a notice for Sunday, 2026-11-29, has to leave by %s', (today, day) =>
    expect(noticeDay('2026-11-29', sending, today)).toBe(day),
  );

  it('CON-32 matches a search day by day with holidays counted from Easter, in both directions', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8000 }).map((count) => addDays('2018-01-10', count)),
        fc.constantFrom(...noticeForms),
        fc.integer({ min: 0, max: 14 }),
        (deadline, form, transit) => {
          const rule = { notice_transit_days: transit, federal_state: null };
          const days = form === 'letter' || form === 'registered_letter' ? transit : 0;
          const found = String(lastSafeDay(deadline, form, rule));
          expect(found).toBe(searched(deadline, days));
          expect(receiptOf(found, form, rule) <= deadline).toBe(true);
          // On every later working day it arrives after the last day on which post is delivered.
          const later = nextWorkingDay(found);
          expect(receiptOf(later, form, rule) > searched(deadline, 0)).toBe(true);
        },
      ),
      { seed: 32, numRuns: inDepth(500, 30_000) },
    ));
});

/** The latest working day from which so many days lead to a working day that is not after the deadline. */
function searched(deadline: Day, days: number): Day {
  for (let sent = deadline; ; sent = shifted(sent, -1)) {
    if (!isWorkingDay(sent)) continue;
    for (let arrival = shifted(sent, days); arrival <= deadline; arrival = shifted(arrival, 1))
      if (isWorkingDay(arrival)) return sent;
  }
}

function nextWorkingDay(day: Day): Day {
  let next = shifted(day, 1);
  while (!isWorkingDay(next)) next = shifted(next, 1);
  return next;
}

function shifted(day: Day, count: number): Day {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const moved = new Date(Date.UTC(year, month - 1, dayOfMonth + count));
  return written(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

function written(year: number, month: number, dayOfMonth: number): Day {
  return [year, month, dayOfMonth].map((part) => String(part).padStart(2, '0')).join('-');
}

function isWorkingDay(day: Day): boolean {
  const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0;
  const easter = easterOf(Number(day.slice(0, 4)));
  const moving = [-2, 1, 39, 50].map((count) => shifted(easter, count));
  const isFixed = ['01-01', '05-01', '10-03', '12-25', '12-26'].includes(day.slice(5));
  return !isSunday && !isFixed && !moving.includes(day);
}

/** Easter Sunday by Gauss. */
function easterOf(year: number): Day {
  const century = Math.floor(year / 100);
  const moon =
    (19 * (year % 19) + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const full =
    moon -
    (Math.floor(moon / 28) -
      Math.floor(moon / 28) * Math.floor(29 / (moon + 1)) * Math.floor((21 - (year % 19)) / 11));
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7;
  const offset = full - weekday;
  const month = 3 + Math.floor((offset + 40) / 44);
  const day = offset + 28 - 31 * Math.floor(month / 4);
  return written(year, month, day);
}
