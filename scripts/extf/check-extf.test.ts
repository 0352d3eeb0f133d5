import { describe, expect, test } from 'vitest';
import { bookingColumns } from '../../src/features/accounting-export/extf/fields.ts';
import { checkExtf, type ExtfVerdict } from './check-extf.ts';

const fileName = 'EXTF_Buchungsstapel_55003_202503_20250402081500.csv';
const guid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** The cells of a line as written, by column number. */
type Cells = Readonly<Record<number, string>>;

const header: Cells = {
  1: '"EXTF"',
  2: '700',
  3: '21',
  4: '"Buchungsstapel"',
  5: '13',
  6: '20250402081500123',
  8: '"KO"',
  9: '"Kontor"',
  11: '29098',
  12: '55003',
  13: '20250101',
  14: '4',
  15: '20250301',
  16: '20250331',
  17: '"März 2025"',
  19: '1',
  20: '0',
  21: '0',
  22: '"EUR"',
};

const booking: Cells = {
  1: '1190,00',
  2: '"H"',
  3: '"EUR"',
  7: '70001',
  8: '4930',
  9: '"9"',
  10: '1503',
  11: '"R2025-101"',
  12: '"020425"',
  14: '"Müller & Söhne, Papier"',
  20: `"BEDI ""${guid}"""`,
  21: '"Skonto"',
  22: '"3 % bis 25.03.2025"',
  37: '"4711"',
  114: '0',
};

function line(cells: Cells, count: number): string {
  return Array.from({ length: count }, (_, place) => cells[place + 1] ?? '').join(';');
}

interface Parts {
  readonly header?: Cells;
  readonly bookings?: readonly Cells[];
  readonly heading?: string;
  readonly end?: string;
}

function textOf({ header: changed = {}, bookings = [{}], heading, end = '\r\n' }: Parts): string {
  const lines = [
    line({ ...header, ...changed }, 31),
    heading ?? bookingColumns.map(({ name }) => name).join(';'),
    ...bookings.map((cells) => line({ ...booking, ...cells }, 125)),
  ];
  return lines.map((each) => each + end).join('');
}

function verdictOf(text: string, encoding: 'latin1' | 'utf8' = 'latin1', name = fileName): ExtfVerdict {
  return checkExtf(Buffer.from(text, encoding), name);
}

/** Every finding as `line:column rule`. */
function found(verdict: ExtfVerdict): readonly string[] {
  return verdict.findings.map(
    ({ line: at, column, rule }) => `${at ?? 'file'}${column === null ? '' : `:${column}`} ${rule}`,
  );
}

describe('EXP-10 a valid file', () => {
  test('is accepted, with the totals of its bookings', () => {
    const verdict = verdictOf(textOf({ bookings: [{}, { 1: '0,10' }, { 1: '100,00', 2: '"S"' }] }));
    expect(found(verdict)).toEqual([]);
    expect(verdict).toMatchObject({
      formatName: 'Buchungsstapel',
      encoding: 'windows-1252',
      rows: 3,
      debit: '100.00',
      credit: '1190.10',
      currency: 'EUR',
      findingCount: 0,
    });
  });

  test('may be in UTF-8 or UTF-16 with a byte order mark', () => {
    expect(verdictOf(`\ufeff${textOf({})}`, 'utf8')).toMatchObject({ encoding: 'utf-8', findingCount: 0 });
    const utf16 = checkExtf(Buffer.from(`\ufeff${textOf({})}`, 'utf16le'), fileName);
    expect(utf16).toMatchObject({ encoding: 'utf-16le', findingCount: 0 });
  });

  test('another currency counts with its base amount', () => {
    const dollars = { 1: '1147,90', 3: '"USD"', 4: '1,147900', 5: '1000,00', 6: '"EUR"' };
    expect(verdictOf(textOf({ bookings: [dollars] }))).toMatchObject({ findingCount: 0, credit: '1000.00' });
  });

  test('a reversal, a day of service with its tax period, and a month of a fiscal year that begins in July', () => {
    const bookings: readonly Cells[] = [
      { 2: '"S"', 118: '"1"' },
      { 115: '10032025', 116: '31032025' },
    ];
    expect(found(verdictOf(textOf({ bookings })))).toEqual([]);
    expect(found(verdictOf(textOf({ header: { 13: '20240701' } })))).toEqual([]);
  });

  test('29 February belongs to a leap year only', () => {
    const inLeapYear = { 13: '20240101', 15: '20240201', 16: '20240229' };
    const inOther = { 15: '20250201', 16: '20250228' };
    expect(found(verdictOf(textOf({ header: inLeapYear, bookings: [{ 10: '2902' }] })))).toEqual([]);
    expect(found(verdictOf(textOf({ header: inOther, bookings: [{ 10: '2902' }] })))).toEqual([
      '3:10 outside_period',
    ]);
  });
});

