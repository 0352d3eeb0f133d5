import { Readable } from 'node:stream';
import { createDeflate, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { ciiSample, ublSample } from '../../../../tests/support/e-invoice-samples.ts';
import { boundedEInvoiceOfFile, eInvoiceOfFile } from './e-invoice-file.ts';
import { attachmentsOfPdf, pdfLimits } from './pdf-attachment.ts';

interface Attached {
  readonly name: string;
  readonly content: Buffer;
}

const xml = Buffer.from(ciiSample);
const other: Attached = { name: 'Stunden.csv', content: Buffer.from('a;b\n') };

async function pdfWith(
  attached: readonly Attached[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({ pdfVersion: '1.7', ...options });
  for (const { name, content } of attached) document.file(content, { name });
  document.end();
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Compressed zeros; the uncompressed megabytes are never all in memory. */
async function packedZeros(megabytes: number): Promise<Buffer> {
  const megabyte = Buffer.alloc(1_000_000);
  const packed = Readable.from(Array.from({ length: megabytes }, () => megabyte)).pipe(createDeflate());
  const pieces: Buffer[] = [];
  for await (const piece of packed) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A PDF with one attachment as a given stream, so that it can be packed in unusual ways. */
function pdfWithStream(filter: string, packed: Buffer): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(factur-x.xml) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>',
    '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 5 0 R >> >>',
    `<< /Type /EmbeddedFile /Filter ${filter} /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ];
  const offsets: number[] = [];
  let text = '%PDF-1.7\n';
  objects.forEach((object, place) => {
    offsets.push(text.length);
    text += `${place + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}

describe('REC-11 the invoice in a PDF', () => {
  test.each(['factur-x.xml', 'ZUGFeRD-invoice.xml', 'zugferd-invoice.xml', 'XRechnung.XML', 'Rechnung.xml'])(
    'can be named %s',
    async (name) => {
      const bytes = await pdfWith([other, { name, content: xml }]);
      expect(await eInvoiceOfFile(bytes)).toMatchObject({
        ok: true,
        container: 'pdf',
        syntax: 'cii',
        xmlName: name,
        invoice: { number: 'R-2025-17' },
        attachments: [{ name: 'Stunden.csv' }],
      });
    },
  );

  test('of several, the name of the newest standard leads; all attachments are unpacked', async () => {
    const bytes = await pdfWith([
      { name: 'a.xml', content: Buffer.from('<a/>') },
      { name: 'factur-x.xml', content: xml },
      { name: 'zugferd-invoice.xml', content: Buffer.from('<b/>') },
      other,
    ]);
    const found = await attachmentsOfPdf(bytes);
    if (!found.ok) throw new Error(found.detail);
    expect(found.candidates.map(({ name }) => name)).toEqual([
      'factur-x.xml',
      'zugferd-invoice.xml',
      'a.xml',
    ]);
    const stored = found.attachments.find(({ name }) => name === 'Stunden.csv');
    expect(new TextDecoder().decode(stored?.content)).toBe('a;b\n');
  });

  test.each([
    ['other data precede it by name', [{ name: 'additional_data.xml', content: Buffer.from('<a/>') }], false],
    ['an XML with a standard name is empty', [{ name: 'factur-x.xml', content: Buffer.alloc(0) }], true],
    ['another XML is truncated', [{ name: 'zugferd-invoice.xml', content: xml.subarray(0, 500) }], true],
  ])('REC-16 the first XML that is an invoice is taken if %s', async (_, others, hasBrokenXml) => {
    for (const name of ['zz-Rechnung.xml', 'Rechnung']) {
      const bytes = await pdfWith([...others, { name, content: xml }]);
      expect(await eInvoiceOfFile(bytes)).toMatchObject({
        ok: true,
        xmlName: name,
        attachments: others.map((each) => ({ name: each.name })),
        hasBrokenXml,
      });
    }
  });

  test('REC-16 reports a PDF with only broken XML files', async () => {
    const cut = { name: 'factur-x.xml', content: xml.subarray(0, 500) };
    expect(await eInvoiceOfFile(await pdfWith([cut]))).toMatchObject({
      reason: 'not_xml',
      hasBrokenXml: true,
    });
    expect(await eInvoiceOfFile(await pdfWith([other]))).toMatchObject({
      reason: 'no_xml',
      hasBrokenXml: false,
    });
  });

  test('does not change the bytes of the file', async () => {
    const bytes = await pdfWith([{ name: 'factur-x.xml', content: xml }]);
    const before = Uint8Array.from(bytes);
    await eInvoiceOfFile(bytes);
    expect(Buffer.compare(bytes, before)).toBe(0);
  });

  test('reads a plain XML file', async () => {
    expect(await boundedEInvoiceOfFile(Buffer.from(ublSample))).toMatchObject({
      ok: true,
      container: 'xml',
      syntax: 'ubl',
      xmlName: null,
      attachments: [],
    });
  });
});

describe('REC-09 an unreadable file gives a reason', () => {
  const named = (content: string): Attached => ({ name: 'factur-x.xml', content: Buffer.from(content) });

  test.each([
    ['no attachment', () => pdfWith([]), 'no_xml'],
    ['attachments without XML', () => pdfWith([other]), 'no_xml'],
    ['an XML without an invoice', () => pdfWith([named('<order/>')]), 'not_an_invoice'],
    ['an attachment named XML with other content', () => pdfWith([named('%PDF')]), 'not_xml'],
    ['a password', () => pdfWith([named(ciiSample)], { userPassword: 'geheim' }), 'encrypted'],
    ['only the PDF signature', async () => Buffer.from('%PDF-1.7'), 'damaged'],
    ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'not_xml'],
    ['nothing', async () => new Uint8Array(), 'not_xml'],
  ])('%s', async (_, file, reason) => {
    expect(await eInvoiceOfFile(await file())).toMatchObject({ ok: false, reason });
  });

  test('an owner password does not prevent reading', async () => {
    const bytes = await pdfWith([named(ciiSample)], { ownerPassword: 'geheim' });
    expect(await eInvoiceOfFile(bytes)).toMatchObject({ ok: true, invoice: { number: 'R-2025-17' } });
  });

  test('a file that exceeds the limits, packed or unpacked', async () => {
    const bytes = await pdfWith([named(ciiSample), other]);
    for (const limits of [
      { ...pdfLimits, size: bytes.length - 1 },
      { ...pdfLimits, attachments: 1 },
      { ...pdfLimits, unpacked: xml.length },
    ]) {
      expect(await attachmentsOfPdf(bytes, limits)).toMatchObject({ ok: false, reason: 'too_large' });
    }
  });

  test('API-44 a small file that unpacks to hundreds of megabytes is refused, and the next one is read', async () => {
    const twice = deflateSync(await packedZeros(400));
    expect(twice.length).toBeLessThan(10_000);
    const hostile = pdfWithStream('[/FlateDecode /FlateDecode]', twice);
    expect(await boundedEInvoiceOfFile(hostile)).toMatchObject({ ok: false, reason: 'too_large' });
    const fine = pdfWithStream('/FlateDecode', deflateSync(xml));
    expect(await boundedEInvoiceOfFile(fine)).toMatchObject({ ok: true, invoice: { number: 'R-2025-17' } });
  });
});
