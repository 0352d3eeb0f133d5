import { expect, test } from 'vitest';
import { moved } from './moved.ts';

const all = ['a', 'b', 'c'].map((key) => ({ key }));

test.each([
  ['to the front', 'b', -1, 'bac'],
  ['to the back', 'a', 1, 'bac'],
  ['beyond the end', 'a', 9, 'bca'],
  ['beyond the front', 'c', -9, 'cab'],
  ['unknown', 'x', 1, 'abc'],
])('MOB-02 pages are moved: %s', (_, key, by, order) => {
  expect(
    moved(all, key, by)
      .map((one) => one.key)
      .join(''),
  ).toBe(order);
});
