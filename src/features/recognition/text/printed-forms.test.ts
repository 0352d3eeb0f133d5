import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { PageWords } from '../words.ts';
import { layoutOf } from './layout.ts';
import { readText } from './read-text.ts';

function read(text: string) {
  return readText([typedPage(text)]);
}

describe('REC-05 weak labels of numbers', () => {
  test.each([
    ['Nr.', 'Nr.:  2025-7354'],
    ['Beleg', 'Beleg  2025-7354'],
    ['Référence', 'Référence : 2025-7354'],
    ['a sign', '# 2025-7354'],
  ])('%s beside the date of the document is its number', (_, label) => {
    const { fields } = read(`
   Rechnung

   ${label}
   Datum: 02.08.2025
   Kundennr.: 3011
`);
    expect(fields.invoiceNumber?.value).toBe('2025-7354');
  });

  test('away from the date a weak label does not name the invoice number', () => {
    const { fields } = read(`
   Rechnung

   Datum: 02.08.2025





   Nr.   Artikel          Betrag
   4711  Schrauben M8      12,00
`);
    expect(fields.invoiceNumber).toBeNull();
  });

  test('the letters within a number are not a label', () => {
    const { fields } = read(`
   Tax Invoice
   # RE-2025-6023
   Date 2025-01-09
`);
    expect(fields.invoiceNumber?.value).toBe('RE-2025-6023');
  });
});

describe('REC-05 when to pay', () => {
  const head = `
   Rechnung 4711 vom 10.04.2025
`;

  test.each([
    ['a day within the usual term', 'Zahlungsbedingung: 30 Tage netto (10.05.2025)', true],
    ['a day after a discount', '17.04.2025 3 % Skonto, 10.05.2025 rein netto', true],
    ['the day of a direct debit', 'Der Betrag wird am 10.05.2025 von Ihrem Konto abgebucht.', true],
    ['a day beyond the usual term', 'Fällig am 10.05.2026', false],
  ])('%s', (_, terms, isSure) => {
    const { fields } = read(`${head}
   ${terms}
`);
    expect(fields.dueDate).toMatchObject({ value: isSure ? '2025-05-10' : '2026-05-10', sure: isSure });
  });
});

describe('REC-05 totals', () => {
  test('the net total is the sum of the tax table where it is not printed', () => {
    const { fields } = read(`
   Steuersatz       Netto       Steuer      Brutto
   19 %            385,28        73,20      458,48
   7 %              13,53         0,95       14,48

   Rechnungsendbetrag                       472,96
`);
    expect(fields.totalNet).toMatchObject({ value: '398.81', sure: true });
    expect(fields.totalTax).toMatchObject({ value: '74.15', sure: true });
    expect(fields.totalGross).toMatchObject({ value: '472.96', sure: true });
  });

  test('labels with spaced letters are read', () => {
    const { fields } = read(`
   Rechnungssumme ohne USt.       198,00
   Steuerbetr ag                   37,62
   Br uttosumme                   235,62
`);
    expect(fields.totalGross).toMatchObject({ value: '235.62', sure: true });
  });
});

describe('REC-05 lines', () => {
  test('of a table without a head are found by their products', () => {
    const { lines } = read(`
   Kabel CAT 6, 10 m            32,00       6,27       200,64
   schwarz
   Montage vor Ort               1,50      88,00       132,00
   Fahrtkosten                   1,00      12,50        12,50

   Netto                                               345,14
   19 % MwSt.                                           65,58
   Gesamtbetrag                                        410,72
`);
    expect(
      lines.map(({ quantity, unitNetPrice, taxPercent }) => [
        quantity?.value,
        unitNetPrice?.value,
        taxPercent?.value,
      ]),
    ).toEqual([
      ['32', '6.27', '19'],
      ['1.5', '88', '19'],
      ['1', '12.5', '19'],
    ]);
  });

  test('have a rate of zero where the document states an exemption', () => {
    const { lines } = read(`
   Leistung                    Menge       Preis        Betrag
   Unterricht                   2,00      150,00        300,00

   Gesamtbetrag                                         300,00
   Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.
`);
    expect(lines[0]?.taxPercent?.value).toBe('0');
  });
});

test('REC-05 a label and its value in larger letters share a row, beside a block with lines of its own', () => {
  const word = (text: string, left: number, top: number, height: number) => ({
    text,
    confidence: 1,
    box: [left, top, left + text.length * 0.01, top + height] as const,
  });
  const page: PageWords = {
    page: 1,
    aspect: 0.7,
    words: [
      word('München', 0.1, 0.0992, 0.0129),
      word('Rechnungsnummer', 0.6, 0.0983, 0.0082),
      word('471102', 0.9, 0.0996, 0.0128),
    ],
  };
  expect(layoutOf([page]).rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['München', 'Rechnungsnummer', '471102'],
  ]);
});
