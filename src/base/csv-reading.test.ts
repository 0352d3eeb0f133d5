import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inDepth } from '../../tests/support/depth.ts';
import { effortOf, fastest } from '../../tests/support/fastest.ts';
import { csvRows as written } from './csv.ts';
import { csvRows, csvSeparator, csvText, maxCsvColumns, type Separator, unguarded } from './csv-reading.ts';
import { isRefusal } from './refusal.ts';

const cellsOf = (text: string, separator: Separator = ';') => {
  const rows = csvRows(text, separator);
  return isRefusal(rows) ? rows : rows.map(({ cells }) => cells);
};
const bytesOf = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

describe('ADM-20 encodings of CSV files', () => {
  const text = 'Größe;Straße\r\nÄpfel;ß';
  test.each([
    ['UTF-8', bytesOf(text, 'utf8')],
    ['UTF-8 with mark', bytesOf(`\uFEFF${text}`, 'utf8')],
    ['Windows-1252', bytesOf(text, 'latin1')],
    ['UTF-16 little endian with mark', bytesOf(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 little endian', bytesOf(text, 'utf16le')],
    ['UTF-16 big endian with mark', bytesOf(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 big endian', bytesOf(text, 'utf16le').swap16()],
  ])('%s', (_, bytes) => {
    expect(csvText(bytes)).toBe(text);
  });

  test('reads the euro sign of Windows-1252', () => {
    expect(csvText(Buffer.from([0x80, 0x3b, 0xfc]))).toBe('€;ü');
  });

  test.each([
    ['a zip', Buffer.from('504b0304140000000800', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a gzip', Buffer.from('1f8b0800000000000003', 'hex')],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['zero bytes', Buffer.from('Nummer;Name\r\n1\0;x')],
    ['control characters', Buffer.from('Nummer;Name\r\n1\u0007;x')],
  ])('%s is no CSV', (_, bytes) => {
    expect(csvText(bytes)).toMatchObject({ code: 'unsupported_media_type' });
  });

  test('accepts a text that begins with PK', () => {
    expect(csvText(Buffer.from('PKW;Name'))).toBe('PKW;Name');
  });
});

describe('ADM-20 cells of CSV files', () => {
  test.each([
    ['Nummer;Name\r\n1;x', ';'],
    ['Nummer,Name\n1,x', ','],
    ['Nummer\tName\n1\tx', '\t'],
    ['"a,b,c";"d,e"\n1;2', ';'],
    ['Name', ';'],
    ['sep=,\r\na;b,c\r\n', ','],
    ['Lieferanten, Stand heute\r\n\r\nNummer;Preis\r\n1;1,50\r\n2;2,50\r\n', ';'],
    ['Nummer;Preis\n1;1,5\n2;2,5\n', ';'],
  ])('%j has the separator %j', (text, separator) => {
    expect(csvSeparator(text)).toBe(separator);
  });

  test.each([
    [
      'a;b\r\nc;d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\nc;d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\rc;d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a;b";"say ""yes"""\n', [['a;b', 'say "yes"']]],
    ['"two\r\nlines";x', [['two\r\nlines', 'x']]],
    ['19" rack;x', [['19" rack', 'x']]],
    [
      'a;;\n;;\n;;b',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    ['\uFEFFa;b', [['a', 'b']]],
    ['"a"b;c', [['ab', 'c']]],
    ['a;', [['a', '']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test('SHEET-19 a first line that names the separator is no row, and counts as a line', () => {
    expect(csvRows('\uFEFFsep=;\r\na;b\r\n', ';')).toEqual([{ line: 2, cells: ['a', 'b'] }]);
  });

  test('rows have the line number of their start', () => {
    expect(csvRows('a\n"b\nb"\n\nc', ';')).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['b\nb'] },
      { line: 5, cells: ['c'] },
    ]);
  });

  test("the product's own output can be read back", () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ';', '\n', '\r', ' ', "'", '=', '-', '1', 'ß'),
    });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(table, (rows) => {
        const read = cellsOf(written(rows));
        expect(isRefusal(read) ? read : read.map((row) => row.map(unguarded))).toEqual(
          rows.filter((row) => row.some((text) => text.trim() !== '')),
        );
      }),
      { numRuns: inDepth(1000, 50_000) },
    );
  });
});

describe('bad input: hostile CSV', () => {
  test('refuses 100,000 columns without reading them', async () => {
    const refuse = () =>
      expect(csvRows(';'.repeat(10_000_000), ';')).toMatchObject({
        code: 'limit_exceeded',
        values: { limit: maxCsvColumns },
      });
    expect(await fastest(1000, () => effortOf(refuse))).toBeLessThan(1000);
  });

  test('refuses an unclosed quotation mark, with its line', () => {
    expect(csvRows('a;b\n1;"x\n2;y\n', ';')).toMatchObject({
      code: 'malformed_request',
      values: { line: 2 },
    });
  });

  test('reads two megabytes of quotation marks quickly', async () => {
    const read = () => {
      csvRows('"'.repeat(2_000_000), ';');
      csvSeparator('"'.repeat(2_000_000));
    };
    expect(await fastest(2000, () => effortOf(read))).toBeLessThan(2000);
  });

  test('refuses more rows than plausible', () => {
    expect(csvRows('a\n'.repeat(200_000), ';')).toMatchObject({ code: 'limit_exceeded' });
  });
});
