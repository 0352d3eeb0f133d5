import { describe, expect, test } from 'vitest';
import { drawTyped } from '../../../../tests/support/drawn-invoice.ts';
import {
  hybridInvoice,
  type PrintedInvoice,
  portfolioOf,
  printedAsInXml,
} from '../../../../tests/support/hybrid-invoice.ts';
import { ublInvoice } from '../../../../tests/support/ubl-invoice.ts';
import { readDocument } from './read-document.ts';

const nobody = { own: [] };

function typedInvoice(number: string): Promise<Buffer> {
  return drawTyped(`Papierhaus GmbH
Rechnung
Rechnungsnummer: ${number}
Rechnungsdatum: 02.11.2026
Netto 100,00 EUR
MwSt 19 % 19,00 EUR
Gesamtbetrag 119,00 EUR`);
}

describe('REC-14 several invoices in one file', () => {
  test('of a portfolio the first invoice is read, and the others are marked for a decision', async () => {
    const portfolio = await portfolioOf({
      'a-brief.pdf': await drawTyped('Papierhaus GmbH\nAnbei unsere Rechnungen.'),
      'b.pdf': await typedInvoice('RE-1'),
      'c.pdf': await typedInvoice('RE-2'),
      'd-agb.pdf': await drawTyped(
        'Allgemeine Geschäftsbedingungen\nFür alle Verträge mit uns gilt das deutsche Recht.\nDie Ware bleibt bis zur Zahlung unser Eigentum.',
      ),
      'e.pdf': await hybridInvoice(null),
    });
    const { fields, files, warnings } = await readDocument(portfolio, nobody);
    expect(fields.invoiceNumber?.value).toBe('RE-1');
    expect(files?.filter(({ isInvoice }) => isInvoice).map(({ name }) => name)).toEqual(['c.pdf', 'e.pdf']);
    expect(files).toHaveLength(5);
    expect(warnings).toEqual(['from_portfolio', 'further_invoices']);
  });

  test('an XML in a portfolio is read exactly, and its own page is no other invoice', async () => {
    const xml = Buffer.from(ublInvoice({ number: 'RE-1', seller: 'Kabel Nord GmbH', net: 200 }));
    const files = {
      'factur-x.xml': xml,
      'a.pdf': await typedInvoice('RE-1'),
      'b.pdf': await typedInvoice('RE-2'),
    };
    const read = await readDocument(await portfolioOf(files), nobody);
    expect(read.reading).toBe('xml');
    expect(read.files?.filter(({ isInvoice }) => isInvoice).map(({ name }) => name)).toEqual(['b.pdf']);
    expect(read.warnings).toContain('further_invoices');
  });

  test('a portfolio of one invoice needs no decision, and its XML is read exactly', async () => {
    const read = await readDocument(await portfolioOf({ 'a.pdf': await hybridInvoice(null) }), nobody);
    expect(read.fields.invoiceNumber?.value).toBe(printedAsInXml.number);
    expect(read.warnings).toEqual(['from_portfolio']);
  });

  test('XML data of a second invoice in one PDF is told, a copy of the first is not', async () => {
    const xml = (number: string) => Buffer.from(ublInvoice({ number, seller: 'Kabel Nord GmbH', net: 200 }));
    const read = async (number: string) =>
      (await readDocument(await hybridInvoice(null, { 'x.xml': xml(number) }), nobody)).warnings;
    expect(await read('RE-2')).toContain('further_xml_invoices');
    expect(await read(printedAsInXml.number)).not.toContain('further_xml_invoices');
  });
});

async function differences(printed: Partial<PrintedInvoice>): Promise<readonly (readonly string[])[]> {
  const reading = await readDocument(await hybridInvoice({ ...printedAsInXml, ...printed }), nobody);
  expect(reading).toMatchObject({ reading: 'xml', pages: 1 });
  return (reading.differences ?? []).map(({ field, xml, page }) => [field, xml, page.value]);
}

describe('REC-11 the pages of a hybrid e-invoice', () => {
  test('equal values in other notations are no difference', async () => {
    expect(await differences({})).toEqual([]);
    expect(await differences({ number: 'RE 2026/4711', issued: '2. November 2026' })).toEqual([]);
    expect(await differences({ iban: 'DE89370400440532013000' })).toEqual([]);
  });

  test('different values are reported with the position on the page', async () => {
    const gross = { net: '2.000,00', tax: '380,00', gross: '2.380,00' };
    expect(await differences(gross)).toEqual([
      ['totalNet', '200', '2000'],
      ['totalTax', '38', '380'],
      ['totalGross', '238', '2380'],
    ]);
    expect(await differences({ number: 'RE-2026-4712' })).toEqual([
      ['invoiceNumber', 'RE-2026-4711', 'RE-2026-4712'],
    ]);
    expect(await differences({ issued: '03.11.2026' })).toEqual([
      ['invoiceDate', '2026-11-02', '2026-11-03'],
    ]);
    expect(await differences({ iban: 'DE02 1203 0000 0000 2020 51' })).toEqual([
      ['sellerIban', 'DE89370400440532013000', 'DE02120300000000202051'],
    ]);
    const { differences: placed } = await readDocument(
      await hybridInvoice({ ...printedAsInXml, number: 'RE-2026-4712' }),
      nobody,
    );
    const [left = 0, top = 0] = placed?.[0]?.page.box ?? [];
    expect(placed?.[0]?.page.page).toBe(1);
    expect(left).toBeCloseTo(300 / 595.28, 2);
    expect(top).toBeCloseTo(88 / 841.89, 2);
  });

  test('a value is no difference if the pages also show that of the XML', async () => {
    expect(await differences({ issued: '03.11.2026', further: ['Lieferdatum 02.11.2026'] })).toEqual([]);
    expect(await differences({ number: 'RE-2026-4712', further: ['Beleg RE-2026-4711'] })).toEqual([]);
  });

  test('pages without text, or no pages, yield no differences', async () => {
    expect((await readDocument(await hybridInvoice(null), nobody)).differences).toBeUndefined();
    const xml = ublInvoice({ number: 'RE-1', seller: 'Kabel Nord GmbH' });
    expect((await readDocument(xml, nobody)).differences).toBeUndefined();
  });
});
