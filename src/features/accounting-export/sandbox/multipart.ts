import { mediaType, type SandboxRequest } from '../../../platform/sandbox/http.ts';

/** One part of a form with its unchanged bytes. */
export interface FormPart {
  readonly name: string;
  /** Null for a plain field. */
  readonly filename: string | null;
  readonly content: Buffer;
}

const blankLine = Buffer.from('\r\n\r\n');

/** The parts of a `multipart/form-data` body; null for another or truncated body. */
export function formParts(request: Pick<SandboxRequest, 'headers' | 'body'>): readonly FormPart[] | null {
  if (mediaType(request) !== 'multipart/form-data') return null;
  const parts = bodyParts(request.headers['content-type'] ?? '', request.body);
  const read = parts?.map(readPart);
  return read?.every((part) => part !== null) ? read : null;
}

/** The parts between the boundaries of a multipart body; null where the last boundary is missing. */
export function bodyParts(contentType: string, body: Buffer): readonly Buffer[] | null {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) return null;
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const mark = Buffer.from(`\r\n--${boundary}`);
  const parts: Buffer[] = [];
  for (let start = text.indexOf(mark); start >= 0; ) {
    const from = start + mark.length;
    if (text.subarray(from, from + 2).toString() === '--') return parts;
    const end = text.indexOf(mark, from);
    if (end >= 0) parts.push(text.subarray(from + 2, end));
    start = end;
  }
  return null;
}

/** The header of a part as text, and its content. */
export function headAndContent(part: Buffer): { readonly head: string; readonly content: Buffer } | null {
  const end = part.indexOf(blankLine);
  return end < 0
    ? null
    : { head: part.subarray(0, end).toString('utf8'), content: part.subarray(end + blankLine.length) };
}

function readPart(part: Buffer): FormPart | null {
  const split = headAndContent(part);
  const disposition = split && /^content-disposition:\s*form-data\s*;(.*)$/im.exec(split.head)?.[1];
  const name = disposition && /(?:^|[;\s])name="([^"]*)"/i.exec(disposition)?.[1];
  if (!split || !disposition || name === null || name === undefined) return null;
  const filename = /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
  return { name, filename, content: split.content };
}
