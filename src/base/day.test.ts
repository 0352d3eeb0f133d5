import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  type Day,
  dayFrom,
  dayOfInstant,
  daysBetween,
  isDay,
  offsetAt,
  weekday,
} from './day.ts';

const anyDay = fc
  .tuple(fc.integer({ min: 2, max: 9998 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, dayOfMonth]) => dayFrom(year, month, dayOfMonth))
  .filter((day) => day !== null);

describe('days', () => {
  it.each(['2025-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'VAL-04 %s is a day',
    (day) => {
      expect(isDay(day)).toBe(true);
    },
  );

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '0000-01-01',
    '2025-1-1',
    '01.03.2025',
    '2025-03-01T00:00:00Z',
    '',
  ])('VAL-04 "%s" is no day', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', -1, '2024-12-15'],
    ['2025-05-31', -3, '2025-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-03-31', 0, '2025-03-31'],
  ])('%s plus %i months is %s', (day, months, result) => {
    expect(addMonths(day, months)).toBe(result);
  });

  it('I18N-04 the week starts on Monday', () => {
    expect(weekday('2025-05-19')).toBe(1);
    expect(weekday('2025-05-21')).toBe(3);
    expect(weekday('2025-05-25')).toBe(7);
  });

  it('counts days across months, leap years and the change to summer time', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2025-03-29', 2)).toBe('2025-03-31');
    expect(addDays('2025-01-01', -1)).toBe('2024-12-31');
    expect(daysBetween('2025-01-01', '2026-01-01')).toBe(365);
    expect(daysBetween('2025-01-02', '2025-01-01')).toBe(-1);
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  });

  it('adding days and counting them are inverse', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -300, max: 300 }), (day, count) => {
        const moved: Day = addDays(day, count);
        expect(daysBetween(day, moved)).toBe(count);
        expect(moved < day ? -1 : moved > day ? 1 : 0).toBe(Math.sign(count));
        expect((((weekday(day) - 1 + count) % 7) + 7) % 7).toBe(weekday(moved) - 1);
      }),
    );
  });

  it('GEN-14 the day of an instant depends on the time zone', () => {
    const instant = new Date('2025-05-31T22:30:00Z');
    expect(dayOfInstant(instant, 'Europe/Berlin')).toBe('2025-06-01');
    expect(dayOfInstant(instant, 'UTC')).toBe('2025-05-31');
  });

  it("TECH-23 day and offset of an instant do not depend on the browser's date format", () => {
    const spelled = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get');
    spelled.mockReturnValue(() => '11/28/2026, 24:00:00');
    try {
      const midnight = new Date('2026-11-27T23:00:00Z');
      expect(dayOfInstant(midnight, 'Europe/Berlin')).toBe('2026-11-28');
      expect(offsetAt(midnight, 'Europe/Berlin')).toBe(3_600_000);
      expect(offsetAt(midnight, 'Asia/Kathmandu')).toBe(20_700_000);
    } finally {
      spelled.mockRestore();
    }
  });

  it("TECH-23 GEN-14 the shown clock agrees with the machine's own conversion", () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/St_Johns',
      'Pacific/Auckland',
      'Pacific/Kiritimati',
    );
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const spelled = new Intl.DateTimeFormat('de', {
          timeZone: zone,
          dateStyle: 'medium',
          timeStyle: 'medium',
        });
        const [, day, month, year, time] = /^(\d+)\.(\d+)\.(\d+), (.+)$/.exec(spelled.format(instant)) ?? [];
        expect(dayOfInstant(instant, zone)).toBe(`${year}-${month}-${day}`);
        const shown = new Date(instant.getTime() + offsetAt(instant, zone));
        expect(shown.toISOString().slice(11, 19)).toBe(time);
      }),
    );
  });
});
