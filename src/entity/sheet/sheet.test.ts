import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effortOf, fastest } from '../../../tests/support/fastest.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { entity, type Row } from '../entity.ts';
import type { Field, Fields } from '../field.ts';
import { choice, reference } from '../kinds/chosen.ts';
import { day } from '../kinds/day.ts';
import { flag } from '../kinds/flag.ts';
import { decimal, whole } from '../kinds/number.ts';
import { secret } from '../kinds/stored.ts';
import { text } from '../kinds/text.ts';
import { translations } from '../kinds/translated.ts';
import { readBlock, writeBlock } from './block.ts';
import { changesOf } from './changes.ts';
import { Judge } from './judge.ts';
import { cellText, type Line, type Typing } from './line.ts';
import { lookup } from './lookup.ts';
import {
  deactivatedLines,
  loaded,
  reloadedRows,
  restoredLines,
  type Sheet,
  spareLines,
  withLines,
  withoutLines,
  withStored,
  writeBlockAt,
} from './sheet.ts';
import { sheetCsv } from './sheet-csv.ts';

const pen = entity(
  'pen',
  {
    number: text({ required: true, unique: true, max: 8 }),
    name: text({ required: true }),
    price: decimal({ decimals: 2, min: 0 }),
    count: whole({ min: 0, max: 100 }),
    since: day(),
    colour: choice(['red', 'blue']),
    maker_id: reference('maker'),
    names: translations(),
    key: secret(),
    kind: text({ fixed: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'pen',
    label: ['number', 'name'],
    list: [],
    tabs: [],
    check: (row): readonly FieldProblem[] =>
      row.colour === 'red' && row.price === null ? [{ field: 'price', code: 'field_required' }] : [],
  },
);
const columns: readonly string[] = pen.sheet;
const fields: Fields = pen.fields;
const lookups = {
  colour: lookup([
    { value: 'red', name: 'rot' },
    { value: 'blue', name: 'blau' },
  ]),
  maker_id: lookup([
    { value: 7, number: '4210', name: 'Lamy' },
    { value: 8, number: '4220', name: 'Kaweco' },
  ]),
};
const typing: Typing = {
  entity: pen,
  settings: { decimals: 2 },
  readingOf: (name) => {
    const options = lookups[name as keyof typeof lookups];
    return { language: 'de', today: '2026-11-21', ...(options && { options }) };
  },
};

const stored: readonly Row[] = [
  {
    id: 1,
    updated_at: 's1',
    number: 'P1',
    name: 'Stift',
    price: '1.5',
    count: 1,
    since: null,
    colour: null,
    maker_id: 7,
    names: [{ lang: 'en', name: 'pen' }],
    kind: 'a',
    active: true,
  },
  {
    id: 2,
    updated_at: 's2',
    number: 'P2',
    name: 'Füller',
    price: '20',
    count: 2,
    since: '2025-03-01',
    colour: 'blue',
    maker_id: null,
    names: null,
    kind: 'b',
    active: false,
  },
];

function fieldOf(name: string): Field {
  const field = fields[name];
  if (field === undefined) throw new Error(name);
  return field;
}

function typed(sheet: Sheet, line: number, column: string, block: readonly (readonly string[])[]): Sheet {
  const shown = sheet.lines.map(({ key }) => key);
  return writeBlockAt(
    sheet,
    { shown, columns, at: { line, column: columns.indexOf(column) } },
    block,
    typing,
  );
}

function problemsOf(sheet: Sheet): Record<string, string[]> {
  const found = new Judge(pen).problems(sheet.lines);
  return Object.fromEntries(
    [...found].map(([key, problems]) => [
      key,
      [...problems.values()].map(({ field, code }) => `${field} ${code}`),
    ]),
  );
}

const objectsOf = (sheet: Sheet) => changesOf(pen, sheet.lines).objects;

describe('SHEET-01 typing and pasting', () => {
  test('a block fills the cells below and right of its place, and extends the table', () => {
    const sheet = typed(loaded(stored), 1, 'number', [
      ['P2', 'Neu'],
      ['P3', 'Blau', '3,5'],
    ]);
    expect(objectsOf(sheet)).toEqual([
      { id: 2, updated_at: 's2', name: 'Neu' },
      { number: 'P3', name: 'Blau', price: '3.5', names: [], active: true },
    ]);
    expect(sheet.lines).toHaveLength(stored.length + 1 + spareLines);
  });

  test('cells beyond the last column are ignored', () => {
    const sheet = typed(loaded(stored), 0, 'active', [['nein', 'x', 'y']]);
    expect(objectsOf(sheet)).toEqual([{ id: 1, updated_at: 's1', active: false }]);
  });

  test('a paste below the last shown line adds lines', () => {
    const sheet = loaded(stored);
    const next = writeBlockAt(
      sheet,
      { shown: [0], columns, at: { line: 0, column: 1 } },
      [['a'], ['b'], ['c']],
      typing,
    );
    expect(objectsOf(next)).toEqual([
      { id: 1, updated_at: 's1', name: 'a' },
      { name: 'b', names: [], active: true },
      { name: 'c', names: [], active: true },
    ]);
  });

  test.each([
    ['price', '1.234,56', '1234.56'],
    ['price', '', null],
    ['since', '1.3.25', '2025-03-01'],
    ['since', '2025-03-01T00:00:00Z', '2025-03-01'],
    ['colour', 'ROT', 'red'],
    ['colour', '0', null],
    ['maker_id', '4220', 8],
    ['maker_id', 'lamy', 7],
    ['active', 'x', true],
    ['active', '0', false],
    ['count', '7', 7],
  ])('SHEET-06 to 12: %s typed as %j is %j', (column, typedText, value) => {
    const line = typed(loaded([]), 0, column, [[typedText]]).lines[0];
    expect(line?.cells[column] ?? null).toEqual(value);
  });

  test('I18N-07 a changed name keeps the names in the other languages', () => {
    const sheet = typed(loaded(stored), 0, 'names', [['Kuli']]);
    expect(sheet.lines[0]?.cells.names).toEqual([
      { lang: 'en', name: 'pen' },
      { lang: 'de', name: 'Kuli' },
    ]);
  });

  test('a value that is set once cannot be changed in a stored line', () => {
    const sheet = loaded(stored);
    expect(typed(sheet, 0, 'kind', [['z']])).toBe(sheet);
    expect(typed(sheet, 2, 'kind', [['z']]).lines[2]?.cells.kind).toBe('z');
  });

  test('typing the present value changes nothing', () => {
    const sheet = loaded(stored);
    expect(typed(sheet, 1, 'price', [['20,00']])).toBe(sheet);
  });

  test('the shown texts of a block can be pasted back', () => {
    const sheet = loaded(stored);
    const textOf = (line: Line) =>
      columns.map((name) => cellText(fieldOf(name), line.cells[name], typing.readingOf(name)));
    const block = readBlock(writeBlock(sheet.lines.slice(0, 2).map(textOf)));
    const pasted = typed(loaded([]), 0, 'number', block);
    for (const place of [0, 1]) {
      expect(textOf(pasted.lines[place] as Line)).toEqual(textOf(sheet.lines[place] as Line));
    }
  });
});

describe('SHEET-05 red cells', () => {
  test.each([
    ['number', 'P1', 'number unique_violation'],
    ['number', ' p1 ', 'number unique_violation'],
    ['number', 'P123456789', 'number value_too_long'],
    ['number', '', 'number field_required'],
    ['price', '12.5', 'price invalid_type'],
    ['price', '-1', 'price number_out_of_range'],
    ['price', '1,234', 'price validation_failed'],
    ['count', '1,5', 'count invalid_type'],
    ['since', '31.02.2025', 'since invalid_type'],
    ['colour', 'grün', 'colour validation_failed'],
    ['maker_id', 'Pelikan', 'maker_id validation_failed'],
  ])('%s typed as %j', (column, typedText, problem) => {
    expect(problemsOf(typed(loaded(stored), 1, column, [[typedText]]))[1]).toEqual([problem]);
  });

  test('the rules over several fields', () => {
    const sheet = typed(loaded(stored), 1, 'colour', [['rot']]);
    expect(problemsOf(sheet)).toEqual({});
    expect(problemsOf(typed(sheet, 1, 'price', [['']]))).toEqual({ 1: ['price field_required'] });
  });

  test('both lines with a repeated number are red, and deleting one clears the other', () => {
    const sheet = typed(loaded(stored), 2, 'number', [['p1', 'x']]);
    expect(Object.keys(problemsOf(sheet))).toEqual(['0', '2']);
    expect(problemsOf(withoutLines(sheet, new Set([0])))).toEqual({});
  });

  test('SHEET-04 empty lines and zeros are ignored', () => {
    const sheet = typed(withLines(loaded(stored), 3), 3, 'price', [
      ['0', '0'],
      ['', ''],
    ]);
    expect(problemsOf(sheet)).toEqual({});
    expect(objectsOf(sheet)).toEqual([]);
  });

  test('a pasted row with an empty checkbox keeps the initial value, a cleared checkbox means no', () => {
    const pasted = typed(loaded([]), 0, 'kind', [['k', '']]);
    expect(pasted.lines[0]?.cells.active).toBe(true);
    expect(typed(pasted, 0, 'active', [['']]).lines[0]?.cells.active).toBe(false);
  });

  test('unedited lines are not validated', () => {
    expect(
      problemsOf(loaded([{ id: 3, updated_at: 's', number: 'far too long a number', name: null }])),
    ).toEqual({});
  });
});

describe('SHEET-15 SHEET-16 the data that a save sends', () => {
  test('deleted lines are sent by id, removed added lines not at all', () => {
    const sheet = typed(loaded(stored), 2, 'number', [['P9', 'x']]);
    const taken = withoutLines(sheet, new Set([0, 2]));
    expect(changesOf(pen, taken.lines)).toMatchObject({
      objects: [],
      idsToDelete: [1],
      counts: { added: 0, changed: 0, deleted: 1 },
    });
  });

  test('a deleted line keeps its place until saved, is read-only and not exported, and can be restored', () => {
    const sheet = withoutLines(typed(loaded(stored), 1, 'price', [['12.5']]), new Set([1]));
    expect(sheet.lines[1]).toMatchObject({ id: 2, isRemoved: true });
    expect(problemsOf(sheet)).toEqual({});
    expect(typed(sheet, 1, 'name', [['x']])).toBe(sheet);
    expect(problemsOf(typed(sheet, 2, 'number', [['P2', 'x']]))).toEqual({});
    expect(changesOf(pen, sheet.lines)).toMatchObject({ objects: [], idsToDelete: [2] });
    const back = restoredLines(sheet, new Set([1]));
    expect(changesOf(pen, back.lines).idsToDelete).toEqual([]);
    expect(Object.keys(problemsOf(back))).toEqual(['1']);
  });

  test('ADM-18 lines that cannot be deleted are made inactive instead', () => {
    const sheet = deactivatedLines(withoutLines(loaded(stored), new Set([0, 1])), new Set([0, 1]));
    expect(changesOf(pen, sheet.lines)).toMatchObject({
      objects: [{ id: 1, updated_at: 's1', active: false }],
      idsToDelete: [],
    });
  });

  test('lines keep their keys after a reload, added ones by their label', () => {
    const before = typed(loaded(stored), 2, 'number', [['P9', 'Neu']]);
    const [first, second] = stored;
    const saved: Row = { ...first, id: 3, number: 'P9', name: 'Neu' };
    const again = loaded([saved, second as Row, { ...first, id: 4, number: 'P4' }], before, [
      'number',
      'name',
    ]);
    expect(again.lines.slice(0, 3).map(({ key }) => key)).toEqual([2, 1, before.nextKey]);
    expect(changesOf(pen, again.lines).objects).toEqual([]);
  });

  test('a cell with its old value restored is no change', () => {
    const sheet = typed(typed(loaded(stored), 0, 'name', [['x']]), 0, 'name', [['Stift']]);
    expect(objectsOf(sheet)).toEqual([]);
  });

  test('SHEET-20 rows found on the server join the stored ones, without losing edits or added lines', () => {
    const sheet = typed(loaded(stored), 2, 'number', [['P9', 'Neu']]);
    const edited = typed(sheet, 0, 'name', [['mine']]);
    const found = { ...stored[0], id: 77, number: 'P7', name: 'Fund' } as Row;
    const more = withStored(edited, [{ ...stored[0], name: 'theirs' } as Row, found]);
    expect(more.lines.map(({ id }) => id).slice(0, 4)).toEqual([1, 2, 77, null]);
    expect(more.lines[0]?.cells.name).toBe('mine');
    expect(changesOf(pen, more.lines).counts).toEqual({ added: 1, changed: 1, deleted: 0 });
    expect(withStored(more, [found])).toBe(more);
  });

  test('rows that others changed are reloaded, rows that others deleted are removed', () => {
    const sheet = typed(withoutLines(loaded(stored), new Set([1])), 0, 'name', [['mine']]);
    const fresh = { ...stored[0], updated_at: 's9', name: 'theirs' } as Row;
    const again = reloadedRows(sheet, new Set([1, 2]), [fresh]);
    expect(changesOf(pen, again.lines)).toMatchObject({ objects: [], idsToDelete: [] });
    expect(again.lines[0]).toMatchObject({ stamp: 's9', cells: { name: 'theirs' } });
  });
});

test('SHEET-14 SHEET-18 CSV has the titles, German forms and no secrets', () => {
  const csvColumns = columns.map((name) => ({
    name,
    title: name,
    field: fieldOf(name),
    reading: typing.readingOf(name),
  }));
  const sheet = typed(loaded(stored), 0, 'key', [['geheim']]);
  expect(sheetCsv(pen, csvColumns, sheet.lines, 'ID').split('\r\n')).toEqual([
    '\uFEFFnumber;name;price;count;since;colour;maker_id;names;kind;active;ID',
    'P1;Stift;1,5;1;;;4210 Lamy;;a;ja;1',
    'P2;Füller;20;2;01.03.2025;blau;;;b;nein;2',
    '',
  ]);
});

test('every pasted cell becomes empty, a value that reads back the same, or a text to be corrected', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('1.234,56', '0', 'x', 'rot', '4210', '1.3.', '-5', 'true', 'P1', ' a ', '1,2,3'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), (block) => {
      const sheet = typed(loaded(stored), 0, 'number', block);
      const shown = (one: Sheet) =>
        one.lines
          .slice(0, 4)
          .map(({ cells }) =>
            columns.map((name) => cellText(fieldOf(name), cells[name], typing.readingOf(name))),
          );
      const withoutSecret = (texts: readonly string[][]) =>
        texts.map((row) => row.map((one, at) => (columns[at] === 'key' ? '' : one)));
      const again = typed(loaded(stored), 0, 'number', withoutSecret(shown(sheet)));
      expect(withoutSecret(shown(again))).toEqual(withoutSecret(shown(sheet)));
    }),
  );
});

test('SHEET-01 a paste of 2,000 rows is typed and validated within 2 s', async () => {
  const rows = Array.from({ length: 5000 }, (_, n): Row => ({ ...stored[0], id: n + 1, number: `P${n}` }));
  const sheet = loaded(rows);
  const judge = new Judge(pen);
  judge.problems(sheet.lines);
  const block = Array.from({ length: 2000 }, (_, n) => [
    `N${n}`,
    'Name',
    n % 2 ? '1.234,56' : '1,2,3',
    '5',
    '1.3.25',
    'rot',
    'Lamy',
  ]);
  const paste = () => {
    const pasted = typed(sheet, 0, 'number', block);
    expect(judge.problems(pasted.lines).size).toBe(1000);
  };
  expect(await fastest(2000, () => effortOf(paste))).toBeLessThan(2000);
});
