import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { PageReading } from './page-reading.ts';
import { readText } from './read-text.ts';

/** Quantity, price, rate and total of each line, with an exclamation mark behind sure ones. */
function lines({ lines: read }: PageReading): string[] {
  return read.map(({ quantity, unitNetPrice, taxPercent, lineNet }) =>
    [quantity, unitNetPrice, taxPercent, lineNet]
      .map((found) => (found ? `${found.value}${found.sure ? '!' : ''}` : '-'))
      .join(' '),
  );
}

function letter(table: string, totals: readonly [net: string, tax: string, gross: string]): PageReading {
  const [net, tax, gross] = totals;
  return readText([
    typedPage(`
  Rechnung Nr. 471102                              Datum: 18.11.2026

${table}

                                        Nettobetrag                     ${net}
                                        zzgl. 19 % MwSt.                ${tax}
                                        Rechnungsbetrag                 ${gross}
`),
  ]);
}

describe('REC-05 lines of small tables', () => {
  test('a table without quantities and prices has lines of one unit, which are never sure', () => {
    const read = letter(
      `  Beschreibung                                                      Betrag
  Beratung im Oktober laut Vertrag                              1.200,00 €`,
      ['1.200,00 €', '228,00 €', '1.428,00 €'],
    );
    expect(lines(read)).toEqual(['1 1200 19 1200']);
  });

  test('a row with a text and the net total is a line without any head', () => {
    const read = letter('  Wir berechnen Ihnen für die Wartung der Anlage pauschal          500,00 €', [
      '500,00 €',
      '95,00 €',
      '595,00 €',
    ]);
    expect(lines(read)).toEqual(['1 500 19 500']);
    expect(read.lines[0]?.description?.value).toBe('Wir berechnen Ihnen für die Wartung der Anlage pauschal');
  });

  test('rows that do not add up to the net total are no lines', () => {
    const read = letter('  Ihr Guthaben vom Vormonat                                        480,00 €', [
      '500,00 €',
      '95,00 €',
      '595,00 €',
    ]);
    expect(read.lines).toEqual([]);
  });

  test('a total in the row below its quantity and price belongs to the same line', () => {
    const read = letter(
      `  Pos   Artikel      Beschreibung          Preis       Menge      Gesamt
  1     TB100        Trennblätter           9,90       20 Stk
        40123450                                                  198,00
  2     JB200        Klebeband              5,50       50 Stk
        40000509                                                  275,00`,
      ['473,00', '89,87', '562,87'],
    );
    expect(lines(read)).toEqual(['20! 9.9! 19! 198!', '50! 5.5! 19! 275!']);
  });

  test('columns that the head does not name are where exact lines print them', () => {
    const read = letter(
      `  Pos   Artikelbeschreibung                                        Entgelt
  1     Klebeband               5,00        4,00                  20,00
  2     Mineralwasser            20         5,49                 109,80`,
      ['129,80', '24,66', '154,46'],
    );
    expect(lines(read)).toEqual(['5! 4! 19! 20!', '20! 5.49! 19! 109.8!']);
  });

  test('a head over two rows names columns in both', () => {
    const read = letter(
      `  Unsere    Ihre                          Menge    Meng.-     Preis/
  Art.Nr.   Art.Nr.   Beschreibung                 einheit    Einheit      Entgelt
  KR3M      55T01     Kunstrasen           3,00    m²           4,00        12,00`,
      ['12,00', '2,28', '14,28'],
    );
    expect(lines(read)).toEqual(['3! 4! 19! 12!']);
  });

  test('a price per hundred is printed with its unit', () => {
    const read = letter(
      `  Pos  Bezeichnung                Menge ME    Preis/ME     Betrag
  10   Schraube M8x40               200 ST    12,50/100     25,00`,
      ['25,00', '4,75', '29,75'],
    );
    expect(lines(read)).toEqual(['200! 12.5! 19! 25!']);
    expect(read.lines[0]?.priceBaseQuantity?.value).toBe('100');
  });

  test('the name of a tax in the column of rates does not end the table', () => {
    const read = letter(
      `  Pos  Beschreibung        Nettopreis      Menge       Steuer        Entgelt
  1    Wirkarbeit                0,05    1000 KWH    19 % VAT (S)      52,00
  2    Papier                    0,01    1210 Stk    19 % VAT (S)      12,10`,
      ['64,10', '12,18', '76,28'],
    );
    expect(lines(read)).toEqual(['1000 0.05 19 52', '1210! 0.01! 19! 12.1!']);
  });

  test('a line is not sure when the next row takes a discount off it', () => {
    const read = letter(
      `  Pos  Bezeichnung             Menge   Preis     Gesamt
  1    Bohrmaschine              2     100,00    200,00
       abzüglich Rabatt                          -20,00
  2    Bohrer                    5      16,00     80,00`,
      ['260,00', '49,40', '309,40'],
    );
    expect(lines(read)).toEqual(['2 100 19 200', '- - 19 -20', '5! 16! 19! 80!']);
  });

  test('a line with only an amount is one unit where text misses no digit, but stays open in a scan', () => {
    const page = `
  Position             Verbrauch     Preis        Betrag
  Arbeitspreis             1.250      0,285       356,25
  Grundpreis                                       12,50

  Nettobetrag                                     368,75
  Umsatzsteuer 19 %                                70,06
  Bruttobetrag                                    438,81
`;
    const read = (confidence: number) => lines(readText([typedPage(page, 1, confidence)]));
    expect(read(1)).toEqual(['1250! 0.285! 19! 356.25!', '1 12.5 19 12.5']);
    expect(read(0.9)).toEqual(['1250! 0.285! 19! 356.25!', '- - 19 12.5']);
  });

  test('rows are lines where they add up to a sum without the word net, unless the sum repeats one row', () => {
    const read = (rows: string) =>
      lines(
        readText([
          typedPage(`
  Monatliche Beträge                              39,95
${rows}
  Umsatzsteuer 19 % auf 42,00 Euro                 7,98
  Rechnungsbetrag                                 49,98
`),
        ]),
      );
    expect(
      read(`  Verbindungen                                     2,05
  Summe der oben angeführten Beträge              42,00`),
    ).toEqual(['1 39.95 19 39.95', '1 2.05 19 2.05']);
    expect(read('  Summe der Beträge                               39,95')).toEqual([]);
  });
});

test('REC-05 of two prices the one without tax is read, and no total including tax', () => {
  const read = readText([
    typedPage(`
  Beschreibung           Menge   Stückpreis     USt. %   Stückpreis     Zwischensumme
                                 (ohne USt.)             (inkl. USt.)   (inkl. USt.)
  Maus M185                2       12,60 €        19%      14,99 €         29,98 €
  Versandkosten                     2,51 €        19%       2,99 €          2,99 €

  Gesamtpreis                                                              32,97 €
`),
  ]);
  expect(lines(read)).toEqual(['2 12.6 19 -', '1 2.51 19 -']);
});

test('REC-05 the totals of all rates win over those of one rate, although these have all labels', () => {
  const { fields } = readText([
    typedPage(`
  Rechnungsbetrag EUR                                              206,00
  MwSt 7 %      netto 166,36     MwSt 11,64    brutto 178,00
  MwSt 19 %     netto  23,53     MwSt  4,47    brutto  28,00
`),
  ]);
  expect(fields.totalGross).toMatchObject({ value: '206', sure: true });
  expect(fields.totalNet?.value).toBe('189.89');
});
