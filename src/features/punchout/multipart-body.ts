import { maxFields, type RawField } from './form-body.ts';

const dash = 0x2d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Fields of a `multipart/form-data` body as bytes: empty if it is incomplete, null if there are too many. Parts
 * without a name are skipped.
 */
export function multipartFields(type: string, body: Uint8Array): readonly RawField[] | null {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const mark = Uint8Array.from(`--${boundary}`, (sign) => sign.charCodeAt(0));
  const fields: RawField[] = [];
  let at = indexOf(body, mark, 0);
  while (at !== -1) {
    const start = at + mark.length;
    // Two dashes mark the end of the form.
    if (body[start] === dash && body[start + 1] === dash) return fields;
    const end = indexOf(body, mark, start);
    if (end === -1) return [];
    if (fields.length >= maxFields) return null;
    const field = fieldIn(body.subarray(start, end));
    if (field !== null) fields.push(field);
    at = end;
  }
  return [];
}

/** A part: header, empty line, content, line end. */
function fieldIn(part: Uint8Array): RawField | null {
  const gap = Uint8Array.of(carriageReturn, lineFeed, carriageReturn, lineFeed);
  const split = indexOf(part, gap, 0);
  if (split === -1) return null;
  const head = new TextDecoder('utf-8').decode(part.subarray(0, split));
  const [, quoted, plain] =
    /^content-disposition:[^\r\n]*?;\s*name\s*=\s*(?:"([^"\r\n]*)"|([^\s;"]+))/im.exec(head) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) return null;
  const end = part.length - (part.at(-2) === carriageReturn && part.at(-1) === lineFeed ? 2 : 0);
  return { name, value: part.subarray(split + gap.length, Math.max(end, split + gap.length)) };
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length += 1;
    if (length === wanted.length) return at;
  }
  return -1;
}
