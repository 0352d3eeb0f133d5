import { describe, expect, test } from 'vitest';
import { startOfDay } from '../../base/day.ts';
import { daysOfRange, type TimeRange } from './time-range.ts';

const wednesday = '2025-05-21';

describe('OVW-03 DASH-06 time ranges', () => {
  test.each<[TimeRange, string, string]>([
    ['today', '2025-05-21', '2025-05-21'],
    ['yesterday', '2025-05-20', '2025-05-20'],
    ['past_7_days', '2025-05-15', '2025-05-21'],
    ['past_30_days', '2025-04-22', '2025-05-21'],
    ['this_week', '2025-05-19', '2025-05-25'],
    ['last_week', '2025-05-12', '2025-05-18'],
    ['this_month', '2025-05-01', '2025-05-31'],
    ['last_month', '2025-04-01', '2025-04-30'],
    ['last_3_months', '2025-02-22', '2025-05-21'],
    ['last_6_months', '2024-11-22', '2025-05-21'],
    ['this_year', '2025-01-01', '2025-12-31'],
    ['last_year', '2024-01-01', '2024-12-31'],
    ['2025-02-03..2025-02-04', '2025-02-03', '2025-02-04'],
  ])('%s on a Wednesday is %s to %s', (range, from, to) => {
    expect(daysOfRange(range, wednesday)).toEqual({ from, to });
  });

  test.each<[string, TimeRange, string, string, string]>([
    ['I18N-04 Sunday ends its week', 'this_week', '2025-05-25', '2025-05-19', '2025-05-25'],
    ['I18N-04 Monday starts its week', 'this_week', '2025-05-26', '2025-05-26', '2025-06-01'],
    ['the week that reaches into two years', 'this_week', '2026-01-01', '2025-12-29', '2026-01-04'],
    ['the month before 31 March', 'last_month', '2025-03-31', '2025-02-01', '2025-02-28'],
    ['the month before 31 March of a leap year', 'last_month', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['the month before January', 'last_month', '2025-01-15', '2024-12-01', '2024-12-31'],
    ['the day before the first of March', 'yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
  ])('%s', (_, range, today, from, to) => {
    expect(daysOfRange(range, today)).toEqual({ from, to });
  });
});

describe('GEN-14 a day begins at midnight in the tenant’s time zone', () => {
  test.each([
    ['winter', '2025-01-15', 'Europe/Berlin', '2025-01-14T23:00:00.000Z'],
    ['summer', '2025-07-15', 'Europe/Berlin', '2025-07-14T22:00:00.000Z'],
    ['the day on which the clock goes forward', '2025-03-30', 'Europe/Berlin', '2025-03-29T23:00:00.000Z'],
    ['the day after it', '2025-03-31', 'Europe/Berlin', '2025-03-30T22:00:00.000Z'],
    ['the day on which the clock goes back', '2025-10-26', 'Europe/Berlin', '2025-10-25T22:00:00.000Z'],
    ['west of Greenwich', '2025-01-15', 'America/New_York', '2025-01-15T05:00:00.000Z'],
    ['the same day in UTC', '2025-01-15', 'UTC', '2025-01-15T00:00:00.000Z'],
  ])('%s', (_, day, timeZone, instant) => {
    expect(startOfDay(day, timeZone)).toBe(instant);
  });
});
