/** `1.2.840.113549.1.7.2`, signed data (RFC 5652). */
const signedData = Buffer.from('2a864886f70d010702', 'hex');
const tag = { octets: 0x04, object: 0x06, sequence: 0x30, explicit: 0xa0 };
const constructed = 0x20;
/** Nesting limit, above that of real signed mails. */
const deepest = 16;

/** A BER element (X.690): tag, content, and the offset of the next one. */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly next: number;
}

/** The mail within an opaque signed part (`smime.p7m`, RFC 8551); null if it is none, or encrypted. */
export function signedContent(bytes: Buffer): Buffer | null {
  const info = child(bytes, tag.sequence);
  if (info === null) return null;
  const type = child(info, tag.object);
  if (type === null || !type.equals(signedData)) return null;
  const signed = child(child(info, tag.explicit), tag.sequence);
  const encapsulated = child(signed, tag.sequence);
  const content = child(encapsulated, tag.explicit);
  if (content === null) return null;
  const octets = octetsOf(content, 0);
  return octets.length > 0 ? Buffer.concat(octets) : null;
}

/** The content of the first element with a tag; null if there is none. */
function child(bytes: Buffer | null, wanted: number): Buffer | null {
  if (bytes === null) return null;
  for (const element of elements(bytes, 0)) if (element.tag === wanted) return element.content;
  return null;
}

/** All octet strings in order, since a long one may be split. */
function octetsOf(bytes: Buffer, depth: number): readonly Buffer[] {
  if (depth > deepest) return [];
  return [...elements(bytes, depth)].flatMap((element) => {
    if (element.tag === tag.octets) return [element.content];
    return element.tag === (tag.octets | constructed) ? octetsOf(element.content, depth + 1) : [];
  });
}

function* elements(bytes: Buffer, depth: number): Generator<Element> {
  let place = 0;
  while (place + 2 <= bytes.length) {
    const element = elementAt(bytes, place, depth);
    if (element === null) return;
    yield element;
    place = element.next;
  }
}

function elementAt(bytes: Buffer, place: number, depth: number): Element | null {
  const own = bytes[place] ?? 0;
  const first = bytes[place + 1] ?? 0;
  if (first === 0x80) return withoutLength(bytes, own, place + 2, depth);
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || place + 2 + more > bytes.length) return null;
  const start = place + 2 + more;
  const size = more === 0 ? first : bytes.readUIntBE(place + 2, more);
  if (start + size > bytes.length || (own === 0 && size === 0)) return null;
  return { tag: own, content: bytes.subarray(start, start + size), next: start + size };
}

/** An element of indefinite length ends with two zeros after its children. */
function withoutLength(bytes: Buffer, own: number, start: number, depth: number): Element | null {
  if (depth > deepest) return null;
  let place = start;
  while (place + 2 <= bytes.length) {
    if (bytes[place] === 0 && bytes[place + 1] === 0)
      return { tag: own, content: bytes.subarray(start, place), next: place + 2 };
    const element = elementAt(bytes, place, depth + 1);
    if (element === null) return null;
    place = element.next;
  }
  return null;
}
