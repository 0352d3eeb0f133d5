import { expect, test } from 'vitest';
import { guessedDays, guessedNumbers, matchedColumns } from './csv-columns.ts';

const fields = [
  { name: 'number', titles: ['Nummer', 'Number', 'Numero', 'Číslo'] },
  { name: 'email', titles: ['E-Mail', 'E-mail'] },
  { name: 'price_netto', titles: ['Preis (netto)'] },
];

test.each([
  [
    ['Nummer', 'E-Mail'],
    ['number', 'email'],
  ],
  [
    ['NUMERO', 'číslo'],
    ['number', null],
  ],
  [
    ['price_netto', 'Preis netto *', ' e mail '],
    ['price_netto', null, 'email'],
  ],
  [
    ['', 'irgendwas'],
    [null, null],
  ],
])('ADM-20 the head %j means %j', (head, names) => {
  expect(matchedColumns(head, fields)).toEqual(names);
});

const supplier = ['name', 'external_id', 'zipcode', 'address', 'payment_days', 'tax', 'vat_number'].map(
  (name) => ({
    name,
    titles: [] as string[],
  }),
);

test.each([
  [
    ['Kreditor', 'Bezeichnung', 'PLZ', 'Straße', 'Zahlungsziel', 'USt'],
    ['external_id', 'name', 'zipcode', 'address', 'payment_days', 'tax'],
  ],
  [
    ['Kreditoren-Nr.', 'Firma', 'Postleitzahl', 'Zahlungsziel (Tage)', 'MwSt in %', 'USt-ID'],
    ['external_id', 'name', 'zipcode', 'payment_days', 'tax', 'vat_number'],
  ],
  [
    ['Vendor', 'ZIP', 'VAT rate'],
    ['name', 'zipcode', 'tax'],
  ],
  [
    ['Ragione sociale', 'CAP', 'Partita IVA'],
    ['name', 'zipcode', 'vat_number'],
  ],
  [
    ['Název', 'PSČ', 'Splatnost'],
    ['name', 'zipcode', 'payment_days'],
  ],
  [
    ['Názov', 'PSČ', 'Splatnosť'],
    ['name', 'zipcode', 'payment_days'],
  ],
])('SHEET-19 the titles %j of other programs mean %j', (head, names) => {
  expect(matchedColumns(head, supplier)).toEqual(names);
});

test("SHEET-19 a column with the product's own title takes precedence over a synonym before it", () => {
  const fields = [
    { name: 'name', titles: ['Name'] },
    { name: 'supplier_id', titles: ['Lieferant'] },
  ];
  expect(matchedColumns(['Bezeichnung', 'Lieferant', 'Name'], fields)).toEqual([null, 'supplier_id', 'name']);
});

test.each([
  [['1.355,90 €', '5.000,00', '2'], 'comma'],
  [['1,355.90', '5.000', '0.5'], 'point'],
  [['1 355,90', '12'], 'space'],
  [['1.234', '2'], 'comma'],
  [['viel', ''], 'comma'],
])('SHEET-19 the numbers %j are written with %s', (texts, numbers) => {
  expect(guessedNumbers(texts)).toBe(numbers);
});

test.each([
  [['12/31/2026', '01/02/2026'], 'month'],
  [['31/12/2026', '01/02/2026'], 'day'],
  [['12/31/2026', '31/12/2026'], 'day'],
  [['31.12.2026'], 'day'],
])('SHEET-19 of the days %j the %s comes first', (texts, days) => {
  expect(guessedDays(texts)).toBe(days);
});

test('SHEET-19 a title that can mean the name and a reference means the reference', () => {
  const fields = ['name', 'product_group_id'].map((name) => ({ name, titles: [] }));
  expect(matchedColumns(['Warengruppe', 'Artikel'], fields)).toEqual(['product_group_id', 'name']);
  expect(matchedColumns(['Warengruppe'], fields.slice(0, 1))).toEqual(['name']);
});