describe('EXP-10 errors that the receiver would refuse or misread', () => {
  test.each<readonly [string, Cells, readonly string[]]>([
    ['a program id other than EXTF', { 1: '"DTVF"' }, ['1:1 header']],
    ['another version', { 2: '510' }, ['1:2 header']],
    ['an unknown category', { 3: '65' }, ['1:3 header']],
    ['the name of another category', { 4: '"Kontenbeschriftungen"' }, ['1:4 header']],
    ['a time without its last digits', { 6: '20250402081500' }, ['1:6 day']],
    ['an importer', { 10: '"WD"' }, ['1:10 header']],
    ['a consultant below 1001', { 11: '1000' }, ['1:11 header']],
    ['a client number of six digits', { 12: '100000' }, ['1:12 length', '1:12 header']],
    ['accounts of nine digits', { 14: '9' }, ['1:14 header']],
    ['no first day', { 15: '' }, ['1:15 missing']],
    ['two months', { 15: '20250201' }, ['1:16 period']],
    ['a month before the fiscal year', { 13: '20250401' }, ['1:13 period']],
    ['a month after the fiscal year', { 13: '20240301' }, ['1:13 period']],
    [
      'a last day before the first',
      { 16: '20250228', 15: '20250301' },
      ['1:16 period', '1:16 period', '3:10 outside_period'],
    ],
    ['a long name', { 17: `"${'x'.repeat(31)}"` }, ['1:17 length']],
    ['an empty lock, which means locked', { 21: '' }, ['1:21 header', '3:114 lock']],
    ['no currency', { 22: '' }, ['1:22 header']],
  ])('in the header: %s', (_, changed, expected) => {
    expect(found(verdictOf(textOf({ header: changed })))).toEqual(expected);
  });

  test('does not check the rows of another format version', () => {
    const verdict = verdictOf(textOf({ header: { 5: '9' }, bookings: [{ 1: 'x' }] }));
    expect(found(verdict)).toEqual(['1:5 format_version']);
    expect(verdict.formatName).toBeNull();
  });

  test.each<readonly [string, Cells, readonly string[]]>([
    ['an amount of zero', { 1: '0,00' }, ['3:1 amount']],
    ['a negative amount', { 1: '-1,00' }, ['3:1 form']],
    ['a decimal point', { 1: '1190.00' }, ['3:1 form']],
    ['a thousands separator', { 1: '1.190,00' }, ['3:1 form']],
    ['one decimal place', { 1: '1190,0' }, ['3:1 form']],
    ['eleven digits', { 1: '12345678901,00' }, ['3:1 length']],
    ['an amount in quotation marks', { 1: '"1190,00"' }, ['3:1 quoting']],
    ['neither S nor H', { 2: '"D"' }, ['3:2 form']],
    ['a side without quotation marks', { 2: 'H' }, ['3:2 quoting']],
    ['another currency without a rate', { 3: '"USD"' }, ['3:3 currency']],
    ['a rate for the own currency', { 4: '1,00', 5: '1190,00', 6: '"EUR"' }, ['3:3 currency']],
    [
      'an inverted rate',
      { 1: '1147,90', 3: '"USD"', 4: '0,871156', 5: '1000,00', 6: '"EUR"' },
      ['3:4 currency'],
    ],
    [
      'a base amount in another currency',
      { 1: '1147,90', 3: '"USD"', 4: '1,147900', 5: '1000,00', 6: '"CHF"' },
      ['3:6 currency'],
    ],
    ['a creditor number that is too short', { 7: '7001' }, ['3:7 account']],
    ['a debtor', { 7: '10001' }, ['3:7 account']],
    ['an accrual of two ledger accounts', { 7: '1601', 20: '' }, []],
    ['a ledger account without its leading zero', { 8: '400' }, ['3:8 account']],
    ['a ledger account with an extra zero', { 8: '04930' }, ['3:8 leading_zero', '3:8 account']],
    ['no counter account', { 8: '' }, ['3:8 missing']],
    ['a posting key of five digits', { 9: '"10009"' }, ['3:9 length', '3:9 form']],
    ['a day of another month', { 10: '0104' }, ['3:10 outside_period']],
    ['an impossible day', { 10: '3202' }, ['3:10 day']],
    ['a day without its leading zero', { 10: '103' }, ['3:10 day']],
    ['no document number', { 11: '' }, ['3:11 missing']],
    ['a document number with blanks', { 11: '"R 2025_101"' }, ['3:11 form']],
    ['a long document number', { 11: `"${'9'.repeat(37)}"` }, ['3:11 length']],
    ['an impossible due day', { 12: '"310425"' }, ['3:12 day']],
    ['a discount, which is for payments', { 13: '35,70' }, ['3:13 must_be_empty']],
    ['a long text', { 14: `"${'ü'.repeat(61)}"` }, ['3:14 length']],
    ['a line end in a text', { 14: '"a\r\nb"' }, ['3:14 line_break', '3:14 control_character']],
    ['an invalid link', { 20: `"BEDI ${guid}"` }, ['3:20 form']],
    ['a link with a truncated GUID', { 20: '"BEDI ""3f2504e0"""' }, ['3:20 form']],
    ['content without its kind', { 23: '', 24: '"x"' }, ['3:23 pair']],
    ['a long cost object', { 37: `"${'1'.repeat(37)}"` }, ['3:37 length']],
    ['a cost object with a blank before it', { 38: '" 1"' }, ['3:38 form']],
    ['a VAT id', { 40: '"DE123456789"' }, ['3:40 must_be_empty']],
    ['no lock', { 114: '' }, ['3:114 lock']],
    ['another lock than the header', { 114: '1' }, ['3:114 lock']],
    ['a day of service without a tax period', { 115: '10032025' }, ['3:115 pair']],
    ['a due day in the wrong column', { 117: '02042025' }, ['3:117 must_be_empty']],
    ['an invalid reversal flag', { 118: '"2"' }, ['3:118 form']],
    ['the VAT id of the country of origin', { 123: '"DE123456789"' }, ['3:123 must_be_empty']],
  ])('in a booking: %s', (_, changed, expected) => {
    expect(found(verdictOf(textOf({ bookings: [changed] })))).toEqual(expected);
  });
});

