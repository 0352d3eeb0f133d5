import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { Found, PageReading } from './page-reading.ts';
import { readText } from './read-text.ts';
import { readingOfPages } from './reading-of-pages.ts';

/** Values, with an exclamation mark behind sure ones. */
function shown(reading: PageReading, ...names: (keyof PageReading['fields'])[]): (string | null)[] {
  return names.map((name) => mark(reading.fields[name] as Found<string> | null));
}

function mark(found: Found<string> | null): string | null {
  return found && `${found.value}${found.sure ? '!' : ''}`;
}

function lines({ lines: read }: PageReading) {
  return read.map(({ quantity, unitNetPrice, taxPercent, lineNet }) =>
    [quantity, unitNetPrice, taxPercent, lineNet].map(mark).join(' '),
  );
}

const letter = `
                                                                   Holzbau Brenner GmbH
                                                                   Am Sägewerk 4
                                                                   83022 Rosenheim

     Holzbau Brenner GmbH · Am Sägewerk 4 · 83022 Rosenheim
     Musterwerk AG                                       Rechnungs-Nr.:      2024-1001
     Frau Petra Lang                                     Datum:              12.03.2024
     Industriestr. 9                                     Kunden-Nr.:         10442
     80331 München                                       Ihre Bestellung:    B-77812
                                                         Lieferdatum:        08.03.2024

     Rechnung

     Pos   Bezeichnung                     Menge  Einheit      Einzelpreis      Gesamtpreis
     1     Fichtenbrett gehobelt            12,5  m²               18,40 €         230,00 €
           Stärke 24 mm, Länge 4 m
     2     Schrauben A2 5x60                   4  Pkt               9,95 €          39,80 €
     3     Anlieferung                         1  psch             45,00 €          45,00 €

                                                Zwischensumme (netto)              314,80 €
                                                zzgl. 19 % USt.                     59,81 €
                                                Gesamtbetrag                       374,61 €

     Zahlbar innerhalb 14 Tagen mit 2 % Skonto, 30 Tage netto. Fällig am 11.04.2024.

     Holzbau Brenner GmbH      Sparkasse                         USt-IdNr.: DE811193231
     Geschäftsführer: K. Brenner  IBAN: DE89 3704 0044 0532 0130 00   St.-Nr.: 156/116/40221
     HRB 12345 Traunstein      BIC: COBADEFFXXX
`;

describe('REC-05 a German letter', () => {
  const reading = readText([typedPage(letter)]);

  test('its head', () => {
    expect(reading.kind).toBe('text');
    expect(reading.documentKind).toBe('invoice');
    expect(
      shown(reading, 'invoiceNumber', 'invoiceDate', 'deliveryDate', 'orderReference', 'documentTypeCode'),
    ).toEqual(['2024-1001!', '2024-03-12!', '2024-03-08!', 'B-77812!', '380!']);
    expect(reading.fields.dueDate?.value).toBe('2024-04-11');
  });

  test('totals that add up are sure', () => {
    expect(shown(reading, 'totalNet', 'totalTax', 'totalGross', 'currency')).toEqual([
      '314.8!',
      '59.81!',
      '374.61!',
      'EUR!',
    ]);
    expect(reading.fields.taxBreakdown.map(({ value }) => value)).toEqual([
      { ratePercent: '19', basis: '314.8', tax: '59.81' },
    ]);
    expect(reading.warnings).toEqual([]);
  });

  test('its sender', () => {
    expect(shown(reading, 'sellerName', 'sellerVatId', 'sellerTaxNumber', 'sellerIban', 'sellerBic')).toEqual(
      ['Holzbau Brenner GmbH!', 'DE811193231!', '156/116/40221!', 'DE89370400440532013000!', 'COBADEFFXXX!'],
    );
  });

  test('its lines, with continued descriptions', () => {
    expect(lines(reading)).toEqual(['12.5! 18.4! 19! 230!', '4! 9.95! 19! 39.8!', '1! 45! 19! 45!']);
    expect(reading.lines[0]?.description?.value).toBe('Fichtenbrett gehobelt Stärke 24 mm, Länge 4 m');
    expect(reading.lines[0]?.unit?.value).toBe('m²');
    expect(reading.lines[2]?.lineId?.value).toBe('3');
  });

  test('its discount', () =>
    expect(readingOfPages(reading).discounts).toMatchObject([
      { percentage: { value: '2' }, days: { value: '14' }, until: null },
    ]));

  test('each value has its place', () => {
    const place = reading.fields.totalGross;
    expect(place?.page).toBe(1);
    expect(place?.box[1]).toBeGreaterThan(0.25);
    expect(place?.box[0]).toBeGreaterThan(0.7);
  });
});

