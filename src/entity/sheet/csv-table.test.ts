import { expect, test } from 'vitest';
import type { CsvRow } from '../../base/csv-reading.ts';
import { csvTable, csvTableAt } from './csv-table.ts';

const fields = [
  { name: 'number', titles: ['Nummer'] },
  { name: 'name', titles: ['Name'] },
];
const rowsOf = (...rows: readonly (readonly string[])[]): readonly CsvRow[] =>
  rows.map((cells, place) => ({ line: place + 2, cells }));

test('SHEET-19 a title above the head is no row', () => {
  const rows = rowsOf(['Kostenstellen 2026'], ['', 'Stand 1.1.'], ['Nummer', 'Name'], ['1', 'Rumpf']);
  expect(csvTable(rows, fields)).toMatchObject({
    headLine: 4,
    head: ['Nummer', 'Name'],
    rows: [{ cells: ['1', 'Rumpf'] }],
    matched: ['number', 'name'],
  });
});

test('SHEET-19 of a merged head the line with the most titles counts', () => {
  const rows = rowsOf(['Nummer', 'Angaben'], ['Nummer', 'Name'], ['1', 'Rumpf']);
  expect(csvTable(rows, fields).headLine).toBe(3);
});

test('without a known title the first row is the head', () => {
  const rows = rowsOf(['A', 'B'], ['1', 'Rumpf']);
  expect(csvTable(rows, fields)).toMatchObject({ headLine: 2, matched: [null, null], rows: [{ line: 3 }] });
  expect(csvTable([], fields)).toMatchObject({ head: [], rows: [] });
});

test('a chosen head line takes precedence', () => {
  const rows = rowsOf(['Nummer', 'Name'], ['Nr.', 'Bez.'], ['1', 'Rumpf']);
  expect(csvTableAt(rows, 3, ['number', 'name'])).toMatchObject({
    head: ['Nr.', 'Bez.'],
    rows: [{ line: 4 }],
  });
});