describe('EXP-10 the format of the file', () => {
  test('UTF-8 umlauts without a byte order mark would be damaged', () => {
    const verdict = verdictOf(textOf({}), 'utf8');
    expect(found(verdict)).toContain('file encoding');
  });

  test('line ends of other systems', () => {
    expect(found(verdictOf(textOf({ end: '\n' })))).toEqual(['1 line_end']);
    expect(found(verdictOf(textOf({}).trimEnd()))).toEqual(['3 line_end']);
  });

  test('an unclosed quotation mark ends the reading at its place', () => {
    const open = { 14: '"open', 20: '', 21: '', 22: '', 37: '' };
    const verdict = verdictOf(textOf({ bookings: [{}, open] }));
    expect(found(verdict)).toEqual(['4:14 quote_open']);
    expect(verdict.rows).toBe(1);
  });

  test('quotation marks within cells', () => {
    expect(found(verdictOf(textOf({ bookings: [{ 14: '"a"b' }] })))).toEqual(['3:14 quote_inside']);
    expect(found(verdictOf(textOf({ bookings: [{ 14: 'a"b' }] })))).toEqual([
      '3:14 quote_inside',
      '3:14 quoting',
    ]);
    expect(found(verdictOf(textOf({ bookings: [{ 14: '"a ""b"" c;d"' }] })))).toEqual([]);
  });

  test('too many and too few columns, and other headings', () => {
    const text = textOf({ bookings: [{}, {}] });
    expect(found(verdictOf(text.replace(/\r\n$/, ';\r\n')))).toEqual(['4 column_count']);
    expect(found(verdictOf(textOf({ heading: 'Umsatz;Konto' })))).toEqual(['2 column_count', '2:1 heading']);
    expect(found(verdictOf(`${text}\r\n`))).toContain('5 column_count');
  });

  test('no header, no headings, no rows', () => {
    expect(found(verdictOf(''))).toEqual(['file header']);
    expect(found(verdictOf(`${line(header, 31)}\r\n`))).toEqual(['file heading', 'file no_rows']);
    expect(found(verdictOf(textOf({ bookings: [] })))).toEqual(['file no_rows']);
  });

  test('a name refused by the online import', () => {
    for (const name of ['Buchungsstapel.csv', 'EXTF_a.CSV', `EXTF_${'a'.repeat(52)}.csv`]) {
      expect(found(verdictOf(textOf({}), 'latin1', name))).toEqual(['file file_name']);
    }
  });

  test('counts all errors, and lists the first thousand', () => {
    const verdict = verdictOf(textOf({ bookings: Array.from({ length: 1500 }, () => ({ 13: '1,00' })) }));
    expect(verdict.findingCount).toBe(1500);
    expect(verdict.findings).toHaveLength(1000);
  });
});
