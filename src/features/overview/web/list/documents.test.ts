import { expect, test } from 'vitest';
import { countedAtMost } from '../../documents-query.ts';
import { knownCount } from './documents.ts';

const more = countedAtMost + 1;

test.each([
  ['a number that was counted', 17, [{ count: 17 }], 17],
  ['an unknown number', null, [{ count: 2345 }], null],
  ['"more" without sums', more, [], more],
  ['"more" with sums in two currencies', more, [{ count: 2345 }, { count: 10 }], 2355],
  ['"more" with sums of another list', more, [{ count: 12 }], more],
])('OVW-05 the number of hits for %s', (_, count, net, shown) => {
  expect(knownCount(count, net)).toBe(shown);
});
