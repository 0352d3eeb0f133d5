import { describe, expect, test } from 'vitest';
import { filledArea, filledTexts, pastedTexts } from './area.ts';

const source = { top: 2, left: 1, bottom: 3, right: 2 };

describe('SHEET-01 fill handle', () => {
  test.each([
    ['down', { line: 6, column: 2 }, { ...source, bottom: 6 }],
    ['up', { line: 0, column: 1 }, { ...source, top: 0 }],
    ['right', { line: 3, column: 5 }, { ...source, right: 5 }],
    ['left', { line: 2, column: 0 }, { ...source, left: 0 }],
    ['the longer way', { line: 9, column: 4 }, { ...source, bottom: 9 }],
    ['without a move', { line: 2, column: 1 }, source],
  ])('%s', (_, to, area) => {
    expect(filledArea(source, to)).toEqual(area);
  });

  test('repeats the selection, also upwards', () => {
    const textAt = ({ line, column }: { line: number; column: number }) => `${line}/${column}`;
    expect(filledTexts(source, { ...source, top: 1, bottom: 5 }, textAt)).toEqual([
      ['3/1', '3/2'],
      ['2/1', '2/2'],
      ['3/1', '3/2'],
      ['2/1', '2/2'],
      ['3/1', '3/2'],
    ]);
  });
});

describe('SHEET-01 pasting into a selection', () => {
  const area = { top: 0, left: 0, bottom: 3, right: 1 };
  test('one cell fills the selection', () => {
    expect(pastedTexts([['a']], area)).toEqual(Array.from({ length: 4 }, () => ['a', 'a']));
  });
  test('a block that fits several times is repeated', () => {
    expect(pastedTexts([['a'], ['b']], area)).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'a'],
      ['b', 'b'],
    ]);
  });
  test('any other block is written once', () => {
    const block = [['a', 'b', 'c']];
    expect(pastedTexts(block, area)).toBe(block);
  });
});
