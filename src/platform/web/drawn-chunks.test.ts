import { describe, expect, test } from 'vitest';
import { drawnChunks } from './drawn-chunks.ts';

const hundred = Array.from({ length: 100 }, () => 1000);

describe('PUN-07 rows of different heights are drawn near the view only', () => {
  test.each([
    ['at the beginning', hundred, 0, { from: 0, to: 2, above: 0, below: 98_000 }],
    ['in the middle', hundred, 50_000, { from: 49, to: 52, above: 49_000, below: 48_000 }],
    ['at the end', hundred, 99_500, { from: 98, to: 100, above: 98_000, below: 0 }],
    ['scrolled beyond the end', hundred, 900_000, { from: 99, to: 100, above: 99_000, below: 0 }],
    ['a few', [300, 200], 0, { from: 0, to: 2, above: 0, below: 0 }],
    ['none', [], 0, { from: 0, to: 0, above: 0, below: 0 }],
  ])('%s', (_, heights, scrollTop, drawn) => {
    expect(drawnChunks({ heights, scrollTop, viewHeight: 500 })).toEqual(drawn);
  });

  test('drawn and skipped heights add up to the total', () => {
    const heights = Array.from({ length: 60 }, (_, place) => 100 + ((place * 37) % 400));
    const all = heights.reduce((sum, height) => sum + height, 0);
    for (let scrollTop = 0; scrollTop < all; scrollTop += 130) {
      const { from, to, above, below } = drawnChunks({ heights, scrollTop, viewHeight: 480 });
      const drawn = heights.slice(from, to).reduce((sum, height) => sum + height, 0);
      expect(above + drawn + below).toBe(all);
      expect(above).toBeLessThanOrEqual(scrollTop);
      expect(above + drawn).toBeGreaterThanOrEqual(Math.min(all, scrollTop + 480));
    }
  });
});
