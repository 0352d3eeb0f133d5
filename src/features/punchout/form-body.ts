/** A field of a form; the value as bytes, for only the other fields say how they are to be read. */
export interface RawField {
  readonly name: string;
  readonly value: Uint8Array;
}

/** More fields than the largest cart has. */
export const mostFields = 200_000;

/** The fields of a body of `application/x-www-form-urlencoded`; null where there are more than any shop sends. */
export function rawFields(body: Uint8Array): readonly RawField[] | null {
  const fields: RawField[] = [];
  let start = 0;
  while (start <= body.length) {
    const found = body.indexOf(ampersand, start);
    const end = found === -1 ? body.length : found;
    if (end > start) {
      if (fields.length >= mostFields) return null;
      const equals = body.subarray(start, end).indexOf(equalsSign);
      const split = equals === -1 ? end : start + equals;
      const name = latin1(unescaped(body.subarray(start, split)));
      fields.push({ name, value: unescaped(body.subarray(Math.min(split + 1, end), end)) });
    }
    start = end + 1;
  }
  return fields;
}

const ampersand = 0x26;
const equalsSign = 0x3d;
const percent = 0x25;
const plus = 0x2b;
const blank = 0x20;

function unescaped(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const code = byte === percent ? hexAt(bytes, at + 1) : -1;
    result[length] = code >= 0 ? code : byte === plus ? blank : byte;
    length += 1;
    if (code >= 0) at += 2;
  }
  return result.subarray(0, length);
}

function hexAt(bytes: Uint8Array, at: number): number {
  const digits = latin1(bytes.subarray(at, at + 2));
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

/** Names of fields are plain signs, in whatever encoding they come. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/**
 * The texts of fields. What the browser itself says of the encoding (`_charset_`, the type of the body) counts most, then
 * whether the bytes are UTF-8, then what the shop says, and last what shops of Western Europe write.
 */
export function textFields(fields: readonly RawField[], charset: string | null): [string, string][] {
  const named = (name: string) => fields.find((each) => each.name.toLowerCase() === name);
  const told = (name: string) => latin1(named(name)?.value ?? new Uint8Array()).trim();
  const decoder =
    decoderFor(told('_charset_')) ??
    decoderFor(charset ?? '') ??
    (fields.every(({ value }) => isUtf8(value)) ? new TextDecoder('utf-8') : undefined) ??
    decoderFor(told('http_content_charset'), ['utf-8']) ??
    new TextDecoder('windows-1252');
  return fields.map(({ name, value }) => [name, decoder.decode(value)]);
}

function decoderFor(label: string, besides: readonly string[] = []): TextDecoder | undefined {
  try {
    const decoder = label === '' ? undefined : new TextDecoder(label);
    return decoder && besides.includes(decoder.encoding) ? undefined : decoder;
  } catch {
    return undefined;
  }
}

/** Whether bytes are UTF-8, and so they are as good as certainly meant. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
