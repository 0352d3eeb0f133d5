import { deflateSync } from 'node:zlib';
import { pngOf } from '../support/pictures.ts';
import { rawMail } from '../support/raw-mail.ts';

const ubl = (body: string, before = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>${before}<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:c="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2">${body}</Invoice>`,
  );
const entities = Array.from(
  { length: 12 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
);

/** XML that takes gigabytes or minutes without limits; each is at most as large as an upload. */
export const xmlBombs: Readonly<Record<string, () => Buffer>> = {
  'entities of entities': () =>
    ubl('<c:ID>&e12;</c:ID>', `<!DOCTYPE Invoice [<!ENTITY e0 "x">${entities.join('')}]>`),
  'half a million lines': () => ubl('<a:InvoiceLine/>'.repeat(480_000)),
  'lines with an id each': () => ubl('<a:InvoiceLine><c:ID>1</c:ID></a:InvoiceLine>'.repeat(150_000)),
  'a hundred thousand levels': () => ubl('<a:Item>'.repeat(100_000)),
  'one value of nine megabytes': () => ubl(`<c:ID>${'x'.repeat(9_000_000)}</c:ID>`),
  'a hundred thousand attributes': () =>
    ubl(`<c:ID ${Array.from({ length: 100_000 }, (_, place) => `a${place}="1"`).join(' ')}>1</c:ID>`),
};

/** A PNG chunk after its head, without a valid checksum. */
function withChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([png.subarray(0, 33), head, content, Buffer.alloc(4), png.subarray(33)]);
}

const small = () => pngOf({ width: 10, height: 10 });
const manyBytes = () => deflateSync(Buffer.alloc(200_000_000), { level: 9 });
const jpegOf = (side: number, scans: number): Buffer => {
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex').subarray(0, 19);
  frame.writeUInt16BE(side, 5);
  frame.writeUInt16BE(side, 7);
  const scan = Buffer.from('ffda000801010000010000', 'hex');
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
};

/** Pictures of a few kilobytes that decompress to gigabytes. */
export const pictureBombs: Readonly<Record<string, () => Buffer>> = {
  'a PNG of 60,000 by 60,000 points': () => pngOf({ width: 60_000, height: 60_000, rows: manyBytes() }),
  'a PNG of as many points as are allowed, in 16 bits': () =>
    pngOf({ width: 6_300, height: 6_300, bits: 16, colorType: 6, rows: manyBytes() }),
  'a PNG with colors that unpack to much': () =>
    withChunk(small(), 'iCCP', Buffer.concat([Buffer.from('a\0\0'), manyBytes()])),
  'a PNG with a TIFF that leads to itself': () =>
    withChunk(small(), 'eXIf', Buffer.from('49492a0008000000ffff69870400010000000800000008000000', 'hex')),
  'a JPEG of 65,500 by 65,500 points': () => jpegOf(65_500, 1),
  'a JPEG of ten thousand scans': () => jpegOf(6_000, 10_000),
};

const nestedParts = (depth: number): Buffer =>
  Buffer.from(
    Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
    ).join(''),
  );
const nestedMails = (depth: number): Buffer => {
  let mail = rawMail();
  for (let level = 0; level < depth; level += 1)
    mail = rawMail({ files: [{ name: 'm.eml', bytes: mail, type: 'message/rfc822' }] });
  return mail;
};
/** A winmail.dat with one part that claims to be four gigabytes long. */
const tnef = Buffer.from('789f3e22010001900600ffffffff', 'hex');

/** Mails that take gigabytes or minutes without limits. */
export const mailBombs: Readonly<Record<string, () => Buffer>> = {
  'ten thousand parts within each other': () => nestedParts(10_000),
  'twelve mails within each other': () => nestedMails(12),
  'a hundred thousand parts': () =>
    Buffer.from(
      `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`,
    ),
  'a head of thirty megabytes': () => Buffer.from(`Subject: ${'x'.repeat(30_000_000)}\r\n\r\nx`),
  'a million recipients': () => Buffer.from(`To: ${'a@b.test, '.repeat(1_000_000)}\r\n\r\nx`),
  'a TNEF that is longer than itself': () =>
    rawMail({ files: [{ name: 'winmail.dat', bytes: tnef, type: 'application/ms-tnef' }] }),
  'an archive within an archive': () =>
    rawMail({
      files: [
        {
          name: 'a.zip',
          bytes: Buffer.concat([Buffer.from('PK\x03\x04'), manyBytes()]),
          type: 'application/zip',
        },
      ],
    }),
};

const cxml = (body: string): Buffer =>
  Buffer.from(`<?xml version="1.0"?><cXML payloadID="1" timestamp="2026-01-01T00:00:00Z">${body}</cXML>`);

/** Messages of shops that take gigabytes or minutes without limits. */
export const cxmlBombs: Readonly<Record<string, () => Buffer>> = {
  'a hundred thousand levels': () => cxml('<Message>'.repeat(100_000)),
  'a hundred thousand items': () =>
    cxml(
      `<Message><PunchOutOrderMessage>${'<ItemIn quantity="1"/>'.repeat(100_000)}</PunchOutOrderMessage></Message>`,
    ),
  'entities of entities': () =>
    Buffer.from(`<!DOCTYPE cXML [<!ENTITY e0 "x">${entities.join('')}]><cXML payloadID="1">&e12;</cXML>`),
  'one value of a megabyte': () => cxml(`<Message>${'&amp;'.repeat(180_000)}</Message>`),
};
