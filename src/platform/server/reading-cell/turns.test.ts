import { expect, test } from 'vitest';
import { nextTurn, type Waiting, type Whose } from './turns.ts';

const work = (whose: Whose, guessMs: number, since = 0): Waiting => ({ whose, guessMs, since });

test('TECH-20 of the tenants that have the fewest in work the smallest document is next', () => {
  const [large, small, other] = [work(1, 90_000), work(1, 900), work(2, 5_000)];
  expect(nextTurn([large, small], [], 2, 0)).toBe(small);
  expect(nextTurn([small, other], [1], 2, 0)).toBe(other);
  expect(nextTurn([], [1], 2, 0)).toBeNull();
});

test('TECH-20 a tenant that has as many in work as one may have waits for itself', () => {
  expect(nextTurn([work(1, 1)], [1, 1, 2], 2, 0)).toBeNull();
  expect(nextTurn([work(null, 1)], [1, 1], 2, 0)).toMatchObject({ whose: null });
});

test('TECH-20 small documents go in the order in which they came, and so do large ones that have waited long', () => {
  const [first, second] = [work(1, 400, 1), work(1, 10, 2)];
  expect(nextTurn([second, first], [], 2, 5)).toBe(first);
  const large = work(1, 90_000, 0);
  expect(nextTurn([work(1, 10, 30_000), large], [], 2, 30_001)).toBe(large);
});
