import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { readText } from './read-text.ts';

const body = `
   Leistung                                              Stunden        Satz            Betrag
   Jahresabschluss Vorbereitung                            6,50       140,00 €         910,00 €

   Summe netto                                                                         910,00 €
   19% Mehrwertsteuer                                                                  172,90 €
   Rechnungsbetrag                                                                   1.082,90 €
`;

function read(...pages: string[]) {
  return readText(pages.map((page, place) => typedPage(page, place + 1)));
}

describe('REC-05 number and dates in different layouts', () => {
  test.each([
    ['Rechnung 471102 vom 05.03.2024', 'Zahlbar innerhalb von 30 Tagen bis zum 04.04.2024.'],
    ['Rechnung\n   471102\n\n   Datum\n   05.03.2024', 'bis zum 04.04.2024 netto zahlbar'],
    [
      'Rechnungs-Nr.    Kunden-Nr.    Datum\n   471102           55512         05.03.2024',
      'Fälligkeit: 04.04.2024',
    ],
    [
      'Rechnungsnummer / Invoice No.: 471102\n   Rechnungsdatum / Invoice Date: 05.03.2024',
      'Zahlbar bis 04.04.2024 ohne Abzug oder bis 15.03.2024 mit 3% Skonto',
    ],
    [
      'Auftragsnummer: 99887\n   Rechnungsnummer: 471102\n   Auftragsdatum: 01.02.2024\n   Rechnungsdatum: 05.03.2024',
      'Fällig 04.04.2024',
    ],
    ['Facture n° 471102 du 5 mars 2024', 'Date limite de paiement : 4 avril 2024'],
    ['Invoice #471102\n   Date of issue  March 5, 2024', 'Date due   April 4, 2024'],
    ['Handelsrechnung (380) Nr. 471102 vom 05.03.2024', 'Please remit until 04.04.2024'],
  ])('%s', (head, terms) => {
    const { fields } = read(`\n   Vogel Beratung\n\n   ${head}\n${body}\n   ${terms}\n`);
    expect(fields.invoiceNumber?.value).toBe('471102');
    expect(fields.invoiceDate?.value).toBe('2024-03-05');
    expect(fields.dueDate?.value).toBe('2024-04-04');
    expect(fields.totalGross).toMatchObject({ value: '1082.9', sure: true });
  });

  test('the number of a debited contract or another invoice is not read as the invoice number', () => {
    const { fields } = read(`
   Gutschrift
   Gutschriftsnummer: GS-2025-14      Datum: 03.04.2025
   zu Rechnung Nr. RE-2025-88 vom 01.03.2025
`);
    expect(fields.invoiceNumber?.value).toBe('GS-2025-14');
    expect(fields.invoiceDate?.value).toBe('2025-04-03');
  });
});

describe('REC-05 kinds of documents', () => {
  test.each([
    ['Rechnung Nr. 12345', 'invoice', '380'],
    ['G U T S C H R I F T\n\n   Gutschriftsnummer 12345', 'credit_note', '381'],
    ['Rechnungskorrektur (384) Nr. 12345', 'credit_note', '384'],
    ['2. Abschlagsrechnung\n\n   Rechnungsnummer 12345', 'invoice', '326'],
    ['Auftragsbestätigung AB-12345', 'order_confirmation', null],
    ['Lieferschein Nr. 12345', 'delivery_note', null],
    ['Angebot 12345', 'quote', null],
    ['2. Mahnung\n   Rechnung Nr. 12345 vom 01.02.2025', 'reminder', null],
    ['Purchase Order\n   12345', 'order', null],
    ['Allgemeine Geschäftsbedingungen', 'terms', null],
    ['Einladung zum Sommerfest', 'unknown', null],
  ])('%s is %s', (head, kind, code) => {
    const reading = read(`\n   ${head}\n`);
    expect(reading.documentKind).toBe(kind);
    expect(reading.fields.documentTypeCode?.value ?? null).toBe(code);
    expect(reading.warnings.includes('not_an_invoice')).toBe(kind !== 'invoice' && kind !== 'credit_note');
  });
});

