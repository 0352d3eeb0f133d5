import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareAmounts, round, sum, times } from '../../base/money.ts';
import { baseAmounts } from './base-amounts.ts';

it.each([
  ['a third each', ['33.33', '33.33', '33.34'], '0.921659', ['30.72', '30.72', '30.73']],
  ['a zero part becomes a cent of the largest', ['100.00', '0.05'], '0.04', ['3.99', '0.01']],
  ['a zero deduction becomes a cent too', ['100.00', '-0.05'], '0.04', ['4.01', '-0.01']],
  [
    'the largest part stays close to its converted value',
    ['428.60', '-0.01', '-0.01'],
    '0.000105',
    ['0.06', '-0.01', '0.00'],
  ],
  ['a zero total stays zero', ['0.01', '0.01'], '0.04', ['0.00', '0.00']],
])('PRICE-07 parts in the currency of the company: %s', (_, grosses, rate, bases) => {
  expect(baseAmounts(grosses, rate)).toEqual(bases);
});

it('PRICE-07 converted parts add up to the converted total, and none is zero beside one of forty euros', () => {
  const cents = fc.integer({ min: -900_000, max: 900_000 }).filter((value) => value !== 0);
  const drawn = fc.tuple(
    fc.array(cents, { minLength: 1, maxLength: 40 }),
    fc.integer({ min: 101, max: 5_000_000 }),
  );
  fc.assert(
    fc.property(drawn, ([parts, millionths]) => {
      const rate = (millionths / 1_000_000).toFixed(6);
      const grosses = parts.map((value) => (value / 100).toFixed(2));
      const bases = baseAmounts(grosses, rate);
      expect(compareAmounts(sum(bases), round(times(sum(grosses), rate), 2))).toBe(0);
      if (!parts.some((value) => Math.abs(value) * millionths >= 4_000_000_000)) return;
      for (const [place, base] of bases.entries())
        expect(Math.sign(Number(base)), `${grosses[place]} is ${base}`).toBe(Math.sign(parts[place] ?? 0));
    }),
  );
});
