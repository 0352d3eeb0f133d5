import { describe, expect, test } from 'vitest';
import { type FlowLine, fewestPagesOf, keptTogether, pagesOf } from './flow.ts';

const area = { firstTop: 50, top: 10, bottom: 100 };
const line = (change: Partial<FlowLine> = {}): FlowLine => ({
  height: 10,
  mayStartPage: true,
  draw: () => {},
  ...change,
});
const lines = (count: number, change?: Partial<FlowLine>) =>
  Array.from({ length: count }, () => line(change));
const counts = (flow: readonly FlowLine[]) => pagesOf(flow, area).map((page) => page.length);

describe('lines over pages', () => {
  test('no lines make one page', () => expect(counts([])).toEqual([0]));

  test('the first page begins lower than the others', () => {
    expect(counts(lines(15))).toEqual([5, 9, 1]);
    expect(pagesOf(lines(6), area)[1]?.[0]?.y).toBe(10);
  });

  test('gaps shrink if that saves a page, and only then', () => {
    const spaced = (count: number) => lines(count, { gap: 5 });
    expect(fewestPagesOf(spaced(3), area)[0]?.map(({ y }) => y)).toEqual([50, 65, 80]);
    expect(fewestPagesOf(spaced(4), area)).toHaveLength(1);
    expect(fewestPagesOf(spaced(4), area)[0]?.at(-1)?.y).toBe(89);
    // If even the densest layout needs another page, the gaps stay.
    expect(fewestPagesOf(spaced(6), area)[0]?.map(({ y }) => y)).toEqual([50, 65, 80]);
  });

  test('a table head is repeated on each page', () => {
    const head = [line()];
    const pages = pagesOf(lines(7, { head }), area);
    expect(pages[1]?.map(({ y }) => y)).toEqual([10, 20, 30]);
    expect(pages[1]?.[0]?.line).toBe(head[0]);
  });

  test('a block moves to the next page as a whole', () => {
    expect(counts([...lines(4), ...keptTogether(lines(3))])).toEqual([4, 3]);
  });

  test('totals take the last row with them', () => {
    expect(counts([...lines(5), ...lines(2, { mayStartPage: false })])).toEqual([4, 3]);
  });

  test('a long block is split with at least two lines on either side', () => {
    expect(counts([...lines(4), ...keptTogether(lines(9))])).toEqual([4, 9]);
    expect(counts([...lines(3), ...keptTogether(lines(11))])).toEqual([5, 9]);
    expect(counts([...keptTogether(lines(15))])).toEqual([5, 8, 2]);
  });

  test('a block without a split point is split where the page is full', () => {
    expect(counts(lines(12, { mayStartPage: false }))).toEqual([5, 7]);
  });

  test('a line taller than a page is alone on it', () => {
    expect(counts([line({ height: 500 }), line(), line({ height: 500 })])).toEqual([1, 1, 1]);
  });

  test('the space above a line is dropped at the top of a page', () => {
    const [, second] = pagesOf(lines(6, { gap: 4 }), area);
    expect(second?.[0]?.y).toBe(10);
    expect(second?.[1]?.y).toBe(24);
  });

  test('every line is placed exactly once and in order', () => {
    const flow = Array.from({ length: 60 }, (_, index) =>
      line({ height: 5 + (index % 4) * 6, mayStartPage: index % 3 !== 1, gap: index % 5 }),
    );
    const placed = pagesOf(flow, area).flat();
    expect(placed.map((each) => each.line)).toEqual(flow);
  });
});