describe('REC-05 tables', () => {
  const first = `
  Müller Bürobedarf e.K. | Ringstr. 8 | 50667 Köln
                                                             Beleg-Nr.        RE-100245
  Rechnung                                                   Belegdatum       20.08.2025

  Pos. Artikelnr.   Bezeichnung                    Menge ME    E-Preis   G-Preis  St
  1    10023        Kopierpapier A4 80g               50 Pkt      3,49     174,50  1
  2    10088        Aktenordner breit                 20 Stk      2,15      43,00  1
  3    20001        Kaffee 1kg                         5 Stk     11,80      59,00  2
                                                             Übertrag    276,50
`;
  const second = `
  Rechnung RE-100245                                   Seite 2 von 2

  Pos. Artikelnr.   Bezeichnung                    Menge ME    E-Preis   G-Preis  St
                                                             Übertrag    276,50
  4    30012        Fachbuch Ablage                    2 Stk     25,00      50,00  2

  St  Satz     Netto      Steuer     Brutto
  1   19,00 %  217,50     41,33      258,83
  2   7,00 %   109,00      7,63      116,63
                       Summe  326,50  48,96  375,46

  Endbetrag EUR                                                          375,46
`;

  test('continue on the next page, with codes for their rates', () => {
    const { lines, fields } = read(first, second);
    expect(
      lines.map(({ articleNumber, taxPercent, page }) => [articleNumber?.value, taxPercent?.value, page]),
    ).toEqual([
      ['10023', '19', 1],
      ['10088', '19', 1],
      ['20001', '7', 1],
      ['30012', '7', 2],
    ]);
    expect(lines[3]?.description?.value).toBe('Fachbuch Ablage');
    expect(fields.totalGross).toMatchObject({ value: '375.46', sure: true });
    expect(fields.totalNet).toMatchObject({ value: '326.5', sure: true });
  });

  test('of totals, with one row per rate and one for all', () => {
    const { fields } = read(`
  Warenwert      Nettobetrag     MwSt-Betrag    MwSt-%      Endbetrag
     100,00           100,00           19,00      19,0         119,00
      50,00            50,00            3,50       7,0          53,50
     150,00           150,00           22,50       EUR         172,50
`);
    expect([fields.totalNet?.value, fields.totalTax?.value, fields.totalGross?.value]).toEqual([
      '150',
      '22.5',
      '172.5',
    ]);
  });

  test('rates follow from the tax bases where lines do not show them', () => {
    const { lines } = read(`
   Description                           Quantity    Unit Price       Amount
   Nougat                                      10          4.00        40.00
   Oil                                         25         19.80       495.00

   Tax                     Base        Amount
   20.0%                  40.00          8.00
   5.5%                  495.00         27.23
   Net total             535.00
   Total incl. VAT       570.23
`);
    expect(lines.map(({ taxPercent }) => taxPercent?.value)).toEqual(['20', '5.5']);
  });

  test('prices are per hundred where only this yields the line total', () => {
    const { lines } = read(`
   Bezeichnung                             Menge        Preis        Betrag
   Schrauben                                 400        32,76        131,04
`);
    expect(lines[0]?.priceBaseQuantity?.value).toBe('100');
  });

  test('without tax the total is net and gross', () => {
    const { fields, warnings } = read(`
   Rechnungsnr. 8812
   Beschreibung                                     Anzahl     Einzelpreis      Gesamt
   Portrait                                              4         75,00 €      300,00 €
                                                     Gesamtbetrag               300,00 €
   Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.
`);
    expect(fields.totalNet).toMatchObject({ value: '300', sure: true });
    expect(fields.totalGross).toMatchObject({ value: '300', sure: true });
    expect(warnings).not.toContain('totals_do_not_add_up');
  });
});
