import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  company,
  orderFacts,
  orderLine,
  supplier,
  written,
} from '../../../../../tests/support/order-facts.ts';
import { type PreparedPicture, preparePicture } from '../../../../platform/server/files/picture.ts';
import type { OrderDocument } from '../../order-document.ts';
import { type PrintableOrder, renderOrderPdf } from './render-order-pdf.ts';

const noPictures = { logo: null, letterhead: null, signature: null };
const issuedAt = new Date('2027-02-11T09:00:00Z');

function render(document: OrderDocument, change: Partial<PrintableOrder> = {}): Promise<Buffer> {
  return renderOrderPdf({ document, pictures: noPictures, issuedAt, ...change });
}

const withLines = (count: number) =>
  orderFacts({
    lines: Array.from({ length: count }, (_, index) => orderLine({ item_number: `OW-${77_000 + index}` })),
  });

const source = (pdf: Buffer) => pdf.toString('latin1');
const pageCount = (pdf: Buffer) => source(pdf).match(/\/Type \/Page\n/g)?.length ?? 0;
const pictureCount = (pdf: Buffer) => source(pdf).match(/\/Subtype \/Image/g)?.length ?? 0;

/** The drawing instructions of all pages, unpacked. */
function drawn(pdf: Buffer): string {
  const streams = source(pdf).matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g);
  return [...streams]
    .map((match) => {
      const start = match.index + match[0].length;
      return inflateSync(pdf.subarray(start, start + Number(match[1]))).toString('latin1');
    })
    .filter((text) => text.includes('\nBT\n'))
    .join('\n');
}

/** The vertical positions of texts, in points from the top of the page. */
const depths = (pdf: Buffer) =>
  [...drawn(pdf).matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map((match) => 841.89 - Number(match[1]));

/** A half-transparent red pixel flattened onto white. */
function pixel(): Promise<PreparedPicture> {
  const red = { r: 255, g: 0, b: 0, alpha: 0.5 };
  const picture = sharp({ create: { width: 1, height: 1, channels: 4, background: red } }).png();
  return picture.toBuffer().then((bytes) => preparePicture(1, bytes, 'png'));
}

describe('PROC-28 the letter as PDF', () => {
  test.each([
    [1, 1],
    [12, 2],
    [80, 5],
  ])('%i lines take %i pages', async (lines, pages) => {
    const pdf = await render(written(withLines(lines)));
    expect(source(pdf.subarray(0, 5))).toBe('%PDF-');
    expect(pageCount(pdf)).toBe(pages);
  });

  test('one line with notes and signature fits on one page above the footer', async () => {
    const purchase_terms =
      'Es gelten ausschließlich unsere Allgemeinen Einkaufsbedingungen. Bitte geben Sie auf Auftragsbestätigung, ' +
      'Lieferschein und Rechnung unsere Bestellnummer an.';
    const facts = orderFacts({ company: { ...company, purchase_terms } });
    expect(facts.head).toMatchObject({ notes: expect.stringMatching(/./), show_notes_in_pdf: true });
    const pdf = await render(written(facts), { pictures: { ...noPictures, signature: await pixel() } });
    expect(pageCount(pdf)).toBe(1);
    expect(pictureCount(pdf)).toBeGreaterThan(0);
  });

  test('uses embedded fonts only', async () => {
    const pdf = source(await render(written(withLines(1))));
    const fonts = [...pdf.matchAll(/\/BaseFont \/([\w+-]+)/g)].map((match) => match[1]?.replace(/^.*\+/, ''));
    expect([...new Set(fonts)].sort()).toEqual(['Inter-Regular', 'Inter-SemiBold']);
    expect(pdf.match(/\/FontFile2 /g)).toHaveLength(2);
  });

  test('the metadata contain title, date and language', async () => {
    const pdf = source(await render(written(orderFacts(), { language: 'cz' })));
    expect(pdf).toContain('/Lang (cs)');
    expect(pdf).toContain('/DisplayDocTitle true');
    const english = source(await render(written(orderFacts(), { language: 'en' })));
    expect(english).toContain('(Purchase order PO-000042)');
    expect(pdf).toContain('(D:20270211090000Z)');
  });

  test('the same letter gives the same bytes, pictures included', async () => {
    const picture = await pixel();
    const pictures = { logo: picture, letterhead: null, signature: picture };
    const [first, second] = [
      await render(written(withLines(12)), { pictures }),
      await render(written(withLines(12)), { pictures }),
    ];
    expect(first.equals(second)).toBe(true);
    expect(pictureCount(first)).toBeGreaterThan(0);
    const later = await render(written(withLines(12)), {
      pictures,
      issuedAt: new Date('2027-02-12T09:00:00Z'),
    });
    expect(first.equals(later)).toBe(false);
  });

  test('a letterhead replaces the logo', async () => {
    const picture = await pixel();
    const document = written(withLines(1));
    const both = await render(document, { pictures: { ...noPictures, logo: picture, letterhead: picture } });
    expect(pictureCount(both)).toBe(1);
  });

  test('has no images without pictures', async () => {
    expect(pictureCount(await render(written(withLines(1))))).toBe(0);
  });

  test('draws nothing outside of the page, for any length of texts', async () => {
    const long = 'Verwaltungsgesellschaft für Industrieanlagen '.repeat(90).slice(0, 4000);
    const facts = orderFacts({
      lines: [
        orderLine({ description: long }),
        orderLine({ description: 'A'.repeat(4000), unit: 'x'.repeat(30) }),
      ],
      company: {
        ...company,
        billing_name: long.slice(0, 120),
        legal_footer: long,
        purchase_terms: long,
        einvoice_email: `${'a'.repeat(60)}@${'b'.repeat(180)}.example`,
      },
      suppliers: new Map([[3, { ...supplier, address: long, payment_terms: long }]]),
      contact: { name: 'N'.repeat(255), email: `${'e'.repeat(240)}@demo.test` },
    });
    const pdf = await render(written(facts));
    expect(pageCount(pdf)).toBeGreaterThan(4);
    expect(Math.min(...depths(pdf))).toBeGreaterThan(0);
    expect(Math.max(...depths(pdf))).toBeLessThan(841.89);
  });

  test('prints JavaScript property names and characters without a glyph', async () => {
    const description = 'constructor __proto__ toString \u0000\u0007 \u{1f600} 漢字\tTab\u2028';
    expect(pageCount(await render(written(orderFacts({ lines: [orderLine({ description })] }))))).toBe(1);
  });

  test('prints an empty draft', async () => {
    const facts = orderFacts({
      kind: { kind: 'request' },
      lines: [],
      company: null,
      suppliers: new Map(),
      deliveryAddress: null,
      consignee: null,
      contact: null,
    });
    expect(pageCount(await render(written(facts)))).toBe(1);
  });

  test('the address is in the window of the envelope', async () => {
    const addressed = depths(await render(written(withLines(1))));
    const millimetres = addressed.map((depth) => depth / (72 / 25.4));
    // Four lines of address, and the references beside them, between 62.7 and 90 mm.
    expect(millimetres.filter((depth) => depth > 62.7 && depth < 90).length).toBeGreaterThanOrEqual(4);
    expect(millimetres.filter((depth) => depth > 90 && depth < 98.4)).toEqual([]);
  });
});
