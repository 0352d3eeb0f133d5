/** A member in the ZIP; its sizes are known in advance, so no data descriptor is needed. */
export interface LaidMember {
  readonly path: string;
  readonly crc32: number;
  readonly size: number;
  readonly packedSize: number;
  /** Whether its bytes are compressed. */
  readonly isPacked: boolean;
}

const stored = 0;
const deflated = 8;
/** UTF-8 names. */
const flags = 0x0800;
/** 1 January 1980, the first date of the format, so that equal content gives equal archives. */
const date = 0x0021;
const most32 = 0xffffffff;
const most16 = 0xffff;

function methodOf({ isPacked }: LaidMember): number {
  return isPacked ? deflated : stored;
}

/** Local file header (APPNOTE 6.3.10). */
export function localHead(member: LaidMember): Buffer {
  const isLarge = member.size >= most32 || member.packedSize >= most32;
  const name = Buffer.from(member.path);
  const extra = isLarge ? extraField([member.size, member.packedSize]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLarge ? 45 : 20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(methodOf(member), 8);
  head.writeUInt16LE(date, 12);
  head.writeUInt32LE(member.crc32, 14);
  head.writeUInt32LE(isLarge ? most32 : member.packedSize, 18);
  head.writeUInt32LE(isLarge ? most32 : member.size, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** Central directory entry of a member at `offset`. */
export function directoryEntry(member: LaidMember, offset: number): Buffer {
  const { size, packedSize } = member;
  const large = [size, packedSize, offset].filter((value) => value >= most32);
  const name = Buffer.from(member.path);
  const extra = large.length > 0 ? extraField(large) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(large.length > 0 ? 45 : 20, 4);
  head.writeUInt16LE(large.length > 0 ? 45 : 20, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(methodOf(member), 10);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(member.crc32, 16);
  head.writeUInt32LE(Math.min(packedSize, most32), 20);
  head.writeUInt32LE(Math.min(size, most32), 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([head, name, extra]);
}

/** End of central directory, with Zip64 records where needed. */
export function directoryEnd(count: number, length: number, offset: number): Buffer {
  const isLarge = count >= most16 || length >= most32 || offset >= most32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(offset, most32), 16);
  return isLarge ? Buffer.concat([largeEnd(count, length, offset), end]) : end;
}

function largeEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // Offset of the Zip64 record.
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function extraField(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [place, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + place * 8);
  return extra;
}
