import { expect, test } from 'vitest';
import { spansOf } from './head-times.ts';

const hour = 3_600_000;
const heads = [
  { position: 10, link: '', at: 100 * hour },
  { position: 10, link: '', at: null },
  { position: 20, link: '', at: 90 * hour },
  { position: 30, link: '', at: 200 * hour },
];

test('AUD-09 a row was written between the heads around it, an hour more or less', () => {
  const spanOf = spansOf(heads);
  expect([1, 10, 11, 20, 21, 31].map(spanOf)).toEqual([
    { from: Number.NEGATIVE_INFINITY, to: 91 * hour },
    { from: Number.NEGATIVE_INFINITY, to: 91 * hour },
    { from: 99 * hour, to: 91 * hour },
    { from: 99 * hour, to: 91 * hour },
    { from: 99 * hour, to: 201 * hour },
    { from: 199 * hour, to: Number.POSITIVE_INFINITY },
  ]);
});
