import { describe, expect, test } from 'vitest';
import { exportColumnsOf, lineColumnsOf } from '../../document/export-columns.ts';
import { amount, type DocumentFields, percent, reference, text } from '../../document/fields.ts';
import type { ListColumns } from './export-columns.ts';
import { type FileColumns, fileNameOf, rowsOf, selectionOf, titlesOf } from './export-rows.ts';

const head = { name: text(), total: amount({ price: true }) } satisfies DocumentFields;
const line = {
  description: text(),
  price: amount({ price: true }),
  tax: percent(),
  product_id: reference('product'),
} satisfies DocumentFields;
const list: ListColumns = {
  kind: 'order',
  columns: exportColumnsOf(head),
  lines: lineColumnsOf(line),
};
const columns = ['name', 'total'];
const perDocument: FileColumns = { list, columns, lines: null };
const perLine: FileColumns = { list, columns, lines: Object.keys(list.lines) };
const texts = { t: (key: string) => key, dayOf: () => '2026-11-30' };
const row = (lines: readonly object[]) => ({
  ...{ kind: 'order', id: 1, head: { name: 'Werkzeug', total: 329 }, of_lines: { lines } },
});

describe('EXP-17 the rows of a file', () => {
  test('show amounts with two decimals or all they have, other numbers as they are', () => {
    expect(rowsOf(perDocument, row([]), texts)).toEqual([['Werkzeug', { number: '329.00' }]]);
    const [[, , , , price, tax] = []] = rowsOf(
      perLine,
      row([{ description: 'Bohrer', price: 0.1255, tax: 7 }]),
      texts,
    );
    expect([price, tax]).toEqual([{ number: '0.1255' }, { number: '7' }]);
  });

  test('are one per line by choice, each with the fields of its document', () => {
    expect(rowsOf(perLine, row([{ description: 'Bohrer' }, { description: 'Nut' }]), texts)).toEqual([
      ['Werkzeug', { number: '329.00' }, { number: '1' }, 'Bohrer', null, null],
      ['Werkzeug', { number: '329.00' }, { number: '2' }, 'Nut', null, null],
    ]);
    expect(selectionOf(perLine)).toContain('lines: order_lines(order_by: { sort_no: asc })');
    expect(selectionOf(perDocument)).not.toContain('order_lines');
  });

  test('keep a document without lines', () => {
    expect(rowsOf(perLine, row([]), texts)).toEqual([
      ['Werkzeug', { number: '329.00' }, null, null, null, null],
    ]);
  });

  test('are titled so that fields of lines differ from those of the document, without bare ids', () => {
    expect(titlesOf(perLine, (key) => key).slice(2)).toEqual([
      'document.line.position',
      'document.line.position: field.description',
      'document.line.position: field.price',
      'document.line.position: field.tax',
    ]);
  });

  test('SHEET-14 stand in a file named in the language, with the day', () => {
    expect(fileNameOf('Všechny dokumenty', '2026-11-30')).toBe('Všechny_dokumenty_2026-11-30');
  });
});
