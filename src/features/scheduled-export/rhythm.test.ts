import { describe, expect, test } from 'vitest';
import { addDays, dayOfInstant } from '../../base/day.ts';
import { lastBankingDay, nextRun, type Rhythm } from './rhythm.ts';

const berlin = 'Europe/Berlin';
const daily: Rhythm = { rhythm: 'daily', at_minute: 390, weekdays: [], month_day: null };
const monthly = (month_day: number): Rhythm => ({ ...daily, rhythm: 'monthly', month_day });
const momentAfter = (moment: string, rhythm: Rhythm, zone = berlin): string =>
  nextRun(rhythm, new Date(moment), zone).toISOString();

describe('EXP-17 the next moment of a rhythm', () => {
  test('is today before the time and tomorrow from the time on', () => {
    expect(momentAfter('2026-11-30T05:29:59Z', daily)).toBe('2026-11-30T05:30:00.000Z');
    expect(momentAfter('2026-11-30T05:30:00Z', daily)).toBe('2026-12-01T05:30:00.000Z');
  });

  test('is by the clock of the tenant, also where its day has begun before that of UTC', () => {
    const midnight = { ...daily, at_minute: 0 };
    expect(momentAfter('2026-11-30T22:59:00Z', midnight)).toBe('2026-11-30T23:00:00.000Z');
    expect(momentAfter('2026-11-30T22:59:00Z', midnight, 'Pacific/Auckland')).toBe(
      '2026-12-01T11:00:00.000Z',
    );
  });

  test('a week has its chosen days, Sunday included', () => {
    const weekly: Rhythm = { ...daily, rhythm: 'weekly', weekdays: [1, 7] };
    expect(momentAfter('2026-11-27T12:00:00Z', weekly)).toBe('2026-11-29T05:30:00.000Z');
    expect(momentAfter('2026-11-29T12:00:00Z', weekly)).toBe('2026-11-30T05:30:00.000Z');
    expect(momentAfter('2026-11-30T12:00:00Z', weekly)).toBe('2026-12-06T05:30:00.000Z');
  });

  test('the 31st is the last day of a shorter month', () => {
    expect(momentAfter('2027-02-01T00:00:00Z', monthly(31))).toBe('2027-02-28T05:30:00.000Z');
    expect(momentAfter('2028-02-01T00:00:00Z', monthly(30))).toBe('2028-02-29T05:30:00.000Z');
    expect(momentAfter('2027-03-01T00:00:00Z', monthly(30))).toBe('2027-03-30T04:30:00.000Z');
  });

  test('the last banking day is before weekends and before Easter', () => {
    // 31 January 2027 is a Sunday; in 2024 Good Friday was on 29 March and 31 March a Sunday.
    expect(momentAfter('2027-01-01T00:00:00Z', monthly(lastBankingDay))).toBe('2027-01-29T05:30:00.000Z');
    expect(momentAfter('2024-03-01T00:00:00Z', monthly(lastBankingDay))).toBe('2024-03-28T05:30:00.000Z');
  });

  test('a time that the clocks leave out comes once, and so does one that they show twice', () => {
    const atNight = { ...daily, at_minute: 150 };
    expect(momentAfter('2026-03-28T12:00:00Z', atNight)).toBe('2026-03-29T01:30:00.000Z');
    expect(momentAfter('2026-03-29T01:30:00Z', atNight)).toBe('2026-03-30T00:30:00.000Z');
    expect(momentAfter('2026-10-24T12:00:00Z', atNight)).toBe('2026-10-25T01:30:00.000Z');
    expect(momentAfter('2026-10-25T01:30:00Z', atNight)).toBe('2026-10-26T01:30:00.000Z');
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'every day of a year in %s has exactly one moment, also around midnight and where clocks change',
    (zone) => {
      for (const at_minute of [0, 150, 1439]) {
        let at = new Date('2026-01-01T00:00:00Z');
        let day = addDays(dayOfInstant(nextRun({ ...daily, at_minute }, at, zone), zone), -1);
        for (let count = 0; count < 365; count += 1) {
          at = nextRun({ ...daily, at_minute }, at, zone);
          day = addDays(day, 1);
          expect(dayOfInstant(at, zone)).toBe(day);
        }
      }
    },
  );
});
