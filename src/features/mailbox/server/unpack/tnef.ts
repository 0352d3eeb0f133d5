import type { PackedFile } from './packed-file.ts';

const signature = 0x223e9f78;
/** Attributes of attachments ([MS-OXTNEF] 2.1.3.1), and a MAPI property. */
const attribute = { begin: 0x00069002, title: 0x00018010, data: 0x0006800f, properties: 0x00069005 };
const longName = 0x3707;
const unicode = 0x1f;

/** Whether a file is a `winmail.dat` of Outlook (MBX-07). */
export function isTnef(bytes: Buffer): boolean {
  return bytes.length > 6 && bytes.readUInt32LE(0) === signature;
}

/** The attachments within `winmail.dat` ([MS-OXTNEF]), up to the first damage; each is limited to `maxBytes` bytes. */
export function filesOfTnef(bytes: Buffer, maxBytes: number): readonly PackedFile[] {
  const files: { name: string; bytes: Buffer | null }[] = [];
  // One byte of level, four of type, four of length; two of checksum follow the data.
  let place = 6;
  while (place + 9 <= bytes.length) {
    const id = bytes.readUInt32LE(place + 1);
    const end = place + 9 + bytes.readUInt32LE(place + 5);
    const data = bytes.subarray(place + 9, end);
    place = end + 2;
    if (id === attribute.begin) files.push({ name: '', bytes: Buffer.alloc(0) });
    const file = files.at(-1);
    if (!file) continue;
    if (id === attribute.title && file.name === '') file.name = textOf(data, 'latin1');
    if (id === attribute.data) file.bytes = data.length > maxBytes ? null : data;
    if (id === attribute.properties) file.name = longNameOf(data) ?? file.name;
  }
  return files.filter((file) => file.bytes === null || file.bytes.length > 0);
}

/** The full name of an attachment, whose title is cut to 8.3 characters; null if missing. */
function longNameOf(properties: Buffer): string | null {
  // Search for the tag directly: the values before it vary in length.
  for (const type of [unicode, 0x1e]) {
    const tag = Buffer.alloc(4);
    tag.writeUInt16LE(type, 0);
    tag.writeUInt16LE(longName, 2);
    const found = properties.indexOf(tag);
    if (found < 0 || found + 12 > properties.length) continue;
    // The number of values comes first, then the length of the first one.
    const size = properties.readUInt32LE(found + 8);
    const value = properties.subarray(found + 12, found + 12 + Math.min(size, 1024));
    const name = textOf(value, type === unicode ? 'utf16le' : 'latin1');
    if (name !== '') return name;
  }
  return null;
}

function textOf(bytes: Buffer, encoding: BufferEncoding): string {
  return bytes.toString(encoding).replace(/\0[\s\S]*$/, '');
}
