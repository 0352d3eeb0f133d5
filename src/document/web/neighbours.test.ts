import { describe, expect, test } from 'vitest';
import { placeIn } from './neighbours.ts';

const rows = [
  { kind: 'procurement', id: 7 },
  { kind: 'invoice', id: 7 },
  { kind: 'procurement', id: 9 },
];

describe('OVW-06 the place of a document in the list it was opened from', () => {
  test('has neighbours in the middle', () => {
    expect(placeIn({ rows, count: 18 }, { kind: 'invoice', id: 7 })).toEqual({
      position: 2,
      count: 18,
      previous: rows[0],
      next: rows[2],
    });
  });

  test('has one neighbour at each end', () => {
    expect(placeIn({ rows, count: 3 }, { kind: 'procurement', id: 7 })?.previous).toBeNull();
    expect(placeIn({ rows, count: 3 }, { kind: 'procurement', id: 9 })?.next).toBeNull();
  });

  test('is null outside the list or in a list of one', () => {
    expect(placeIn({ rows, count: 3 }, { kind: 'invoice', id: 9 })).toBeNull();
    expect(placeIn({ rows: rows.slice(0, 1), count: 1 }, { kind: 'procurement', id: 7 })).toBeNull();
  });
});
