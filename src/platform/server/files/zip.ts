import { crc32, createDeflateRaw } from 'node:zlib';
import { offsetAt } from '../../../base/day.ts';
import { defaultTimeZone } from '../../constants.ts';

/** One file of an archive; its content arrives in chunks. */
export interface ZipEntry {
  readonly name: string;
  /**
   * When it was received or created; without it the entry has the first day of the format, so that equal content
   * gives an equal archive.
   */
  readonly at?: Date;
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}

interface WrittenEntry {
  readonly name: Buffer;
  readonly moment: Moment;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
}

const version = 20;
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;

/** Date and time in the packed format, to two seconds. */
interface Moment {
  readonly date: number;
  readonly time: number;
}
const firstMoment: Moment = { date: 0x0021, time: 0 };
const firstYear = 1980;

/** In the product's home time zone, because archives store no zone. */
function momentOf(at: Date | undefined): Moment {
  if (at === undefined) return firstMoment;
  const shown = new Date(at.getTime() + offsetAt(at, defaultTimeZone));
  const year = shown.getUTCFullYear() - firstYear;
  if (year < 0 || year > 127) return firstMoment;
  return {
    date: (year << 9) | ((shown.getUTCMonth() + 1) << 5) | shown.getUTCDate(),
    time: (shown.getUTCHours() << 11) | (shown.getUTCMinutes() << 5) | (shown.getUTCSeconds() >> 1),
  };
}

/** Streams an archive without holding it: for files below 4 GB (APPNOTE 6.3.10, without Zip64). */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { name, at, content } of entries) {
    const moment = momentOf(at);
    const head = localHeader(Buffer.from(name), moment);
    yield head;
    const counted = { crc: 0, unpacked: 0, packed: 0 };
    for await (const piece of deflate(content, counted)) yield piece;
    yield dataDescriptor(counted);
    written.push({ name: Buffer.from(name), moment, offset, ...counted });
    offset += head.length + counted.packed + descriptorLength;
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield directoryEnd(written.length, directory.length, offset);
}

async function* deflate(
  content: ZipEntry['content'],
  counted: { crc: number; unpacked: number; packed: number },
): AsyncGenerator<Buffer> {
  const deflating = createDeflateRaw();
  const feeding = (async () => {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      counted.crc = crc32(bytes, counted.crc);
      counted.unpacked += bytes.length;
      if (!deflating.write(bytes)) await new Promise((resolve) => deflating.once('drain', resolve));
    }
    deflating.end();
  })();
  // Passes errors of the source to the reader of the archive.
  feeding.catch((error: Error) => deflating.destroy(error));
  for await (const piece of deflating) {
    counted.packed += (piece as Buffer).length;
    yield piece as Buffer;
  }
  await feeding;
}

function localHeader(name: Buffer, { date, time }: Moment): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

const descriptorLength = 16;

function dataDescriptor({ crc, packed, unpacked }: Omit<WrittenEntry, 'name' | 'moment' | 'offset'>): Buffer {
  const descriptor = Buffer.alloc(descriptorLength);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(unpacked, 12);
  return descriptor;
}

function directoryEntry({ name, moment, offset, crc, packed, unpacked }: WrittenEntry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt16LE(moment.time, 12);
  head.writeUInt16LE(moment.date, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(unpacked, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
