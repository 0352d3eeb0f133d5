import { expect, test } from 'vitest';
import { longestWait } from '../../../../../tests/support/depth.ts';
import { ublSample } from '../../../../../tests/support/e-invoice-samples.ts';
import { ublInvoice } from '../../../../../tests/support/ubl-invoice.ts';
import { textPagesOf } from '../../../recognition/server/read-file.ts';
import { needsRenderedPdf, renderedEInvoice, renderedName } from './rendered-pdf.ts';

/** The words of each page in file order. */
async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const pages = await textPagesOf(pdf, AbortSignal.timeout(longestWait));
  return (pages ?? []).map(({ words }) => words.map((word) => word.text).join(' '));
}

test('EXP-08 an XML is rendered with all of its content, and names the XML as authoritative', async () => {
  const pages = await pagesOf(await renderedEInvoice(1, Buffer.from(ublSample)));
  expect(pages).toHaveLength(1);
  for (const words of [
    'Darstellung der elektronischen Rechnung R-2025-17; maßgeblich ist die XML-Datei',
    'Holzhandel Muster GmbH',
    'Käufer AG',
    '03.03.2025',
    'Danke für den Auftrag',
    'Fichte, 24 mm',
    'USt 19 % auf 95,00 18,05',
    'Zu zahlen 100,00 EUR',
    'DE02120300000000202051',
    'Seite 1 von 1',
  ])
    expect(pages[0]).toContain(words);
});

test('EXP-08 Cyrillic names are printed as written', async () => {
  const pdf = await renderedEInvoice(1, ublInvoice({ number: 'Р-17', seller: 'ТОВ Київські меблі', net: 5 }));
  expect((await pagesOf(pdf))[0]).toContain('ТОВ Київські меблі');
});

test('EXP-08 EXP-23 the same XML gives the same bytes', async () => {
  const [one, other] = [
    await renderedEInvoice(1, Buffer.from(ublSample)),
    await renderedEInvoice(1, Buffer.from(ublSample)),
  ];
  expect(one.equals(other)).toBe(true);
});

test('EXP-08 API-44 ten thousand lines become a bounded PDF that states the number of omitted lines', async () => {
  const [head = '', line = '', end = ''] = ublSample.split(/(?=<cac:InvoiceLine>)|(?<=<\/cac:InvoiceLine>)/);
  const pdf = await renderedEInvoice(1, Buffer.from(head + line.repeat(10_000) + end));
  const pages = pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(20);
  expect(pages).toBeLessThan(200);
});

test('EXP-08 an XML that is no e-invoice becomes a page with a notice', async () => {
  const [page] = await pagesOf(await renderedEInvoice(1, Buffer.from('<?xml version="1.0"?><order/>')));
  expect(page).toContain('Darstellung der elektronischen Rechnung; maßgeblich ist die XML-Datei');
  expect(page).toContain('Der Inhalt der XML-Datei lässt sich hier nicht darstellen.');
});

test('EXP-08 only an XML gets a rendered PDF, under its own name', () => {
  expect(needsRenderedPdf({ mime: 'application/xml' })).toBe(true);
  expect(needsRenderedPdf({ mime: 'application/pdf' })).toBe(false);
  expect(['RE 17.xml', 'RE.XML', 'daten'].map(renderedName)).toEqual(['RE 17.pdf', 'RE.pdf', 'daten.pdf']);
});
