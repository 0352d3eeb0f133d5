import { describe, expect, it } from 'vitest';
import { rowsInView } from './rows-in-view.ts';

const heights = Array.from({ length: 500 }, () => 35);
const none = new Set<number>();

describe('PROC-40 only the rows in view are drawn', () => {
  it('of 500 rows those near the view, with the space of the others', () => {
    const [above, ...others] = rowsInView({ heights, scrollTop: 7_000, viewHeight: 800 }, none);
    const below = others.pop();
    expect(others).toHaveLength(58);
    expect(others[0]).toBe(182);
    expect([above, below]).toEqual([{ height: 182 * 35 }, { height: 260 * 35 }]);
  });

  it('and rows that are kept, such as the one with the focus, far above and below', () => {
    const pieces = rowsInView({ heights, scrollTop: 7_000, viewHeight: 800 }, new Set([0, 3, 4, 499]));
    expect(pieces.slice(0, 5)).toEqual([0, { height: 70 }, 3, 4, { height: 177 * 35 }]);
    expect(pieces.slice(-2)).toEqual([{ height: 259 * 35 }, 499]);
  });

  it('and all heights add up to those of all rows, whatever is drawn', () => {
    const uneven = heights.map((height, place) => height + ((place * 37) % 300));
    const all = uneven.reduce((sum, height) => sum + height, 0);
    for (const scrollTop of [-5_000, 0, 3_333, all, all + 5_000]) {
      const pieces = rowsInView({ heights: uneven, scrollTop, viewHeight: 800 }, new Set([7, 250]));
      const heightOf = (piece: (typeof pieces)[number]): number =>
        typeof piece === 'number' ? (uneven[piece] ?? 0) : piece.height;
      expect(pieces.reduce<number>((sum, piece) => sum + heightOf(piece), 0)).toBe(all);
    }
  });
});
