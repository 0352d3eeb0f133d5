import { describe, expect, test } from 'vitest';
import type { Dimension, Figure } from './model.ts';
import {
  barLengths,
  budgetBarOf,
  courseOf,
  currenciesOf,
  effectiveStatuses,
  effectiveTotal,
  freeOf,
  lengthOf,
  share,
  sharesOf,
} from './shares.ts';

function figure(change: Partial<Figure>): Figure {
  return {
    kind: 'procurement',
    currency: 'EUR',
    dimension: null,
    key: null,
    number: null,
    name: null,
    is_rest: false,
    count: 1,
    net: '0',
    without_rate: 0,
    ...change,
  };
}

describe('DASH-03 bars of a chart', () => {
  const dimension: Dimension = 'department';
  const figures = [
    figure({ count: 9, net: '330.00' }),
    figure({ dimension, key: '1', name: 'IT', count: 1, net: '200.00' }),
    figure({ dimension, key: '2', name: 'Lager', count: 4, net: '100.00' }),
    figure({ dimension, key: null, count: 3, net: '40.00' }),
    figure({ dimension, key: null, is_rest: true, count: 1, net: '-10.00' }),
    figure({ kind: 'invoice', dimension, key: '1', count: 5, net: '999.00' }),
    figure({ currency: 'CHF', dimension, key: '1', count: 5, net: '999.00' }),
  ];
  const chart = { kind: 'procurement', currency: 'EUR', dimension } as const;

  test('sort by the measure, with unnamed bars and the rest last', () => {
    const names = (measure: 'value' | 'count') =>
      sharesOf(figures, { ...chart, measure }).map(({ name, isRest }) => name ?? (isRest ? 'rest' : 'none'));
    expect(names('value')).toEqual(['IT', 'Lager', 'none', 'rest']);
    expect(names('count')).toEqual(['Lager', 'IT', 'none', 'rest']);
  });

  test('have lengths proportional to the measure; credits have none', () => {
    const lengths = sharesOf(figures, { ...chart, measure: 'value' }).map(({ length }) => length);
    expect(lengths).toEqual(['100.00', '50.00', '20.00', '0']);
    expect(barLengths([])).toEqual([]);
    expect(barLengths(['0', '0'])).toEqual(['0', '0']);
  });

  test('PRICE-07 say how many documents have no rate', () => {
    const own = [
      figure({ dimension, key: '1', net: '5.00', without_rate: 2 }),
      figure({ dimension, key: '2' }),
    ];
    const shares = sharesOf(own, { ...chart, measure: 'value' });
    expect(shares.map(({ key, withoutRate }) => [key, withoutRate])).toEqual([
      ['1', 2],
      ['2', 0],
    ]);
  });

  test('DASH-05 PRICE-07 the total of a kind is per currency, without declined documents, with the number without a rate', () => {
    const byStatus = [
      figure({ dimension: 'status', key: 'approval', count: 4, net: '300.00' }),
      figure({ dimension: 'status', key: 'completed', count: 2, net: '30.00', without_rate: 1 }),
      figure({ dimension: 'status', key: 'declined', count: 3, net: '99.00', without_rate: 2 }),
    ];
    expect(effectiveTotal(byStatus, 'procurement', 'EUR')).toEqual({ count: 6, net: '330', without_rate: 1 });
    expect(effectiveTotal(byStatus, 'procurement', 'USD')).toEqual({ count: 0, net: '0', without_rate: 0 });
    expect(effectiveStatuses('procurement')).not.toContain('draft');
  });

  test('DASH-05 the currency with the most documents comes first', () => {
    const totals = [
      figure({ currency: 'CHF', count: 2 }),
      figure({ currency: 'EUR', count: 1 }),
      figure({ kind: 'invoice', currency: 'EUR', count: 3 }),
    ];
    expect(currenciesOf(totals)).toEqual(['EUR', 'CHF']);
  });
});

describe('DASH-04 BUD-05 bar of a budget', () => {
  test('consists of invoiced, committed and free', () => {
    const budget = { value: '200', invoiced: '50', committed: '30' };
    expect(freeOf(budget)).toBe('120.00');
    expect(budgetBarOf(budget, '400')).toEqual({
      invoiced: '25.00',
      committed: '15.00',
      over: '0',
      length: '50.00',
    });
  });

  test('shows the excess at its end', () => {
    const budget = { value: '100', invoiced: '80', committed: '45' };
    expect(freeOf(budget)).toBe('-25.00');
    expect(lengthOf(budget)).toBe('125');
    expect(budgetBarOf(budget, '125')).toEqual({
      invoiced: '64.00',
      committed: '16.00',
      over: '20.00',
      length: '100.00',
    });
  });

  test('shows invoices above the budget, ignores credits, and counts everything as excess without a value', () => {
    expect(budgetBarOf({ value: '100', invoiced: '150', committed: '10' }, '160')).toEqual({
      invoiced: '62.50',
      committed: '0',
      over: '37.50',
      length: '100.00',
    });
    expect(budgetBarOf({ value: '100', invoiced: '-20', committed: '10' }, '100')).toMatchObject({
      invoiced: '0',
      committed: '10.00',
    });
    expect(budgetBarOf({ value: '0', invoiced: '0', committed: '0' }, '0')).toMatchObject({ length: '0' });
    expect(share('5', '0')).toBe('0');
  });
});

describe('DASH-04 course of the year', () => {
  const months = [
    { currency: 'EUR', month: '2026-01-01', invoiced: '10', committed: '0' },
    { currency: 'EUR', month: '2026-03-01', invoiced: '20', committed: '20' },
    { currency: 'EUR', month: '2026-05-01', invoiced: '99', committed: '99' },
  ];

  test('accumulates month by month until the day, against the budget', () => {
    const course = courseOf(months, '2026-03-31', '100');
    expect(course.map(({ month }) => month)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(course.map(({ invoicedUntil }) => invoicedUntil)).toEqual(['10.00', '10.00', '30.00']);
    expect(course.at(-1)).toMatchObject({ invoiced: '30.00', committed: '20.00', limit: '100.00' });
  });

  test('draws the excess above the budget line', () => {
    const [first] = courseOf(months, '2026-01-31', '5');
    expect(first).toMatchObject({ invoiced: '100.00', limit: '50.00' });
    expect(courseOf(months, '', '5')).toEqual([]);
  });
});
