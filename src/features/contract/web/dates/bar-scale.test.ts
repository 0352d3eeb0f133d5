import { describe, expect, test } from 'vitest';
import { axisOf, type BarDays, barParts, barSpan, labelsWithRoom, placeOf } from './bar-scale.ts';

const cranes: BarDays = {
  today: '2025-05-21',
  start: '2023-09-01',
  minimum: null,
  reminder: '2025-05-01',
  deadline: '2025-05-31',
  next: '2025-08-31',
  end: '2025-08-31',
  extended: '2026-08-31',
};
const nothing: BarDays = {
  today: '2025-05-21',
  start: null,
  minimum: null,
  reminder: null,
  deadline: null,
  next: null,
  end: null,
  extended: null,
};

describe('CON-01 time bar of a contract', () => {
  test('it shows the last months and the whole future', () => {
    expect(barSpan(cranes)).toEqual({ from: '2024-08-21', to: '2026-08-31', isCut: true });
  });

  test('a short contract is drawn from its start', () => {
    const short = { ...cranes, start: '2025-01-01', end: '2025-12-31', next: '2025-12-31', extended: null };
    expect(barSpan(short)).toEqual({ from: '2025-01-01', to: '2025-12-31', isCut: false });
  });

  test('a contract without an end is drawn beyond its last known day', () => {
    const endless = { ...nothing, start: '2024-01-15', deadline: '2025-06-30', next: '2025-09-30' };
    expect(barSpan(endless)).toEqual({ from: '2024-08-21', to: '2026-03-30', isCut: true });
  });

  test('CON-22 without a start or an end there is no bar', () => {
    expect(barSpan(nothing)).toBeNull();
    expect(barSpan({ ...nothing, start: '2025-01-01' })).toBeNull();
    expect(barSpan({ ...nothing, end: '2025-01-01' })).toBeNull();
    expect(barSpan({ ...nothing, start: '2025-01-01', end: '2025-01-01' })).toBeNull();
  });

  test('days at the edge of the calendar are allowed', () => {
    expect(barSpan({ ...nothing, start: '0001-01-01', next: '9999-12-31' })?.to).toBe('9999-12-31');
  });

  test('its parts follow each other without gaps', () => {
    const span = barSpan(cranes) ?? { from: '', to: '', isCut: false };
    const parts = barParts(cranes, span);
    expect(parts.map(({ kind }) => kind)).toEqual(['past', 'notice', 'running', 'extension']);
    expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)]);
    expect(parts.at(-1)?.to).toBe(100);
  });

  test.each<[string, Partial<BarDays>, readonly string[]]>([
    ['over', { today: '2027-01-01' }, ['past', 'extension']],
    ['without notice', { deadline: null, extended: null }, ['past', 'running']],
    ['not begun', { today: '2023-01-01' }, ['notice', 'running', 'extension']],
    ['missed', { deadline: '2025-01-31' }, ['past', 'running', 'extension']],
  ])('%s: %j', (_, changed, kinds) => {
    const days = { ...cranes, ...changed };
    const span = { from: '2023-09-01', to: '2026-08-31', isCut: false };
    expect(barParts(days, span).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('days outside are placed at its ends', () => {
    const span = { from: '2025-01-01', to: '2025-12-31' };
    expect(placeOf('2024-01-01', span)).toBe(0);
    expect(placeOf('2025-07-02', span)).toBe(50);
    expect(placeOf('2030-01-01', span)).toBe(100);
  });

  test.each([
    [
      '2025-01-01',
      '2025-06-30',
      'month',
      ['2025-01-01', '2025-02-01', '2025-03-01', '2025-04-01', '2025-05-01', '2025-06-01'],
    ],
    [
      '2025-02-10',
      '2026-05-31',
      'month',
      ['2025-04-01', '2025-07-01', '2025-10-01', '2026-01-01', '2026-04-01'],
    ],
    [
      '2025-02-10',
      '2032-05-31',
      'year',
      ['2026-01-01', '2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01', '2031-01-01', '2032-01-01'],
    ],
    [
      '2011-02-10',
      '2040-05-31',
      'year',
      ['2015-01-01', '2020-01-01', '2025-01-01', '2030-01-01', '2035-01-01', '2040-01-01'],
    ],
  ] as const)('its axis from %s to %s: %ss', (from, to, unit, days) => {
    const axis = axisOf({ from, to, isCut: false });
    expect(axis.unit).toBe(unit);
    expect(axis.ticks.map(({ day }) => day)).toEqual(days);
  });

  test('labels stay on the bar and do not overlap', () => {
    expect(
      labelsWithRoom([
        { key: 'deadline', place: 10, side: 'before' },
        { key: 'next', place: 20, side: 'after' },
        { key: 'extended', place: 100, side: 'after' },
      ]),
    ).toEqual([
      { key: 'deadline', place: 10, side: 'after' },
      { key: 'extended', place: 100, side: 'before' },
    ]);
  });
});
