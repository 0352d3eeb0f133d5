import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apportioned } from './apportion.ts';
import { absolute, compareAmounts, dividedBy, minus, round, sum, times } from './money.ts';

it.each([
  ['100.00', ['1', '1', '1'], ['33.33', '33.33', '33.34']],
  ['-100.00', ['1', '1', '1'], ['-33.33', '-33.33', '-33.34']],
  ['0.01', ['50', '50'], ['0.00', '0.01']],
  ['10.00', ['0', '1'], ['0.00', '10.00']],
  ['0.05', ['70', '30'], ['0.03', '0.02']],
] as const)('%s by %j', (total, weights, parts) => expect(apportioned(total, weights, 2)).toEqual(parts));

it('VAL-19 EXP-12 parts sum up to the total exactly, each within less than a cent', () => {
  const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    .filter((list) => list.some((weight) => weight > 0));
  fc.assert(
    fc.property(cents, weights, (amount, list) => {
      const total = round(dividedBy(String(amount), '100'), 2);
      const parts = apportioned(total, list.map(String), 2);
      expect(compareAmounts(sum(parts), total)).toBe(0);
      for (const [place, part] of parts.entries()) {
        const exact = dividedBy(times(total, String(list[place])), sum(list.map(String)));
        expect(compareAmounts(absolute(minus(part, exact)), '0.01')).toBeLessThan(0);
      }
    }),
  );
});
