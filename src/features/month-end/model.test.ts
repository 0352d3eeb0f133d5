import { describe, expect, it } from 'vitest';
import { cellOf } from './cells.ts';
import { costPerMonth, monthsAfter } from './forecast.ts';
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

it('DASH-10 NAV-02 an address names a product by an array, as text or as read from it', () => {
  const key = '[3,null,null,"Stk"]';
  expect(monthEndSearchOf({ product: key })).toEqual({ product: key });
  expect(monthEndSearchOf({ product: JSON.parse(key) })).toEqual({ product: key });
  for (const product of ['[3]', '["3",null,null,""]', 'x', 7, [1, 2, 3, 4]])
    expect(monthEndSearchOf({ product })).toEqual({});
});

describe('DASH-09 the months of a forecast', () => {
  const costOf = () => '100';

  it('begin on the next day, with the rest of its month', () => {
    const months = monthsAfter('2026-01-30');
    expect(months).toHaveLength(24);
    expect(months.slice(0, 2)).toEqual([
      { period: '2026-01', from: '2026-01-31', to: '2026-01-31' },
      { period: '2026-02', from: '2026-02-01', to: '2026-02-28' },
    ]);
    expect(monthsAfter('2026-12-31')[0]?.period).toBe('2027-01');
  });

  it('cost nothing after the last day, and covered amounts are deducted from the first months', () => {
    const months = monthsAfter('2026-01-31').slice(0, 5);
    expect(costPerMonth(months, { until: '2026-05-15', covered: '150', costOf })).toEqual([
      ...['0', '50', '100', '100', '0'],
    ]);
    expect(costPerMonth(months, { until: null, covered: '0', costOf })).toEqual(Array(5).fill('100'));
  });
});
