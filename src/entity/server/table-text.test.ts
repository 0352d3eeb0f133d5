import { describe, expect, test } from 'vitest';
import { archive, type XlsxOptions, type XlsxSheet, xlsxFile } from '../../../tests/support/xlsx.ts';
import { maxCsvRows } from '../../base/csv-reading.ts';
import { Refused } from '../../base/refusal.ts';
import { tableText } from './table-text.ts';

/** The lines of the CSV text of a workbook. */
async function linesOf(
  rows: XlsxSheet['rows'],
  sheet: Partial<XlsxSheet> = {},
  options: XlsxOptions = {},
): Promise<readonly string[]> {
  const text = await tableText(null, await xlsxFile([{ name: 'Tabelle1', rows, ...sheet }], options));
  return text.split('\r\n').slice(0, -1);
}

/** The rule by which a file is refused. */
async function ruleOf(bytes: Buffer): Promise<unknown> {
  const refused = await tableText(null, bytes).catch((error: unknown) => error);
  return refused instanceof Refused ? refused.refusal.values : refused;
}

describe('SHEET-19 a spreadsheet is read as its program shows it', () => {
  test('texts stay texts, numbers have no binary noise and no notation of a program', async () => {
    expect(
      await linesOf([
        ['Nummer', 'Betrag', 'Telefon'],
        ['007', 0.1 + 0.2, '030 1234'],
        ['=1+1', 1355.9, 493012345678],
        [true, { xml: '<c r="B4"><v>1.2E+15</v></c>' }, '1,50 €'],
      ]),
    ).toEqual([
      'Nummer;Betrag;Telefon',
      '007;0,3;030 1234',
      "'=1+1;1355,9;493012345678",
      'true;1200000000000000;1,50 €',
    ]);
  });

  test('days are days whatever their format, percentages are in percent, postcodes keep their zeros', async () => {
    const rows: XlsxSheet['rows'] = [
      [
        { value: 46_000, style: 'day' },
        { value: 46_000.75, style: 'germanDay' },
        { value: 1067, style: 'postcode' },
        { value: 0.19, style: 'percent' },
        { value: 12.5, style: 'euro' },
      ],
    ];
    expect(await linesOf(rows)).toEqual(['09.12.2025;09.12.2025;01067;19;12,5']);
    expect(await linesOf([[{ value: 1, style: 'day' }]])).toEqual(['01.01.1900']);
  });

  test('days of a workbook that counts from 1904 are the days that it shows', async () => {
    expect(await linesOf([[{ value: 44_538, style: 'day' }]], {}, { is1904: true })).toEqual(['09.12.2025']);
  });

  test('a formula has its last result, and one without it is refused with its cell', async () => {
    expect(
      await linesOf([
        [
          { formula: 'A1&B1', result: 'ab' },
          { formula: '1+1', result: 2 },
        ],
      ]),
    ).toEqual(['ab;2']);
    const bytes = await xlsxFile([{ name: 'a', rows: [['Name'], [{ formula: '[1]Fremd!A1' }]] }]);
    expect(await ruleOf(bytes)).toEqual({ rule: 'xlsx_formula', cell: 'A2' });
  });

  test('merged heads, hidden columns, gaps and line ends keep their places', async () => {
    const lines = await linesOf(
      [
        ['Anschrift', null, 'Name'],
        [],
        [
          null,
          { xml: '<c r="B3" t="inlineStr"><is><r><t>Am </t></r><r><t>Kai</t></r></is></c>' },
          'Mole_x000D_',
        ],
      ],
      {
        before: '<cols><col min="2" max="2" hidden="1"/></cols>',
        after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
      },
    );
    expect(lines).toEqual(['Anschrift;;Name', '', ';Am Kai;"Mole\r"']);
  });

  test('the first shown sheet with values counts', async () => {
    const text = await tableText(
      null,
      await xlsxFile([
        { name: 'Listen', rows: [['verborgen']], isHidden: true },
        { name: 'Leer', rows: [] },
        { name: 'Lieferanten', rows: [['Name']] },
      ]),
    );
    expect(text).toBe('Name\r\n');
    expect(await ruleOf(await xlsxFile([{ name: 'Leer', rows: [] }]))).toEqual({ rule: 'xlsx_empty' });
  });

  test('CSV files are returned as their text', async () => {
    expect(await tableText(null, Buffer.from('Größe;1', 'latin1'))).toBe('Größe;1');
  });
});

