import { expect, test } from 'vitest';
import { isWithin, timesOf } from './head-times.ts';

const hour = 3_600_000;
const heads = [
  { position: 10, link: '', at: 100 * hour },
  { position: 10, link: '', at: null },
  { position: 20, link: '', at: 99.5 * hour },
  { position: 30, link: '', at: 200 * hour },
];

test('AUD-09 a row must be dated between its neighbouring heads, with an hour of tolerance', () => {
  const { wrong, spansAt } = timesOf(heads, 201 * hour);
  expect(wrong).toEqual([]);
  expect([1, 10, 11, 20, 21, 31].flatMap((position) => spansAt(position))).toEqual([
    { from: Number.NEGATIVE_INFINITY, to: 100.5 * hour },
    { from: Number.NEGATIVE_INFINITY, to: 100.5 * hour },
    { from: 99 * hour, to: 100.5 * hour },
    { from: 99 * hour, to: 100.5 * hour },
    { from: 99 * hour, to: 201 * hour },
    { from: 199 * hour, to: Number.POSITIVE_INFINITY },
  ]);
});

/** Heads signed at these hours, ten rows apart. */
const headsAt = (...hours: readonly number[]) =>
  hours.map((at, place) => ({ position: 10 * (place + 1), link: '', at: at * hour }));

test.each([
  ['ahead', headsAt(1, 2, 50, 3, 4), [30]],
  ['ahead for several heads', headsAt(1, 2, 3, 4, 50, 51, 5, 6), [50, 60]],
  ['behind', headsAt(10, 20, 2, 30), [30]],
  ['ahead, with nothing sealed since', headsAt(1, 2, 50), [30]],
  ['off by the usual difference between nodes', headsAt(1, 2, 1.5, 3), []],
])('AUD-10 detects a clock that was %s', (_, heads, positions) => {
  expect(timesOf(heads, 40 * hour).wrong.map(({ position }) => position)).toEqual(positions);
});

test('AUD-10 next to a head with a wrong clock a row may have its time or the true one, and no other', () => {
  const { spansAt } = timesOf(headsAt(10, 20, 90, 20.1, 30), 40 * hour);
  const isAllowed = (position: number, at: number) =>
    isWithin(new Date(at * hour).toISOString().replace('T', ' ').replace('Z', '+00'), spansAt(position));
  for (const [position, at] of [
    [25, 90],
    [25, 20],
    [31, 20.1],
    [31, 90],
    [41, 25],
  ] as const)
    expect([position, at, isAllowed(position, at)]).toEqual([position, at, true]);
  for (const [position, at] of [
    [25, 60],
    [25, 5],
    [15, 90],
    [31, 5],
    [41, 90],
  ] as const)
    expect([position, at, isAllowed(position, at)]).toEqual([position, at, false]);
});
