import { describe, expect, test } from 'vitest';
import { type GoodsRow, receivedShare } from './received.ts';

const row = (units: readonly (string | null)[]): GoodsRow => {
  const named = units.flatMap((unit) => unit ?? []).toSorted();
  return {
    goods: {
      aggregate: {
        ...{ count: units.length, units: named.length, sum: { ordered: 33, received: 14 } },
        ...{ min: { unit: named[0] ?? null }, max: { unit: named.at(-1) ?? null } },
      },
    },
    begun: { aggregate: { count: 1 } },
  };
};

describe('PROC-18 the received share of an order in lists', () => {
  test.each([
    ['pieces', ['Stück', 'Stück']],
    ['goods without a unit', [null, null]],
  ])('is the sum of %s', (_, units) => {
    expect(receivedShare(row(units))).toEqual({ isOfOneUnit: true, received: '14', ordered: '33' });
  });

  test.each([
    ['pieces and litres', ['Stück', 'l', 'Stück']],
    ['pieces and goods without a unit', ['Stück', null, null]],
  ])('counts the lines of %s, which have no sum', (_, units) => {
    expect(receivedShare(row(units))).toEqual({ isOfOneUnit: false, received: '1', ordered: '3' });
  });
});
