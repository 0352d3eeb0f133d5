import { describe, expect, test } from 'vitest';
import type { Field } from '../field.ts';
import { day } from '../kinds/day.ts';
import { flag } from '../kinds/flag.ts';
import { decimal, percent, whole } from '../kinds/number.ts';
import { text } from '../kinds/text.ts';
import { figuresOf } from './figures.ts';
import type { Problems } from './judge.ts';
import { type Content, cellText, emptyLine, type Line } from './line.ts';
import { nextProblem, problemCount } from './next-problem.ts';
import { ordered } from './order.ts';
import type { Sheet } from './sheet.ts';

const reading = { language: 'de', today: '2026-11-22', decimals: 2 } as const;

function linesOf(...cells: readonly Readonly<Record<string, Content>>[]): readonly Line[] {
  return cells.map((each, key) => ({ ...emptyLine(key), cells: each }));
}

describe('I18N-05 numbers in cells as typed and as on every page', () => {
  test.each([
    ['a price has the decimals of the tenant', decimal({ decimals: 4, price: true }), '12.5', '12,50'],
    ['a price shows all its decimal places', decimal({ decimals: 4, price: true }), '0.0125', '0,0125'],
    ['a quantity stays as typed', decimal({ decimals: 3 }), '1', '1'],
    ['a tax stays as typed', percent(), '19', '19'],
    ['a fraction of a percent is shown', percent(), '7.5', '7,5'],
    ['a whole number is grouped', whole(), 12000, '12.000'],
  ] as const)('%s', (_, field, value, shown) => {
    expect(cellText(field as Field, value, reading)).toBe(shown);
  });

  test('a tenant with three decimals sees three', () => {
    const price = decimal({ decimals: 4, price: true });
    expect(cellText(price as Field, '12.5', { ...reading, decimals: 3 })).toBe('12,500');
  });
});

describe('SHEET-01 sorting the lines by a column', () => {
  const order = (field: Field, contents: readonly Content[], isDescending = false): readonly Content[] => {
    const lines = linesOf(...contents.map((a) => ({ a })), {});
    const sheet: Sheet = { lines, nextKey: lines.length, order: null };
    const sorted = ordered(sheet, { name: 'a', isDescending }, { field, reading });
    expect(sorted.order).toEqual({ name: 'a', isDescending });
    return sorted.lines.map(({ cells }) => cells.a ?? null);
  };

  test('sorts numbers by value, unreadable texts after them, empty cells last', () => {
    const contents = ['9', null, '-1', { unread: 'x' }, '10'];
    expect(order(decimal() as Field, contents)).toEqual(['-1', '9', '10', { unread: 'x' }, null, null]);
    expect(order(decimal() as Field, contents, true)).toEqual(['10', '9', '-1', { unread: 'x' }, null, null]);
  });

  test('sorts texts in the order of the language, numbers in them by value', () => {
    expect(order(text() as Field, ['Z', 'äb', 'A 10', 'A 9'])).toEqual(['A 9', 'A 10', 'äb', 'Z', null]);
  });

  test('sorts days and checkboxes', () => {
    expect(order(day() as Field, ['2026-02-01', '2025-12-31'])).toEqual(['2025-12-31', '2026-02-01', null]);
    expect(order(flag() as Field, [true, false, true])).toEqual([false, true, true, null]);
  });
});

describe('SHEET-01 figures of selected cells', () => {
  const columns = [
    { name: 'name', field: text() as Field },
    { name: 'price', field: decimal({ decimals: 4, price: true }) as Field },
    { name: 'count', field: whole() as Field },
  ];
  const lines = [
    ...linesOf(
      { name: 'a', price: '0.1', count: 1 },
      { name: 'b', price: '0.2', count: null },
      { name: 'c', price: { unread: '12.5' }, count: 3 },
    ),
    { ...emptyLine(3), cells: { price: '100' }, isRemoved: true },
  ];
  const at = (top: number, left: number, bottom: number, right: number) =>
    figuresOf(lines, columns, { top, left, bottom, right });

  test('sum and mean cover the numbers alone, exactly, without deleted lines and unreadable cells', () => {
    expect(at(0, 0, 3, 1)).toEqual({ sum: '0.3', mean: '0.15', isPrice: true });
    expect(at(0, 2, 3, 2)).toEqual({ sum: '4', mean: '2', isPrice: false });
  });

  test('there are no figures for texts and for a single number', () => {
    expect(at(0, 0, 2, 0)).toBeNull();
    expect(at(1, 1, 2, 1)).toBeNull();
  });
});

describe('SHEET-05 the next red cell', () => {
  const wrong = (...fields: readonly string[]): Problems =>
    new Map(fields.map((field) => [field, { field, code: 'field_required' }]));
  const lines = linesOf({}, {}, {}, {});
  const problems = new Map([
    [1, wrong('b', 'a')],
    [3, wrong('hidden')],
  ]);
  const next = (from: Parameters<typeof nextProblem>[3]) => nextProblem(lines, ['a', 'b'], problems, from);

  test('goes from each red cell to the next and starts over after the last', () => {
    expect(next(null)).toEqual({ line: 1, column: 0 });
    expect(next({ line: 1, column: 0 })).toEqual({ line: 1, column: 1 });
    expect(next({ line: 1, column: 1 })).toEqual({ line: 3, column: 0 });
    expect(next({ line: 3, column: 0 })).toEqual({ line: 1, column: 0 });
    expect(nextProblem(lines, ['a', 'b'], new Map(), null)).toBeNull();
    expect(problemCount(problems)).toBe(3);
  });
});
