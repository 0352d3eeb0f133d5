import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { PageWords } from '../words.ts';
import { readText } from './read-text.ts';

function read(text: string) {
  return readText([typedPage(text)]).fields;
}

/** The same page with the words of one row in letters of double height. */
function withLargeRow(page: PageWords, text: string): PageWords {
  const top = page.words.find((word) => word.text === text)?.box[1];
  return {
    ...page,
    words: page.words.map((word) =>
      word.box[1] === top
        ? { ...word, box: [word.box[0], word.box[1], word.box[2], word.box[3] + 0.01] as const }
        : word,
    ),
  };
}

describe('REC-05 the number in a title', () => {
  test.each([
    ['FA-2026-0010', true],
    ['2026', false],
    ['11/2026', false],
  ])('in large letters is sure unless it may be a period: %s', (number, sure) => {
    const page = typedPage(`
  Facture ${number}

  Date de facture   18/11/2026
  Date d’échéance   18/12/2026
  Votre référence   PO445
`);
    const { invoiceNumber } = readText([withLargeRow(page, 'Facture')]).fields;
    expect(invoiceNumber).toMatchObject({ value: number, sure });
  });

  test('in letters of usual size is not sure', () =>
    expect(read('\n  Facture FA-2026-0010\n\n  Date   18/11/2026\n').invoiceNumber?.sure).toBe(false));
});

test('REC-05 a number that follows its label without a blank is read', () =>
  expect(read('\n  Handelsrechnung (380) Nr.471102 vom 05.03.2026\n').invoiceNumber?.value).toBe('471102'));

describe('REC-05 the date of the document', () => {
  test('is not that of the order which its text names', () => {
    const { invoiceDate } = read(`
  Rechnung Nr. 471102 vom 05.03.2026

  Rechnung gemäß Bestellung vom 01.03.2026.
`);
    expect(invoiceDate).toMatchObject({ value: '2026-03-05', sure: true });
  });

  test('is found in the row below a wrapped title', () => {
    const { invoiceDate } = read(`
  Gutschrift (Selbst ausgestellte Rechnung) Nr. 471102 vom
  05.03.2026
`);
    expect(invoiceDate).toMatchObject({ value: '2026-03-05', sure: true });
  });

  test.each([
    ['Rechnung Nr. 17/2026                     18. November 2026', true],
    ['Rechnung Nr. 17/2026                     Köln, den 18.11.2026', true],
    ['Rechnung Nr. 17/2026                     Bad Tölz, 18. November 2026', true],
    ['Rechnung Nr. 17/2026                     Lieferung 18.11.2026', false],
  ])('is sure where it stands alone in the row of the number: %s', (row, sure) =>
    expect(read(`\n  ${row}\n`).invoiceDate).toMatchObject({ value: '2026-11-18', sure }),
  );

  test('is sure beside a table with a column of days', () => {
    const { invoiceDate } = read(`
  Rechnung Nr. 471102                 Datum: 18.11.2026

  Datum        Tätigkeit              Std.     Satz       Betrag
  02.11.2026   Programmierung          2,0     95,00      190,00
`);
    expect(invoiceDate).toMatchObject({ value: '2026-11-18', sure: true });
  });
});

describe('REC-05 the seller', () => {
  test.each(['VAT: FR86792377731', 'BTW NL810433941B01', 'TVA : FR86792377731'])(
    'a valid id behind the name of the tax is sure in the letterhead, elsewhere it may be the buyer’s: %s',
    (id) => {
      expect(read(`\n  ${id}\n\n  Invoice no. 4711\n`).sellerVatId?.sure).toBe(true);
      expect(read(`${'\n'.repeat(30)}  ${id}\n`).sellerVatId?.sure).toBe(false);
    },
  );

  test('the stated name below its heading is sure', () => {
    const { sellerName } = read(`
  Verkäufer
  Name:           Blumen Falter GmbH
  Anschrift:      Rosenweg 12
`);
    expect(sellerName).toMatchObject({ value: 'Blumen Falter GmbH', sure: true });
  });

  test('a sender line with the name of the domain is sure, also with separators that stand alone', () => {
    const { sellerName } = read(`
  Blumen Falter GmbH  ●  Rosenweg 12  ●  50667 Köln

  Rechnung Nr. 4711

  www.blumen-falter.de
`);
    expect(sellerName).toMatchObject({ value: 'Blumen Falter GmbH', sure: true });
  });

  test('a street is no name, although it begins the line with the town', () => {
    const { sellerName } = read(`
  Malermeister Otto Kern
  Kernstr. 4 · 50667 Köln · Tel. 0221/123456

  Rechnung Nr. 4711
`);
    expect(sellerName?.value).toBe('Malermeister Otto Kern');
  });

  test('an account behind "Bankverbindung" is sure', () =>
    expect(read('\n  Bankverbindung: DE89 3704 0044 0532 0130 00\n').sellerIban?.sure).toBe(true));

  test('a name without a legal form is found in the letterhead by its domain', () => {
    const { sellerName } = read(`
  Ihre Rechnung                                        Malerwerkstatt Unger

  Rechnung Nr. 4711

  info@malerwerkstatt-unger.de
`);
    expect(sellerName).toMatchObject({ value: 'Malerwerkstatt Unger', sure: false });
  });
});
