import { describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../../base/day.ts';
import { lastWorkingDayUntil, nthWorkingDay } from './working-days.ts';

const isWorkingDay = (day: Day, state: string | null) => lastWorkingDayUntil(day, state) === day;

describe('CON-29 the n-th working day of a month', () => {
  it.each<[string, Day, number, string | null, Day]>([
    ['is the first day if that is a working day', '2025-07-01', 1, null, '2025-07-01'],
    ['counts from the first for any given day of the month', '2025-07-31', 3, null, '2025-07-03'],
    ['counts Saturdays', '2025-10-15', 3, null, '2025-10-04'],
    ['skips New Year and Sundays', '2026-01-15', 3, null, '2026-01-05'],
    ['skips Epiphany in Bavaria', '2026-01-15', 4, 'Bayern', '2026-01-07'],
    ['does not skip Epiphany in Hamburg', '2026-01-15', 4, 'Hamburg', '2026-01-06'],
    ['skips All Saints in North Rhine-Westphalia', '2025-11-01', 1, 'Nordrhein-Westfalen', '2025-11-03'],
    ['does not skip All Saints in Berlin', '2025-11-01', 1, 'Berlin', '2025-11-01'],
    ['skips Good Friday', '2026-04-01', 3, null, '2026-04-04'],
    ['skips Easter Monday', '2026-04-01', 4, null, '2026-04-07'],
    ['skips the first of May', '2026-05-01', 1, null, '2026-05-02'],
    ['counts up to ten', '2026-01-01', 10, 'BY', '2026-01-14'],
  ])('CON-29 %s', (_, day, count, state, found) => expect(nthWorkingDay(day, count, state)).toBe(found));

  it('CON-29 is null if the month has fewer working days', () => {
    expect(nthWorkingDay('2026-02-01', 24, null)).toBe('2026-02-28');
    expect(nthWorkingDay('2026-02-01', 25, null)).toBeNull();
  });

  it('CON-29 is correct for many years in a row', () => {
    const found = Array.from({ length: 600 }, (_, year) =>
      nthWorkingDay(`${String(year + 1900).padStart(4, '0')}-01-01`, 1, 'Hessen'),
    );
    expect(found.slice(125, 128)).toEqual(['2025-01-02', '2026-01-02', '2027-01-02']);
    expect(found.every((day) => day?.endsWith('-01-02') || day?.endsWith('-01-03'))).toBe(true);
  });
});

describe('CON-29 federal state as entered for the company', () => {
  const epiphany = '2026-01-06';

  it.each([
    'Baden-Württemberg',
    'baden württemberg',
    'Baden-Wuerttemberg',
    'BW',
    'DE-BW',
    'Bayern',
    ' bavaria ',
    'Sachsen-Anhalt',
  ])('CON-29 %s has Epiphany', (state) => expect(isWorkingDay(epiphany, state)).toBe(false));

  it.each([null, '', 'Wien', 'Sachsen', 'Thüringen', 'BUND', 'ALL', 'AUGSBURG'])(
    'CON-29 %s does not have Epiphany',
    (state) => expect(isWorkingDay(epiphany, state)).toBe(true),
  );

  it.each<[string, Day]>([
    ['Baden-Württemberg', '2026-06-04'],
    ['Bayern', '2026-08-15'],
    ['Berlin', '2027-03-08'],
    ['Brandenburg', '2026-10-31'],
    ['Bremen', '2026-10-31'],
    ['Hessen', '2026-06-04'],
    ['Hamburg', '2026-10-31'],
    ['Mecklenburg-Vorpommern', '2027-03-08'],
    ['Niedersachsen', '2026-10-31'],
    ['Nordrhein-Westfalen', '2025-11-01'],
    ['Rheinland-Pfalz', '2025-11-01'],
    ['Saarland', '2026-08-15'],
    ['Sachsen', '2026-11-18'],
    ['Sachsen-Anhalt', '2026-01-06'],
    ['Schleswig-Holstein', '2026-10-31'],
    ['Thüringen', '2027-09-20'],
  ])('CON-29 %s has a holiday of its own on %s', (state, day) => {
    expect(isWorkingDay(day, state)).toBe(false);
    expect(isWorkingDay(day, null)).toBe(true);
  });

  it.each(['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-05-14', '2026-05-25', '2026-12-25'])(
    'CON-29 all have %s',
    (day) => expect([null, 'Bayern', 'Berlin', 'Wien'].some((state) => isWorkingDay(day, state))).toBe(false),
  );
});

describe('CON-28 the last working day on or before a deadline', () => {
  it.each<[string, Day, Day]>([
    ['is the deadline itself', '2025-09-30', '2025-09-30'],
    ['is the Saturday before a Sunday', '2025-08-31', '2025-08-30'],
    ['is before both days of Christmas and a Sunday', '2021-12-26', '2021-12-24'],
    ['is in the previous year', '2023-01-01', '2022-12-31'],
  ])('CON-28 %s', (_, deadline, day) => expect(lastWorkingDayUntil(deadline, null)).toBe(day));

  it('CON-28 is before a holiday of the state', () =>
    expect(lastWorkingDayUntil('2026-10-31', 'Hamburg')).toBe('2026-10-30'));

  it('CON-28 is at most four days earlier, also at the start of the calendar', () => {
    const everyDay = Array.from({ length: 1000 }, (_, place) => addDays('2024-01-01', place));
    const isNear = (day: Day) => String(lastWorkingDayUntil(day, 'Sachsen')) >= addDays(day, -4);
    expect(everyDay.every(isNear)).toBe(true);
    expect(lastWorkingDayUntil('0001-01-07', null)).toBe('0001-01-06');
  });
});
