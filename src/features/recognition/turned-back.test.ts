import { describe, expect, test } from 'vitest';
import { boxBack } from './turned-back.ts';

describe('REC-05 places on rotated pages', () => {
  test('a page without rotation keeps its places', () => {
    const turn = { degrees: 0, width: 100, height: 200, ownWidth: 100, ownHeight: 200 };
    const [x0, y0, x1, y1] = boxBack([0.1, 0.2, 0.3, 0.25], turn);
    expect([x0, y0, x1, y1].map((side) => side.toFixed(3))).toEqual(['0.100', '0.200', '0.300', '0.250']);
  });

  test('a clockwise rotation is reversed', () => {
    // A quarter turn of a 100 x 200 page yields 200 x 100, with the upper left corner moved to the right.
    const turn = { degrees: 90, width: 200, height: 100, ownWidth: 100, ownHeight: 200 };
    const [x0, y0, x1, y1] = boxBack([1, 0, 1, 0], turn);
    expect([x0, y0, x1, y1].map((side) => Math.abs(side).toFixed(3))).toEqual([
      '0.000',
      '0.000',
      '0.000',
      '0.000',
    ]);
  });

  test('a quarter turn swaps the width and height of a box', () => {
    const turn = { degrees: 270, width: 200, height: 100, ownWidth: 100, ownHeight: 200 };
    const [x0, y0, x1, y1] = boxBack([0.1, 0.2, 0.3, 0.25], turn);
    expect(((x1 - x0) * 100).toFixed(2)).toBe('5.00');
    expect(((y1 - y0) * 200).toFixed(2)).toBe('40.00');
  });
});
