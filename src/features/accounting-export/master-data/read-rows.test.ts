import { describe, expect, test } from 'vitest';
import {
  accountNameFile,
  type Cells,
  creditor,
  inLatin1,
  partnerFile,
} from '../../../../tests/support/master-data-file.ts';
import { isRefusal } from '../../../base/refusal.ts';
import { openMasterData } from './open-file.ts';
import { RowReader } from './read-rows.ts';

function read(bytes: Uint8Array): RowReader {
  const file = openMasterData(bytes);
  if (isRefusal(file)) throw new Error(file.code);
  const reader = new RowReader(file);
  reader.take([...file.rows]);
  return reader;
}

const one = (cells: Cells) => read(inLatin1(partnerFile([cells]))).rows[0]?.values;

describe('EXP-25 refuses other files by name', () => {
  test.each([
    ['nothing', '', 'extf_unreadable'],
    ['a table', 'Name;Ort\r\nx;y\r\n', 'extf_unreadable'],
    ['binary', '\u0000\u0001;\u0002\r\n', 'extf_unreadable'],
    ['a file without rows or heading', partnerFile([]).split('\r\n')[0] ?? '', 'extf_unreadable'],
    ['impossible accounts', partnerFile([], { length: '12' }), 'extf_unreadable'],
  ])('%s', (_, text, code) => {
    expect(openMasterData(inLatin1(text))).toMatchObject({ code });
  });

  test('names another category or version', () => {
    const bookings = partnerFile([], { category: '21', formatName: 'Buchungsstapel' });
    expect(openMasterData(inLatin1(bookings))).toMatchObject({
      code: 'extf_category',
      values: { category: '21', name: 'Buchungsstapel' },
    });
    expect(openMasterData(inLatin1(accountNameFile([], { version: '3' })))).toMatchObject({
      code: 'extf_version',
      values: { category: '20', version: '3', known: '2' },
    });
  });

  test('requires the byte order mark of UTF-8, without which umlauts would be damaged', () => {
    const text = partnerFile([creditor(70001, 'Müller')]);
    expect(openMasterData(Buffer.from(text))).toMatchObject({ code: 'extf_encoding' });
    expect(read(Buffer.from(`\ufeff${text}`)).rows[0]?.values.name).toBe('Müller');
    expect(read(Buffer.from(`\ufeff${text}`, 'utf16le')).rows[0]?.values.name).toBe('Müller');
    expect(read(inLatin1(text)).rows[0]?.values.name).toBe('Müller');
  });

  test('refuses an unclosed quotation mark and too many rows', () => {
    const open = read(inLatin1(`${partnerFile([creditor(70001, 'A')])}70002;"B;;\r\n`));
    expect(open.refusal()).toMatchObject({ code: 'extf_quote_open', values: { line: 4 } });
    const many = read(inLatin1(`${partnerFile([])}${'x\r\n'.repeat(20_001)}`));
    expect(many.refusal()).toMatchObject({ code: 'extf_too_many_rows' });
  });

  test('a row of nothing but separators does not fill the memory', () => {
    const reader = read(inLatin1(`${partnerFile([])}${';'.repeat(2_000_000)}\r\n`));
    expect(reader.rows).toEqual([]);
    expect(reader.problems).toMatchObject([{ line: 3, isWhole: true, problem: { code: 'extf_columns' } }]);
  });
});

