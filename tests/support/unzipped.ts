import { crc32, inflateRawSync } from 'node:zlib';

/** The texts of an archive by name, read through its directory; throws on a wrong checksum or size. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  let place = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    const nameLength = archive.readUInt16LE(place + 28);
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength);
    const start = archive.readUInt32LE(place + 42) + 30 + nameLength;
    const bytes = inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(place + 20)));
    if (
      crc32(bytes) !== archive.readUInt32LE(place + 16) ||
      bytes.length !== archive.readUInt32LE(place + 24)
    ) {
      throw new Error(`${name} is damaged`);
    }
    files.set(name, bytes.toString('utf8'));
    place += 46 + nameLength;
  }
  return files;
}
