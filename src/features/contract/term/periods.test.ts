import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../../tests/support/depth.ts';
import { addDays, type Day, daysBetween, partsOf, weekday } from '../../../base/day.ts';
import { later, periodEnd } from '../../../base/periods.ts';
import { type TerminationTarget, type TermUnit, termUnits } from './model.ts';
import { deadlineBefore, earliestEnd, rasterFrom } from './periods.ts';

describe('CON-12 the last day of a period', () => {
  it.each<[Day, number, TermUnit, Day]>([
    ['2025-01-01', 12, 'month', '2025-12-31'],
    ['2025-03-15', 1, 'year', '2026-03-14'],
    ['2025-01-31', 1, 'month', '2025-02-28'],
    ['2024-02-29', 1, 'year', '2025-02-28'],
    ['2025-05-31', 1, 'quarter', '2025-08-30'],
    ['2025-03-03', 6, 'week', '2025-04-13'],
    ['2025-03-03', 60, 'day', '2025-05-01'],
  ])('CON-12 %s + %i %s is %s', (start, count, unit, end) => expect(periodEnd(start, count, unit)).toBe(end));

  it.each<[string, Day, number, TermUnit, Day]>([
    ['a leap day belongs to its month', '2024-02-01', 1, 'month', '2024-02-29'],
    ['a year from the day after a leap day', '2024-03-01', 1, 'year', '2025-02-28'],
    ['four years from leap day to leap day', '2024-02-29', 4, 'year', '2028-02-28'],
    ['the last day counts in a shorter month', '2025-01-30', 1, 'month', '2025-02-28'],
    ['the same in a leap year', '2024-01-30', 1, 'month', '2024-02-29'],
    ['a semester from a first', '2025-07-01', 1, 'semester', '2025-12-31'],
    ['a semester across the year', '2025-10-15', 1, 'semester', '2026-04-14'],
    ['52 weeks of a year with 53', '2020-12-28', 52, 'week', '2021-12-26'],
    ['999 years', '2025-01-01', 999, 'year', '3023-12-31'],
    ['up to the last day of the calendar', '9999-01-01', 1, 'year', '9999-12-31'],
  ])('CON-12 %s', (_, start, count, unit, end) => expect(periodEnd(start, count, unit)).toBe(end));

  it.each<[Day, number, TermUnit]>([
    ['9999-01-02', 1, 'year'],
    ['9999-12-31', 1, 'week'],
    ['9500-01-01', 999, 'year'],
  ])('CON-12 %s + %i %s leaves the calendar', (start, count, unit) =>
    expect(periodEnd(start, count, unit)).toBeNull(),
  );

  it('CON-12 ends the day before the next period starts, for days that exist in every month', () =>
    fc.assert(
      fc.property(days, counts, fc.constantFrom(...termUnits), (start, count, unit) => {
        if (partsOf(start).dayOfMonth > 28) return;
        const next = addDays(String(periodEnd(start, count, unit)), 1);
        expect(next).toBe(earliestEnd(start, count, unit));
      }),
      { seed: 12 },
    ));
});