describe('TECH-20 SHEET-19 bad input: hostile spreadsheets', () => {
  const sheetOf = (content: Iterable<string>) =>
    xlsxFile([{ name: 'a', rows: [] }], { parts: { 'xl/worksheets/sheet1.xml': content } });

  /** In blocks, because each piece is packed by itself. */
  function* rows(count: number, cell: string): Generator<string> {
    const block = 10_000;
    yield '<worksheet><sheetData>';
    for (let from = 1; from <= count; from += block) {
      const length = Math.min(block, count - from + 1);
      yield Array.from({ length }, (_, at) => `<row r="${from + at}" ht="15">${cell}</row>`).join('');
    }
    yield '</sheetData></worksheet>';
  }

  test('a million formatted rows without values are no rows', async () => {
    const content = [...rows(1_048_576, '')]
      .join('')
      .replace('ht="15"></row>', 'ht="15"><c><v>7</v></c></row>');
    expect(await tableText(null, await sheetOf([content]))).toBe('7\r\n');
  });

  test('more rows than an import accepts are refused, and reading stops there', async () => {
    const bytes = await sheetOf(rows(1_048_576, '<c><v>1</v></c>'));
    expect(await ruleOf(bytes)).toEqual({ rule: 'csv_rows', limit: maxCsvRows });
  });

  test('a value in the last row of a sheet is refused without building the rows above', async () => {
    const bytes = await sheetOf([
      '<worksheet><sheetData><row r="1048576"><c><v>1</v></c></row></sheetData></worksheet>',
    ]);
    expect(await ruleOf(bytes)).toEqual({ rule: 'csv_rows', limit: maxCsvRows });
  });

  test('an archive that unpacks to a thousand times its size is refused', async () => {
    const part = 'a'.repeat(1_000_000);
    const bytes = await xlsxFile([{ name: 'a', rows: [['x']] }], {
      parts: {
        'xl/sharedStrings.xml': (function* () {
          yield '<sst><si><t>';
          for (let at = 0; at < 150; at += 1) yield part;
          yield '</t></si></sst>';
        })(),
      },
    });
    expect(bytes.length).toBeLessThan(500_000);
    expect(await ruleOf(bytes)).toEqual({ rule: 'xlsx_large' });
  });

  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "bbb">]><worksheet>&b;</worksheet>'],
    [
      'an unknown entity',
      '<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    ],
    ['no XML', 'PK'],
  ])('%s is a damaged file', async (_, content) => {
    expect(await ruleOf(await sheetOf([content]))).toEqual({ rule: 'xlsx_damaged' });
  });

  test('an archive of something else, or cut off, is a damaged file', async () => {
    expect(
      await ruleOf(await archive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })),
    ).toEqual({
      rule: 'xlsx_damaged',
    });
    const whole = await xlsxFile([{ name: 'a', rows: [['x']] }]);
    expect(await ruleOf(whole.subarray(0, whole.length / 2))).toEqual({ rule: 'xlsx_damaged' });
  });

  test('links to other files are never followed', async () => {
    const outside =
      '<Relationships><Relationship Id="rId1" TargetMode="External" Type="x/worksheet" Target="file:///etc/passwd"/></Relationships>';
    const bytes = await xlsxFile([{ name: 'a', rows: [['x']] }], {
      parts: { 'xl/_rels/workbook.xml.rels': outside },
    });
    expect(await ruleOf(bytes)).toEqual({ rule: 'xlsx_empty' });
  });
});
