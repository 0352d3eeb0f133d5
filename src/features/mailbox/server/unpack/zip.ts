import { constants, inflateRawSync } from 'node:zlib';
import { isShortOfMemory } from '../../../../platform/server/reading-cell/short-of-memory.ts';
import type { PackedFile } from './packed-file.ts';

const mark = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 };
const length = { end: 22, entry: 46, file: 30, longestComment: 0xffff };
const stored = 0;
const deflated = 8;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly start: number;
}

/**
 * The files of a ZIP archive (APPNOTE 6.3.10), without folders; null if it is none, damaged or password-protected.
 * Each file is limited to `maxBytes` bytes, and their number to `maxFiles`.
 */
export function filesOfZip(bytes: Buffer, maxBytes: number, maxFiles: number): readonly PackedFile[] | null {
  try {
    const entries = entriesOf(bytes);
    if (entries === null || entries.some(({ flags }) => (flags & 1) === 1)) return null;
    const files = entries.filter(({ name }) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name));
    return files.slice(0, maxFiles).map((entry) => ({
      name: entry.name.split('/').at(-1) ?? '',
      bytes: contentOf(bytes, entry, maxBytes),
    }));
  } catch (error) {
    if (isShortOfMemory(error)) throw error;
    return null;
  }
}

function entriesOf(bytes: Buffer): readonly Entry[] | null {
  const end = bytes.lastIndexOf('PK\u0005\u0006', bytes.length - length.end, 'latin1');
  if (end < 0 || end < bytes.length - length.end - length.longestComment) return null;
  const count = bytes.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let place = bytes.readUInt32LE(end + 16);
  for (let one = 0; one < count; one += 1) {
    if (bytes.readUInt32LE(place) !== mark.entry) return null;
    const nameLength = bytes.readUInt16LE(place + 28);
    const nameStart = place + length.entry;
    const flags = bytes.readUInt16LE(place + 8);
    const encoding = (flags & 0x800) === 0 ? 'latin1' : 'utf8';
    entries.push({
      name: bytes.toString(encoding, nameStart, nameStart + nameLength),
      flags,
      method: bytes.readUInt16LE(place + 10),
      packed: bytes.readUInt32LE(place + 20),
      start: bytes.readUInt32LE(place + 42),
    });
    place = nameStart + nameLength + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
  }
  return entries;
}

function contentOf(bytes: Buffer, { method, packed, start }: Entry, maxBytes: number): Buffer | null {
  if (bytes.readUInt32LE(start) !== mark.file)
    throw new RangeError('the archive has no file at the given position');
  const from = start + length.file + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  const content = bytes.subarray(from, from + packed);
  if (method === stored) return content.length > maxBytes ? null : content;
  if (method !== deflated) throw new RangeError('unsupported compression method');
  try {
    return inflateRawSync(content, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
