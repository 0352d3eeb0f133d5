import { describe, expect, test } from 'vitest';
import {
  hybridInvoice,
  type PrintedInvoice,
  printedAsInXml,
} from '../../../../tests/support/hybrid-invoice.ts';
import { ublInvoice } from '../../../../tests/support/ubl-invoice.ts';
import { readDocument } from './read-document.ts';

const nobody = { own: [] };

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
