import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planProblem } from '../../page-plan.ts';
import {
  type Arrangement,
  asProposed,
  asShown,
  planOf,
  withCut,
  withLeftOut,
  withMoved,
  withTurn,
} from './arrangement.ts';

const sources = [
  { id: 7, pages: 3 },
  { id: 8, pages: 2 },
];
const start = asShown(sources);

/** The parts as `71 72 | 73`, with degrees for turned pages. */
const written = (arrangement: Arrangement): string =>
  planOf(arrangement)
    .map((part) =>
      part.map(({ invoice_id, page, turn }) => `${invoice_id}${page}${turn ? `/${turn}` : ''}`).join(' '),
    )
    .join(' | ');

describe('REC-12 arranging pages', () => {
  test('REC-14 a file with several invoices starts with a part for each of them', () => {
    const withParts = [
      { id: 7, pages: 3, starts: [1, 3] },
      { id: 8, pages: 2, starts: [] },
    ];
    expect(written(asProposed(withParts))).toBe('71 72 | 73 | 81 82');
  });

  test('each file starts as a part of its own', () => {
    expect(written(start)).toBe('71 72 73 | 81 82');
  });

  test('a cut starts a new part, a second cut joins it with the previous one', () => {
    expect(written(withCut(start, 1))).toBe('71 | 72 73 | 81 82');
    expect(written(withCut(withCut(start, 1), 1))).toBe('71 72 73 | 81 82');
    expect(written(withCut(start, 3))).toBe('71 72 73 81 82');
  });

  test('a page can be turned, left out and restored; a part without pages makes no invoice', () => {
    expect(written(withTurn(withTurn(start, 0), 0))).toBe('71/180 72 73 | 81 82');
    expect(written(withLeftOut(start, 1))).toBe('71 73 | 81 82');
    expect(written(withLeftOut(withLeftOut(start, 1), 1))).toBe('71 72 73 | 81 82');
    expect(written(withLeftOut(withLeftOut(start, 3), 4))).toBe('71 72 73');
  });

  test('a page can be moved within its part, over its edge and to a distant position', () => {
    expect(written(withMoved(start, 0, 1))).toBe('72 71 73 | 81 82');
    expect(written(withMoved(start, 2, 0))).toBe('73 71 72 | 81 82');
    expect(written(withMoved(start, 2, 3))).toBe('71 72 | 73 81 82');
    expect(written(withMoved(start, 3, 2))).toBe('71 72 73 81 | 82');
    expect(written(withMoved(start, 0, 4))).toBe('72 73 | 81 82 71');
    expect(written(withMoved(start, 4, 0))).toBe('82 71 72 73 | 81');
    expect(written(withMoved(start, 0, 9))).toBe(written(start));
  });

  test('after any actions each page occurs once, and the server accepts the plan unless a file has no pages', () => {
    const step = fc.record({
      do: fc.constantFrom('cut', 'turn', 'drop', 'move'),
      at: fc.nat(4),
      to: fc.nat(4),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let arrangement = start;
        for (const { do: what, at, to } of steps) {
          if (what === 'cut' && at > 0) arrangement = withCut(arrangement, at);
          if (what === 'turn') arrangement = withTurn(arrangement, at);
          if (what === 'drop') arrangement = withLeftOut(arrangement, at);
          if (what === 'move') arrangement = withMoved(arrangement, at, to);
        }
        const tiles = arrangement.flat();
        expect(tiles.map(({ invoiceId, page }) => `${invoiceId}${page}`).toSorted()).toEqual([
          '71',
          '72',
          '73',
          '81',
          '82',
        ]);
        expect(arrangement.every((part) => part.length > 0)).toBe(true);
        const left = new Set(tiles.filter((tile) => !tile.isLeftOut).map(({ invoiceId }) => invoiceId));
        expect(planProblem(planOf(arrangement), sources)?.code ?? null).toBe(
          left.size === sources.length ? null : 'pages_required',
        );
      }),
    );
  });
});
