interface TnefFile {
  readonly title: string;
  readonly name: string;
  readonly bytes: string;
}

/** `winmail.dat` as written by Outlook, with the properties for long file names ([MS-OXTNEF]). */
export function tnefOf(files: readonly TnefFile[]): Buffer {
  const start = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]);
  return Buffer.concat([
    start,
    ...files.flatMap(({ title, name, bytes }) => [
      attribute(0x00069002, Buffer.alloc(14)),
      attribute(0x00018010, Buffer.from(`${title}\0`, 'latin1')),
      attribute(0x0006800f, Buffer.from(bytes)),
      attribute(0x00069005, longName(name)),
    ]),
  ]);
}

function attribute(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(2, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  return Buffer.concat([head, data, Buffer.alloc(2)]);
}

/** One property, `PR_ATTACH_LONG_FILENAME` in Unicode. */
function longName(name: string): Buffer {
  const value = Buffer.from(`${name}\0`, 'utf16le');
  const head = Buffer.alloc(16);
  head.writeUInt32LE(1, 0);
  head.writeUInt16LE(0x1f, 4);
  head.writeUInt16LE(0x3707, 6);
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(value.length, 12);
  return Buffer.concat([head, value]);
}

/** An element of DER. */
export function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(5);
  size.writeUInt8(0x84, 0);
  size.writeUInt32BE(body.length, 1);
  return Buffer.concat([Buffer.from([tag]), size, body]);
}

/** A string of octets in two pieces with indefinite length, as programs write streams. */
export function pieces(content: Buffer): Buffer {
  const half = Math.floor(content.length / 2);
  const parts = [content.subarray(0, half), content.subarray(half)].map((part) => der(0x04, part));
  return Buffer.concat([Buffer.from([0x24, 0x80]), ...parts, Buffer.from([0, 0])]);
}

/** Signed data around a content, without a signer (RFC 5652). */
export function signedOf(octets: Buffer): Buffer {
  const data = der(0x06, Buffer.from('2a864886f70d010701', 'hex'));
  const encapsulated = der(0x30, data, der(0xa0, octets));
  const signed = der(0x30, der(0x02, Buffer.from([1])), der(0x31), encapsulated, der(0x31));
  return der(0x30, der(0x06, Buffer.from('2a864886f70d010702', 'hex')), der(0xa0, signed));
}
