import { expect, test } from 'vitest';
import { ciiSample, ublSample } from '../../../tests/support/e-invoice-samples.ts';
import { text } from '../../platform/server/texts.ts';
import { eInvoicePage } from './e-invoice-page.ts';

const pageOf = (xml: string) =>
  eInvoicePage(Buffer.from(xml), { language: 'de', t: (key, values) => text('de', key, values) });

test('EXP-08 REC-11 the page of an e-invoice shows the content of the file in German formats', () => {
  const page = pageOf(ublSample);
  expect(page).toMatchObject({
    number: 'R-2025-17',
    day: '2025-03-03',
    title: 'Rechnung R-2025-17',
    leftOut: 0,
  });
  expect(page?.seller.lines).toEqual([
    'Holzhandel Muster GmbH',
    'Holz & Mehr',
    'Am Sägewerk 1',
    '01234 Waldstadt',
    'DE',
    'USt-IdNr.: DE123456788',
    'Steuernummer: 201/123/45678',
    'HRB 1',
    'Eva Ast',
    '0351 1',
    'ast@holz.example',
  ]);
  expect(page?.buyer.lines).toContain('Käufer AG');
  expect(page?.facts).toEqual(
    expect.arrayContaining([
      { label: 'Rechnungsdatum', value: '03.03.2025' },
      { label: 'Lieferdatum', value: '28.02.2025' },
      { label: 'Bestellnummer', value: 'B-815' },
      { label: 'Vorherige Rechnung', value: 'R-2025-3' },
    ]),
  );
  expect(page?.rows).toEqual([
    {
      position: '1',
      description: 'Brett\nBR-24\nFichte, 24 mm',
      quantity: '200 m',
      price: '50,00 / 100',
      tax: '19 %',
      net: '100,00',
    },
  ]);
  expect(page?.totals.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Abzug: Treue -10,00',
    'Zuschlag: Fracht 5,00',
    'Summe netto 95,00',
    'USt 19 % auf 95,00 18,05',
    'Summe USt 18,05',
    'Rechnungsbetrag brutto 113,05 EUR',
    'Bereits gezahlt 13,00',
    'Rundung -0,05',
    'Zu zahlen 100,00 EUR',
  ]);
  expect(page?.terms.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Fällig am: 02.04.2025',
    'Zahlungsbedingungen: 2 % Skonto bei Zahlung innerhalb von 10 Tagen',
    'Zahlungsbedingungen: #SKONTO#TAGE=10#PROZENT=2.00#',
    'Zahlungsempfänger: Inkasso Beispiel',
    'IBAN des Lieferanten: DE02120300000000202051',
    'BIC des Lieferanten: BYLADEM1001',
    'Verwendungszweck: R-2025-17',
  ]);
});

test('EXP-08 both syntaxes yield the same lines and totals', () => {
  const [ubl, cii] = [pageOf(ublSample), pageOf(ciiSample)];
  expect(cii?.rows).toEqual(ubl?.rows);
  expect(cii?.totals).toEqual(ubl?.totals);
});

test('EXP-08 a file that is no e-invoice has no page', () => {
  expect(pageOf('<order xmlns="urn:x"/>')).toBeNull();
  expect(pageOf('<Invoice')).toBeNull();
});

test('EXP-08 endless texts and lines are cut off, and omitted lines are counted', () => {
  const [head = '', line = '', end = ''] = ublSample.split(/(?=<cac:InvoiceLine>)|(?<=<\/cac:InvoiceLine>)/);
  const many = pageOf(head + line.repeat(1100) + end);
  expect([many?.rows.length, many?.leftOut]).toEqual([1000, 100]);
  const wordy = line.replace('Fichte, 24 mm', 'Fichte '.repeat(300));
  const long = pageOf(head + wordy.repeat(200) + end);
  expect(long?.rows[0]?.description.length).toBeLessThan(1100);
  expect(long?.rows.length).toBeLessThan(200);
  expect((long?.rows.length ?? 0) + (long?.leftOut ?? 0)).toBe(200);
});
