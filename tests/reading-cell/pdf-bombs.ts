import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]';
const entry = (name: string, value: string) => `/${name} ${value}`;

/** An object of a PDF: its dictionary, and its stream content. */
type PdfObject = string | { readonly head: string; readonly stream: Buffer };

/** A PDF of these objects, from 1; the first one is its catalogue. */
export function pdfOf(objects: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [place, object] of objects.entries()) {
    places.push(length);
    add(Buffer.from(`${place + 1} 0 obj\n`));
    if (typeof object === 'string') add(Buffer.from(object));
    else {
      add(Buffer.from(`<< ${object.head} /Length ${object.stream.length} >>\nstream\n`));
      add(object.stream);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n'));
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const megabyte = 2 ** 20;

/** That many megabytes of blanks, compressed; built from one repeated block, so that it is fast. */
function packedBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * megabyte, 0x20), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const blocks = Array.from({ length: Math.ceil(megabytes / 16) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, Buffer.from([0x03, 0x00, 0, 0, 0, 0])]);
}

/** The same compressed twice: a few kilobytes. */
const packedTwice = (megabytes: number) => deflateSync(packedBlanks(megabytes), { level: 9 });
const twice = '/Filter [/FlateDecode /FlateDecode]';

/** One page drawn from the object 4. */
const onePage = (resources: string, content: PdfObject, ...others: readonly PdfObject[]): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `${page} /Contents 4 0 R ${entry('Resources', `<< ${resources} >>`)} >>`,
    content,
    ...others,
  ]);
const drawing = (text: string): PdfObject => ({ head: '', stream: Buffer.from(text) });
/** A page with a line of text and that many megabytes of blanks: it is readable, and takes a multiple of them. */
export const roomyPage = (megabytes: number): Buffer =>
  onePage(
    '/Font << /F 5 0 R >>',
    {
      head: '/Filter /FlateDecode',
      stream: deflateSync(
        Buffer.concat([
          Buffer.from(
            'BT /F 12 Tf 50 700 Td (Eine Rechnung mit mehr als acht Worten, damit niemand sie als Bild ansieht) Tj ET ',
          ),
          Buffer.alloc(megabytes * megabyte, ' '),
        ]),
      ),
    },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );
const picture = (head: string, stream: Buffer): Buffer =>
  onePage('/XObject << /I 5 0 R >>', drawing('500 0 0 500 0 0 cm /I Do'), {
    head: `/Type /XObject /Subtype /Image /BitsPerComponent 8 ${head}`,
    stream,
  });

/** Nested forms, each drawn ten times by the previous one. */
function nestedForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, place): PdfObject => {
    const isLast = place === depth - 1;
    const next = isLast ? '' : `/Resources << /XObject << /F ${place + 6} 0 R >> >>`;
    return {
      head: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next}`,
      stream: Buffer.from(isLast ? '0 0 1 1 re f' : '/F Do '.repeat(10)),
    };
  });
  return onePage('/XObject << /F 5 0 R >>', drawing('/F Do '.repeat(10)), ...forms);
}

/**
 * Ten forms per level that each draw all of the next and show nothing: endless time without memory, because there is
 * no output. Ten different ones, because readers remember single empty forms.
 */
function emptyForms(depth: number): Buffer {
  const ten = Array.from({ length: 10 }, (_, place) => place);
  const first = 5;
  const namesAt = (level: number) =>
    `/XObject << ${ten.map((place) => `/F${place} ${first + level * 10 + place} 0 R`).join(' ')} >>`;
  const drawAll = ten.map((place) => `/F${place} Do`).join(' ');
  const forms = Array.from({ length: depth * 10 }, (_, place): PdfObject => {
    const level = Math.floor(place / 10);
    const isLast = level === depth - 1;
    const next = isLast ? '' : `/Resources << ${namesAt(level + 1)} >>`;
    return {
      head: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next}`,
      stream: Buffer.from(isLast ? 'q Q' : drawAll),
    };
  });
  return onePage(namesAt(0), drawing(drawAll), ...forms);
}

