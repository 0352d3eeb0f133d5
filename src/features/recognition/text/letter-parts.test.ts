import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { dayOfTerm } from '../payment-term.ts';
import type { OwnCompany } from './page-reading.ts';
import { readText } from './read-text.ts';
import { readingOfPages } from './reading-of-pages.ts';

const own: readonly OwnCompany[] = [
  { names: ['Nordfeld Antrieb GmbH', 'Nordfeld Rechnungswesen'], vatIds: [], ibans: [] },
  { names: ['Nordfeld'], vatIds: [], ibans: [] },
];

/** A letter of 18 November 2026 with a variable head and end. */
function letter({ head = 'Rechnungsnummer: 4711', end = '' }: { head?: string; end?: string }) {
  const text = `
  Blumen Falter GmbH · Rosenweg 12 · 50667 Köln





  Nordfeld Antrieb GmbH
  Werftstraße 1
  24103 Kiel


  Rechnung

  ${head}
  Rechnungsdatum: 18.11.2026

  Nettobetrag:           100,00 EUR
  MwSt 19 %:              19,00 EUR
  Rechnungsbetrag:       119,00 EUR

  ${end}
`;
  return readText([typedPage(text)], { own });
}

describe('INV-27 terms of payment on pages', () => {
  const due = (end: string) => {
    const { fields } = letter({ end });
    const term = fields.dueTerm && dayOfTerm(fields.dueTerm.value, { invoiceDate: '2026-11-18' });
    return { printed: fields.dueDate?.value ?? null, counted: term };
  };

  test.each([
    ['Zahlbar innerhalb von 14 Tagen.', { printed: null, counted: '2026-12-02' }],
    ['Zahlungsziel:            14 Tage', { printed: null, counted: '2026-12-02' }],
    ['Faelligkeitsdatum:       02.12.2026', { printed: '2026-12-02', counted: null }],
    ['Zahlbar bis zum 20.02.', { printed: '2027-02-20', counted: null }],
    [
      'Zahlbar innerhalb von 30 Tagen. Bitte überweisen\n  Sie bis zum 20.12.2026.',
      { printed: '2026-12-20', counted: '2026-12-18' },
    ],
  ])('%s', (end, expected) => expect(due(end)).toEqual(expected));

  test('a sentence over two rows yields its tier and its place', () => {
    const { fields } = letter({
      end: 'Bei Zahlung innerhalb von 8 Tagen gewähren wir 2 % Skonto, sonst ist der\n  Betrag innerhalb von 20 Tagen ohne Abzug zu zahlen.',
    });
    expect(fields.dueTerm).toMatchObject({ value: { count: 20 }, sure: true, page: 1 });
    expect(fields.discounts).toMatchObject([{ value: { percentage: '2', term: { count: 8 } }, sure: true }]);
    expect(fields.dueTerm?.box[1]).toBeGreaterThan(0.25);
  });

  test('the day of a discount is not the due date', () => {
    const reading = readingOfPages(
      letter({ end: 'Bei Zahlung bis 28.11.2026 2 % Skonto, netto bis 18.12.2026' }),
    );
    expect(reading.fields.dueDate).toMatchObject({ value: '2026-12-18' });
    expect(reading.discounts).toMatchObject([
      { percentage: { value: '2' }, until: { value: '2026-11-28' }, days: null },
    ]);
  });
});

describe('REC-15 the recipient', () => {
  test('the longest company name that the address begins with is sure', () => {
    expect(letter({}).fields.buyerName).toMatchObject({ value: 'Nordfeld Antrieb GmbH', sure: true });
  });

  test('the name for invoices identifies its company', () => {
    const text = typedPage(`
  Rechnungsempfänger
  NORDFELD RECHNUNGSWESEN
  24103 Kiel
`);
    expect(readText([text], { own }).fields.buyerName?.value).toBe('Nordfeld Antrieb GmbH');
  });

  test('a name of no own company is read but never sure', () => {
    const others = [{ names: ['Südfeld AG'], vatIds: [], ibans: [] }];
    const page = typedPage(`
  Rechnungsempfänger
  Ostfeld Handels GmbH
  Weg 1
  10115 Berlin
`);
    expect(readText([page], { own: others }).fields.buyerName).toMatchObject({
      value: 'Ostfeld Handels GmbH',
      sure: false,
    });
  });
});

