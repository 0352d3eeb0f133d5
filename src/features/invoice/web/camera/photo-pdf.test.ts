import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type PhotoPage, pdfOfPhotos } from './photo-pdf.ts';

async function photo(width: number, height: number): Promise<PhotoPage> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#e0d0c0' } })
    .jpeg()
    .toBuffer();
  return { jpeg: Uint8Array.from(jpeg), width, height };
}

describe('MOB-02 photographed pages become one PDF', () => {
  test('every page has the size of its picture at 200 dpi, in the order of the photos', async () => {
    const pages = [await photo(1654, 2339), await photo(2339, 1654), await photo(780, 2339)];
    const file = await PDFDocument.load(await pdfOfPhotos(pages).arrayBuffer());
    const millimeters = file
      .getPages()
      .map((page) => [page.getWidth(), page.getHeight()].map((points) => Math.round((points / 72) * 25.4)));
    expect(millimeters).toEqual([
      [210, 297],
      [297, 210],
      [99, 297],
    ]);
  });

  test('a reader that follows the table of places finds every picture unchanged', async () => {
    const pages = [await photo(20, 30), await photo(40, 10)];
    const bytes = Buffer.from(await pdfOfPhotos(pages).arrayBuffer());
    const text = bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const places = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, place]) => Number(place));
    expect(places).toHaveLength(8);
    for (const [at, place] of places.entries())
      expect(text.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
    for (const { jpeg } of pages) expect(bytes.includes(Buffer.from(jpeg))).toBe(true);
  });
});