describe('EXP-25 rows of creditors', () => {
  test("accepts DTVF, the identifier of DATEV's own exports", () => {
    expect(read(inLatin1(partnerFile([creditor(70001, 'A')], { format: 'DTVF' }))).rows).toHaveLength(1);
  });

  test('are read in their stored form, and empty cells have no value', () => {
    expect(
      one(
        creditor('70001', ' Meyer "Söhne" GmbH ', {
          'EU-Land': 'DE',
          'EU-USt-IdNr.': '136 695 976',
          Straße: 'Am Weg 1',
          Postleitzahl: '50999',
          Ort: 'Köln',
          Land: 'de',
          'E-Mail': 'Post@Meyer.de',
          'IBAN 1': 'DE89 3704 0044 0532 0130 00',
          'SWIFT-Code 1': 'cobadeffxxx',
          'Kreditoren-Ziel 1 (Tage)': 14,
          'Kreditoren-Skonto 1 (%)': '3,00',
          'Kreditoren-Skonto 2 (%)': '2,00',
          'Kreditoren-Ziel 3 Brutto (Tage)': 30,
        }),
      ),
    ).toEqual({
      name: 'Meyer "Söhne" GmbH',
      vat_number: 'DE136695976',
      address: 'Am Weg 1',
      zipcode: '50999',
      city: 'Köln',
      country: 'DE',
      email: 'post@meyer.de',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      discount_1_days: 14,
      discount_1_percentage: expect.stringMatching(/^3(\.00)?$/),
      payment_days: 30,
    });
  });

  test('persons have two name columns, and post boxes are addresses', () => {
    const person = {
      Konto: 70001,
      'Name (Adressatentyp natürl. Person)': 'Mustermann',
      'Vorname (Adressatentyp natürl. Person)': 'Sabine',
      Postfach: '12 34',
    };
    expect(one(person)).toEqual({ name: 'Sabine Mustermann', address: 'Postfach 12 34' });
  });

  test('the main bank account takes precedence over the first', () => {
    const banks = {
      'IBAN 1': 'DE89370400440532013000',
      'IBAN 3': 'DE02120300000000202051',
      'Kennz. Haupt-Bankverb. 3': 1,
    };
    expect(one(creditor(70001, 'A', banks))?.iban).toBe('DE02120300000000202051');
  });

  test('debtors are only counted, and impossible values are reported with their line', () => {
    const reader = read(
      inLatin1(
        partnerFile([
          creditor(10000, 'Ein Kunde'),
          creditor(70001, 'A', { 'IBAN 1': 'DE89370400440532013001', 'SWIFT-Code 1': 'COBADEFFXXX' }),
          creditor(70001, 'Noch einmal'),
          creditor(4980, 'Sachkonto'),
          creditor(70002, ''),
          creditor('7000x', 'B'),
        ]),
      ),
    );
    expect(reader.skipped).toEqual({ debtors: 1, partners: 0, languages: 0 });
    expect(reader.rows).toEqual([{ line: 4, account: '70001', values: { name: 'A' } }]);
    expect(
      reader.problems.map(({ line, isWhole, problem }) => [line, isWhole, problem.field, problem.code]),
    ).toEqual([
      [4, false, 'iban', 'validation_failed'],
      [5, true, null, 'extf_account_twice'],
      [6, true, null, 'extf_account'],
      [7, true, null, 'extf_name_missing'],
      [8, true, null, 'extf_account'],
    ]);
  });

  test('control characters are removed', () => {
    expect(one(creditor(70001, 'A\u0000B\u0007', { Ort: 'K\u0000ln' }))).toEqual({
      name: 'A B',
      city: 'K ln',
    });
  });
});

test('EXP-25 account names are German names of ledger accounts, with leading zeros', () => {
  const reader = read(
    inLatin1(
      accountNameFile([
        { Konto: 400, Kontenbeschriftung: 'Betriebsausstattung', 'Sprach-ID': 'de-DE' },
        { Konto: 4980, Kontenbeschriftung: 'Betriebsbedarf' },
        { Konto: 4980, Kontenbeschriftung: 'Operating supplies', 'Sprach-ID': 'en-GB' },
        { Konto: 70001, Kontenbeschriftung: 'Meyer' },
      ]),
    ),
  );
  expect(reader.rows.map(({ account, values }) => [account, values.name])).toEqual([
    ['0400', 'Betriebsausstattung'],
    ['4980', 'Betriebsbedarf'],
  ]);
  expect(reader.skipped).toEqual({ debtors: 0, partners: 1, languages: 1 });
  expect(reader.problems).toEqual([]);
});
