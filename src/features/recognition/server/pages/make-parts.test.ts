import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { drawInvoice, drawStack } from '../../../../../tests/support/drawn-invoice.ts';
import type { MadeParts, PartPage } from '../../page-parts.ts';
import { makeParts } from './make-parts.ts';

const pages = (...numbers: readonly number[]): readonly PartPage[] =>
  numbers.map((page) => ({ file: 0, page, turn: 0 }));

const make = (file: Uint8Array, ...parts: readonly (readonly PartPage[])[]): Promise<MadeParts> =>
  makeParts({ files: [file], parts, maxPages: 200 });

describe('REC-12 PDFs made of selected pages', () => {
  test('have the same bytes each time, and fewer than their sources', async () => {
    const stack = await drawStack(['A-1', 'B-2', 'C-3']);
    const [once, again] = [
      await make(stack, pages(1, 2), pages(3)),
      await make(stack, pages(1, 2), pages(3)),
    ];
    expect(once.pages).toEqual([6]);
    expect(again.parts.map(String)).toEqual(once.parts.map(String));
    expect(Math.max(...once.parts.map(({ length }) => length))).toBeLessThan(stack.length);
  });

  test('contain no other pages, even if links and annotations refer to them, and no scripts', async () => {
    const file = await PDFDocument.load(await drawStack(['A-1', 'B-2']));
    const [first, , third] = file.getPages();
    if (!first || !third) throw new Error('no pages');
    const { context } = file;
    const script = context.obj({ S: 'JavaScript', JS: context.obj('app.alert(1)') as never });
    const link = { Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [third.ref, 'Fit'] };
    const stamp = { Subtype: 'Stamp', Rect: [0, 0, 9, 9], P: third.ref, Popup: third.ref, A: script };
    first.node.set(PDFName.of('Annots'), context.obj([link, stamp] as never));
    first.node.set(PDFName.of('AA'), context.obj({ O: script }));
    const { parts } = await make(await file.save(), pages(1));
    const made = await PDFDocument.load(parts[0] ?? new Uint8Array());
    const types = made.context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .filter((text) => /\/Type \/Page\b|JavaScript/.test(text));
    expect(types).toHaveLength(1);
    expect(String(made.getPage(0).node.get(PDFName.of('Annots')))).toContain('/Stamp');
    expect(made.getPage(0).node.get(PDFName.of('Annots'))).not.toBeInstanceOf(PDFRef);
  });

  test.each([
    ['encrypted', () => drawInvoice(2, 'geheim')],
    ['damaged', async () => (await drawInvoice(2)).subarray(0, 900)],
    ['damaged', async () => Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['damaged', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['too_many_pages', () => drawInvoice(201)],
    ['page_missing', () => drawInvoice(1)],
  ])('are not made from a file that is %s', async (failure, file) => {
    await expect(make(await file(), pages(2))).rejects.toMatchObject({ name: 'NoParts', failure, file: 0 });
  });

  test('a file of kilobytes that unpacks to gigabytes is refused', async () => {
    await expect(make(bomb(), pages(1))).rejects.toMatchObject({ failure: 'not_safe' });
  }, 60_000);
});

/** A PDF with its objects in packed streams of zeros, each of which unpacks to a hundred megabytes. */
function bomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(100_000_000, 0x20), { level: 9 });
  const objects = Array.from({ length: 12 }, (_, place) =>
    Buffer.concat([
      Buffer.from(
        `${place + 1} 0 obj\n<</Type /ObjStm /N 1 /First 10 /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`,
      ),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  );
  const catalog =
    '90 0 obj\n<</Type /Catalog /Pages 91 0 R>>\nendobj\n91 0 obj\n<</Type /Pages /Kids [92 0 R] /Count 1>>\nendobj\n';
  const page = '92 0 obj\n<</Type /Page /Parent 91 0 R /MediaBox [0 0 9 9]>>\nendobj\n';
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    ...objects,
    Buffer.from(`${catalog}${page}trailer\n<</Root 90 0 R /Size 93>>\n%%EOF\n`),
  ]);
}