describe('CON-12 the deadline before an end', () => {
  it.each<[Day, number, TermUnit, Day]>([
    ['2025-12-31', 3, 'month', '2025-09-30'],
    ['2025-02-28', 1, 'month', '2025-01-31'],
    ['2025-12-31', 6, 'week', '2025-11-19'],
    ['2025-12-31', 60, 'day', '2025-11-01'],
    ['2024-03-30', 30, 'day', '2024-02-29'],
    ['2026-03-14', 1, 'quarter', '2025-12-14'],
    ['2025-05-31', 1, 'month', '2025-04-30'],
    ['2025-11-29', 9, 'month', '2025-02-28'],
    ['2025-12-30', 1, 'month', '2025-11-30'],
    ['2025-03-30', 1, 'month', '2025-02-28'],
  ])('CON-12 %s - %i %s is %s', (end, count, unit, deadline) =>
    expect(deadlineBefore(end, count, unit)).toBe(deadline),
  );

  it('CON-12 without a period the end itself is the deadline', () => {
    expect(deadlineBefore('2025-12-31', null, null)).toBe('2025-12-31');
    expect(deadlineBefore('2025-12-31', 0, 'month')).toBe('2025-12-31');
    expect(earliestEnd('2025-12-31', null, null)).toBe('2025-12-31');
  });

  it('CON-12 deadlines before the calendar are null', () => {
    expect(deadlineBefore('0500-06-30', 999, 'year')).toBeNull();
    expect(deadlineBefore('0001-01-05', 1, 'week')).toBeNull();
    expect(later('2025-01-01', null)).toBeNull();
  });

  it('CON-12 BGB § 188: it is the latest day from which the period expires by the end', () =>
    fc.assert(
      fc.property(days, counts, fc.constantFrom(...termUnits), (end, count, unit) => {
        const deadline = String(deadlineBefore(end, count, unit));
        expect(String(earliestEnd(deadline, count, unit)) <= end).toBe(true);
        expect(String(earliestEnd(addDays(deadline, 1), count, unit)) > end).toBe(true);
      }),
      { seed: 188, numRuns: inDepth(1500, 100_000) },
    ));
});

describe('CON-12 termination target days', () => {
  it.each<[TerminationTarget | null, Day, Day]>([
    [null, '2025-05-20', '2025-05-20'],
    ['none', '2025-05-20', '2025-05-20'],
    ['day', '2025-05-20', '2025-05-20'],
    ['week_end', '2025-05-20', '2025-05-25'],
    ['week_end', '2025-05-25', '2025-05-25'],
    ['week_end', '2020-12-29', '2021-01-03'],
    ['month_end', '2024-02-01', '2024-02-29'],
    ['month_end', '2025-04-30', '2025-04-30'],
    ['quarter_end', '2025-04-01', '2025-06-30'],
    ['quarter_end', '2025-09-30', '2025-09-30'],
    ['half_year_end', '2025-06-30', '2025-06-30'],
    ['half_year_end', '2025-07-01', '2025-12-31'],
    ['year_end', '2025-01-01', '2025-12-31'],
    ['year_end', '9999-12-31', '9999-12-31'],
    ['mid_or_month_end', '2025-02-15', '2025-02-15'],
    ['mid_or_month_end', '2025-02-16', '2025-02-28'],
  ])('CON-12 %s from %s on is %s', (target, day, found) => expect(rasterFrom(target, day)).toBe(found));

  it('CON-12 the last week of the calendar has no end in the calendar', () =>
    expect(rasterFrom('week_end', '9999-12-30')).toBeNull());

  it('CON-12 finds the first target day', () => {
    const isMonthEnd = (day: Day) => partsOf(addDays(day, 1)).dayOfMonth === 1;
    const isTarget = {
      week_end: (day: Day) => weekday(day) === 7,
      month_end: isMonthEnd,
      mid_or_month_end: (day: Day) => isMonthEnd(day) || day.endsWith('-15'),
      yearly_day: (day: Day) => day.endsWith('-06-30'),
      quarter_end: (day: Day) => /-(03-31|06-30|09-30|12-31)$/.test(day),
      half_year_end: (day: Day) => /-(06-30|12-31)$/.test(day),
      year_end: (day: Day) => day.endsWith('-12-31'),
    };
    const targets = Object.keys(isTarget) as (keyof typeof isTarget)[];
    fc.assert(
      fc.property(days, fc.constantFrom(...targets), (day, target) => {
        const found = String(rasterFrom(target, day, '2020-06-30'));
        const before = Array.from({ length: daysBetween(day, found) }, (_, place) => addDays(day, place));
        expect(isTarget[target](found)).toBe(true);
        expect(before.some(isTarget[target])).toBe(false);
      }),
      { seed: 31, numRuns: inDepth(200, 10_000) },
    );
  });
});

/** Days that include leap days, month ends and years with 53 weeks. */
const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1999-01-01', count));
const counts = fc.integer({ min: 1, max: 60 });