/** The head of a JBIG2 page of this size, without content. */
function jbig2Page(side: number): Buffer {
  const segment = Buffer.alloc(30);
  segment.set([0, 0, 0, 0, 0x30, 0, 1], 0);
  segment.writeUInt32BE(19, 7);
  segment.writeUInt32BE(side, 11);
  segment.writeUInt32BE(side, 15);
  return segment;
}

/** The head of a JPEG 2000 picture of this size in three colors, with one empty tile. */
function jpxPicture(side: number): Buffer {
  const size = Buffer.alloc(49);
  size.writeUInt16BE(0xff51, 0);
  size.writeUInt16BE(47, 2);
  for (const at of [6, 10, 22, 26]) size.writeUInt32BE(side, at);
  size.writeUInt16BE(3, 38);
  size.set([7, 1, 1, 7, 1, 1, 7, 1, 1], 40);
  const style = Buffer.from('ff52000c00000001000504040001', 'hex');
  const quantities = Buffer.from(`ff5c0013${'40'.padEnd(34, '4')}`, 'hex');
  const tile = Buffer.from('ff90000a0000000000000001ff93ffd9', 'hex');
  return Buffer.concat([Buffer.from([0xff, 0x4f]), size, style, quantities, tile]);
}

/** PDFs of a few kilobytes that take gigabytes or minutes, by the cause. */
export const pdfBombs: Readonly<Record<string, () => Buffer>> = {
  'a page packed twice': () => onePage('', { head: twice, stream: packedTwice(4096) }),
  'objects packed twice': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `${page} /Contents 4 0 R >>`,
      { head: `/Type /ObjStm /N 1000000 /First 9000000 ${twice}`, stream: packedTwice(4096) },
    ]),
  'a font packed twice': () =>
    onePage(
      '/Font << /F 5 0 R >>',
      drawing('BT /F 12 Tf (Rechnung) Tj ET'),
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 32 /LastChar 33 /Widths [9 9] /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9 /FontFile2 7 0 R >>',
      { head: `${twice} /Length1 9`, stream: packedTwice(4096) },
    ),
  'colors packed twice': () =>
    onePage('/ColorSpace << /C [/ICCBased 5 0 R] >>', drawing('/C cs 1 0 0 sc 0 0 9 9 re f'), {
      head: `/N 3 ${twice}`,
      stream: packedTwice(4096),
    }),
  'words about itself packed twice': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `${page} >>`,
      { head: `/Type /Metadata /Subtype /XML ${twice}`, stream: packedTwice(4096) },
    ]),
  'a file within packed twice': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(factur-x.xml) 4 0 R] >> >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `${page} >>`,
      '<< /Type /Filespec /F (factur-x.xml) /EF << /F 5 0 R >> >>',
      { head: `/Type /EmbeddedFile ${twice}`, stream: packedTwice(4096) },
    ]),
  'forms within forms': () => nestedForms(10),
  'forms that show nothing': () => emptyForms(12),
  'a form that draws itself': () =>
    onePage('/XObject << /F 5 0 R >>', drawing('/F Do'), {
      head: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
      stream: Buffer.from('/F Do '.repeat(50)),
    }),
  'a pattern of tiny tiles': () =>
    onePage(
      '/Pattern << /P 5 0 R >>',
      drawing('/Pattern cs /P scn 0 0 99999999 99999999 re f '.repeat(200)),
      {
        head: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
        stream: Buffer.from('0 0 1 1 re f'),
      },
    ),
  'a picture of 60,000 by 60,000 points': () =>
    picture(`/Width 60000 /Height 60000 /ColorSpace /DeviceRGB ${twice}`, packedTwice(4096)),
  'a JBIG2 picture of 60,000 by 60,000 points': () =>
    picture('/Width 6000 /Height 6000 /ColorSpace /DeviceGray /Filter /JBIG2Decode', jbig2Page(60_000)),
  'a JPEG 2000 picture of 60,000 by 60,000 points': () =>
    picture('/Width 6000 /Height 6000 /ColorSpace /DeviceRGB /Filter /JPXDecode', jpxPicture(60_000)),
  'pages that contain themselves': () =>
    pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
  'a million pages': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 1000000 >>`,
      `${page} >>`,
    ]),
};
