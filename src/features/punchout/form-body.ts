/** A form field; its value stays bytes because other fields may define the encoding. */
export interface RawField {
  readonly name: string;
  readonly value: Uint8Array;
}

/** More fields than the largest cart. */
export const maxFields = 200_000;

/** Fields of an `application/x-www-form-urlencoded` body; null if there are too many. */
export function rawFields(body: Uint8Array): readonly RawField[] | null {
  const fields: RawField[] = [];
  let start = 0;
  while (start <= body.length) {
    const found = body.indexOf(ampersand, start);
    const end = found === -1 ? body.length : found;
    if (end > start) {
      if (fields.length >= maxFields) return null;
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

/** Field names are ASCII in every encoding used. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/**
 * Decodes the fields. Order of precedence: the browser's encoding (`_charset_`, content type), UTF-8 if the bytes are
 * valid, the shop's encoding, then Windows-1252.
 */
export function textFields(fields: readonly RawField[], charset: string | null): [string, string][] {
  const named = (name: string) => fields.find((each) => each.name.toLowerCase() === name);
  const reported = (name: string) => latin1(named(name)?.value ?? new Uint8Array()).trim();
  const decoder =
    decoderFor(reported('_charset_')) ??
    decoderFor(charset ?? '') ??
    (fields.every(({ value }) => isUtf8(value)) ? new TextDecoder('utf-8') : undefined) ??
    decoderFor(reported('http_content_charset'), ['utf-8']) ??
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

/** Whether bytes are valid UTF-8, in which case they almost certainly are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