describe('REC-05 unconfirmed values are not sure', () => {
  test('totals that do not add up', () => {
    const reading = readText([typedPage(letter.replace('374,61', '384,61'))]);
    expect(reading.fields.totalGross).toMatchObject({ value: '384.61', sure: false });
    expect(reading.warnings).toContain('totals_do_not_add_up');
    expect(reading.lines.every(({ lineNet }) => lineNet?.sure === false)).toBe(true);
  });

  test('numbers with wrong check digits are kept as printed and flagged', () => {
    const reading = readText([
      typedPage(letter.replace('DE89 3704', 'DE88 3704').replace('DE811193231', 'DE811193232')),
    ]);
    expect(reading.fields.sellerIban).toMatchObject({
      value: 'DE88370400440532013000',
      sure: false,
      isInvalid: true,
    });
    expect(reading.fields.sellerVatId).toMatchObject({ value: 'DE811193232', sure: false, isInvalid: true });
    expect(reading.warnings).toEqual(expect.arrayContaining(['iban_invalid', 'vat_id_invalid']));
  });

  test('words recognised with low confidence', () => {
    const reading = readText([typedPage(letter, 1, 0.6)]);
    expect(reading.kind).toBe('ocr');
    expect(reading.fields.totalGross).toMatchObject({ value: '374.61', sure: false });
    expect(reading.warnings).toContain('hard_to_read');
  });

  test('a line whose product does not hold', () => {
    const reading = readText([typedPage(letter.replace('18,40 €', '18,50 €'))]);
    expect(lines(reading)[0]).toBe('12.5 18.5 19 230');
  });
});

describe('REC-05 parties are distinguished', () => {
  test('data of the own company is never read as the sender’s', () => {
    const own = [
      { names: ['Holzbau Brenner GmbH'], vatIds: ['DE811193231'], ibans: ['DE89370400440532013000'] },
    ];
    const { fields } = readText([typedPage(letter)], { own });
    expect([fields.sellerIban, fields.sellerVatId]).toEqual([null, null]);
    expect(fields.sellerName?.value).not.toBe('Holzbau Brenner GmbH');
    expect(fields.buyerVatId?.value).toBe('DE811193231');
  });

  test('a known supplier is named as in the master data', () => {
    const suppliers = [{ name: 'Holzbau Brenner GmbH', number: '70001', vatId: 'DE811193231', ibans: [] }];
    expect(shown(readText([typedPage(letter)], { suppliers }), 'sellerName')).toEqual([
      'Holzbau Brenner GmbH!',
    ]);
  });

  test('a debited account is the recipient’s', () => {
    const { fields } = readText([
      typedPage(`
   Rechnungsnummer 4711
   Der Betrag wird von Ihrem Konto DE89 3704 0044 0532 0130 00 abgebucht.
`),
    ]);
    expect(fields.sellerIban).toBeNull();
  });

  test('ids below the buyer heading are the buyer’s', () => {
    const { fields } = readText([
      typedPage(`
   Verkäufer                                  Käufer
   Nord Handel GmbH                           Musterwerk AG
   USt-IdNr.: DE811193231                     USt-IdNr.: DE136695976

   Rechnung Nr. 88123 vom 01.02.2025
`),
    ]);
    expect([fields.sellerVatId?.value, fields.buyerVatId?.value]).toEqual(['DE811193231', 'DE136695976']);
    expect(fields.sellerName?.value).toBe('Nord Handel GmbH');
  });
});