test('REC-05 the sender line above the recipient yields the address of the sender', () => {
  const { seller, fields } = readingOfPages(letter({}));
  expect(fields.sellerName?.value).toBe('Blumen Falter GmbH');
  expect([seller?.address, seller?.zipcode, seller?.city].map((read) => read?.value)).toEqual([
    'Rosenweg 12',
    '50667',
    'Köln',
  ]);
});

test.each(['133/8150/8159', '22/815/0815/4', '5133081508159'])(
  'REC-05 a tax number in the notation of its state is sure: %s',
  (value) => {
    const { fields } = letter({ end: `Steuernummer: ${value}` });
    expect(fields.sellerTaxNumber).toMatchObject({ value, sure: true });
  },
);

describe('REC-05 heads', () => {
  test.each([
    ['Rechnungs-Nr./Datum: 90012345 / 15.11.2026', '90012345'],
    ['Rechnung Nr./Datum:       90012345 / 15.11.2026', '90012345'],
    ['Rechnungsnummer: RE 2026 / 00 815', 'RE 2026 / 00 815'],
  ])('%s', (head, number) => expect(letter({ head }).fields.invoiceNumber?.value).toBe(number));

  test.each([
    ['Rechnungsnummer: 210111 mit LV', false],
    ['Rechnungsnummer: 210111 Kopie', true],
    ['Rechnungsnummer: 210111 vom 18.11.2026', true],
    ['Rechnungsnummer: 210111', true],
  ])('a number is not sure while words follow that may belong to it: %s', (head, sure) =>
    expect(letter({ head }).fields.invoiceNumber).toMatchObject({ value: '210111', sure }),
  );

  test('number and date behind or below one joint label, also beside those of an order', () => {
    const page = typedPage(`
  Rechnung

  Rechnungsnummer/Datum
  90012345 / 15.11.2026
  Auftragsnummer/Datum
  4500012 / 02.11.2026
`);
    const { fields } = readText([page]);
    expect([fields.invoiceNumber?.value, fields.invoiceDate?.value]).toEqual(['90012345', '2026-11-15']);
  });

  test.each([
    'Facture associée : FA-16 du 10/10/2026',
    'Facture d’origine FA-16          Date de facture : 10/10/2026',
    'Date de la facture associée : 10/10/2026',
  ])('a bare date is that of the document, not of its associated invoice: %s', (other) => {
    const page = typedPage(`
  AVOIR

  N° : AV-2026-7
  Date : 13/11/2026
  ${other}

  Total HT        100,00 EUR
  TVA 20 %         20,00 EUR
  Total TTC       120,00 EUR
`);
    expect(readText([page]).fields.invoiceDate?.value).toBe('2026-11-13');
  });

  test('amounts without cents are read as lines and tax rate', () => {
    const page = typedPage(`
  Pos   Bezeichnung        Menge     Einzelpreis      Gesamt
  1     Stuhl                  2          150,--      300,--
  2     Lampe                  4           25,--      100,--

  Nettobetrag                                         400,-- EUR
  zzgl. 19 % MwSt.                                     76,-- EUR
  Gesamtbetrag                                        476,-- EUR
`);
    const { fields, lines } = readText([page]);
    expect(fields.totalGross).toMatchObject({ value: '476', sure: true });
    expect(fields.taxBreakdown[0]?.value.ratePercent).toBe('19');
    expect(lines.map(({ lineNet }) => lineNet?.value)).toEqual(['300', '100']);
  });
});
