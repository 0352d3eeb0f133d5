import { crc32, deflateSync } from 'node:zlib';

export interface Sketch {
  readonly width: number;
  readonly height: number;
  readonly bits?: 8 | 16;
  /** 2 is RGB, 6 RGB with alpha. */
  readonly colorType?: 2 | 6;
  /** Compressed; by default they fill the picture with zeros. */
  readonly rows?: Buffer;
}

/** A PNG with a small file and possibly a very large picture. */
export function pngOf({ width, height, bits = 8, colorType = 2, rows }: Sketch): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, 0], 8);
  const rowBytes = 1 + (width * bits * (colorType === 6 ? 4 : 3)) / 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows ?? deflateSync(Buffer.alloc(height * rowBytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
