import type { Findings } from './findings.ts';

export type ExtfEncoding = 'windows-1252' | 'utf-8' | 'utf-16le' | 'utf-16be';

const marks: readonly (readonly [ExtfEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export interface DecodedExtf {
  readonly encoding: ExtfEncoding;
  readonly text: string;
}

/**
 * Decodes the text as the receiver does: the byte order mark alone decides, and without one it is Windows-1252. DATEV
 * would accept an unmarked UTF-8 file with damaged umlauts, so this is reported.
 */
export function decodeExtf(bytes: Uint8Array, findings: Findings): DecodedExtf {
  const encoding = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))?.[0];
  if (encoding === undefined && isUnmarkedUtf8(bytes)) {
    findings.add(null, null, 'encoding', 'written in UTF-8 without a byte order mark, read as Windows-1252');
  }
  const text = new TextDecoder(encoding ?? 'windows-1252').decode(bytes);
  if (encoding !== undefined && text.includes('\ufffd')) {
    findings.add(null, null, 'encoding', `holds bytes that are no ${encoding}`);
  }
  return { encoding: encoding ?? 'windows-1252', text };
}

/** Whether there are non-ASCII bytes that are all valid UTF-8, which is rare in real Windows-1252. */
function isUnmarkedUtf8(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte < 0x80)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
