import { describe, expect, test } from 'vitest';
import { mergedFields, mergedRows, type RowMerge } from './three-way.ts';

const same = Object.is;

describe('LOCK-01 stored changes of others merged with own input', () => {
  const base = { name: 'Messuhr', notes: '', price: '2', mode: 'net' };

  test('each field has the value of the side that changed it', () => {
    const mine = { ...base, notes: 'Bitte bald' };
    const theirs = { ...base, name: 'Messschieber' };
    expect(mergedFields({ base, mine, theirs }, same)).toEqual({
      result: { ...base, name: 'Messschieber', notes: 'Bitte bald' },
      clashes: [],
    });
  });

  test('keeps the own input and reports the other value if both changed a field', () => {
    const mine = { ...base, name: 'A' };
    const theirs = { ...base, name: 'B' };
    expect(mergedFields({ base, mine, theirs }, same)).toEqual({
      result: mine,
      clashes: [{ field: 'name', mine: { name: 'A' }, theirs: { name: 'B' } }],
    });
  });

  test('the same change on both sides is no conflict', () => {
    const changed = { ...base, name: 'A' };
    expect(mergedFields({ base, mine: changed, theirs: changed }, same).clashes).toEqual([]);
  });

  test('keeps dependent fields together', () => {
    const mine = { ...base, price: '3' };
    const theirs = { ...base, mode: 'gross' };
    expect(mergedFields({ base, mine, theirs }, same, [['price', 'mode']])).toEqual({
      result: mine,
      clashes: [{ field: 'price', mine: { price: '3', mode: 'net' }, theirs: { price: '2', mode: 'gross' } }],
    });
  });
});

interface Line {
  readonly id: number | null;
  readonly quantity: string;
}

const line = (id: number | null, quantity = '1'): Line => ({ id, quantity });
const lines: RowMerge<Line> = {
  idOf: ({ id }) => id,
  merge: (sides) => mergedFields(sides, same),
  asNew: (row) => ({ ...row, id: null }),
};

describe('LOCK-01 lists in which two people change different rows', () => {
  const base = [line(1), line(2), line(3)];
  const merged = (mine: readonly Line[], theirs: readonly Line[]) =>
    mergedRows({ base, mine, theirs }, lines);

  test('each keeps the changed row of the other', () => {
    const { rows, clashes } = merged([line(1, '7'), line(2), line(3)], [line(1), line(2, '5'), line(3)]);
    expect(rows).toEqual([line(1, '7'), line(2, '5'), line(3)]);
    expect(clashes).toEqual([]);
  });

  test('rows added or removed by one side are so for both', () => {
    const mine = [line(1), line(null, '9'), line(3)];
    const theirs = [line(1), line(2), line(4), line(3)];
    expect(merged(mine, theirs).rows).toEqual([line(1), line(null, '9'), line(4), line(3)]);
  });

  test('a row changed here and removed there is kept as a new one until a person chooses', () => {
    const { rows, clashes } = merged([line(1), line(2, '5'), line(3)], [line(1), line(3)]);
    expect(rows).toEqual([line(1), line(null, '5'), line(3)]);
    expect(clashes).toEqual([
      { row: line(null, '5'), clash: { field: null, mine: { id: 2, quantity: '5' }, theirs: null } },
    ]);
  });

  test('a row removed here and changed there stays removed until a person chooses', () => {
    const { rows, clashes } = merged([line(1), line(3)], [line(1), line(2, '5'), line(3)]);
    expect(rows).toEqual([line(1), line(3)]);
    expect(clashes).toEqual([
      { row: line(2, '5'), clash: { field: null, mine: null, theirs: { id: 2, quantity: '5' } } },
    ]);
  });

  test('the order is that of the side that changed it', () => {
    const swapped = [line(3), line(2), line(1)];
    expect(merged(base, swapped).rows).toEqual(swapped);
    expect(merged(swapped, [...base, line(4)]).rows).toEqual([...swapped, line(4)]);
  });
});
