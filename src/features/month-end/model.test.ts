import { describe, expect, it } from 'vitest';
import { cellOf } from './cells.ts';
import { columnsOf, lastMonthEnd } from './model.ts';
import { monthEndSearchOf } from './search.ts';

describe('DASH-07 the day of a list', () => {
  it.each([
    ['2026-03-31', '2026-02-28'],
    ['2024-03-01', '2024-02-29'],
    ['2026-01-15', '2025-12-31'],
  ])('defaults on %s to %s', (today, expected) => {
    expect(lastMonthEnd(today)).toBe(expected);
  });
});

it('DASH-07 NAV-02 drops invalid values from the address', () => {
  expect(
    monthEndSearchOf({
      list: 'discounts',
      day: '2026-02-28',
      client: 3,
      department: '4',
      cost_center: -1,
    }),
  ).toEqual({ list: 'discounts', day: '2026-02-28', client: 3, department: 4 });
  expect(monthEndSearchOf({ list: 'others', day: '2026-02-30', client: 'x' })).toEqual({});
});

it('EXP-17 a cell is a number, a day, a translated text, or empty', () => {
  const row = {
    kind: null,
    id: null,
    currency: 'EUR',
    net: '12.50',
    ordered_on: '2026-02-01',
    document: 'contract',
    group: null,
  };
  const cells = [...columnsOf.commitments, ...columnsOf.throughput]
    .filter(({ key }) => key in row || key === 'ends_on')
    .map((column) => cellOf(column, row, (key) => `t:${key}`));
  expect(cells).toEqual([
    't:month_end.document.contract',
    { day: '2026-02-01' },
    null,
    { number: '12.50' },
    'EUR',
    't:month_end.others',
  ]);
});
