import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

interface Sketch {
  readonly width: number;
  readonly height: number;
  readonly bits?: number;
  readonly colorType: number;
  readonly isInterlaced?: boolean;
  /** Filter byte and samples, row by row. */
  readonly rows: readonly number[];
  readonly more?: readonly (readonly [string, readonly number[]])[];
}

function png({ width, height, bits = 8, colorType, isInterlaced = false, rows, more = [] }: Sketch): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...more.map(([name, content]) => chunk(name, Buffer.from(content))),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colors of the picture as the PDF gets it, row by row without the filter bytes. */
function colors(sketch: Sketch): number[] | null {
  const picture = pictureOf(png(sketch));
  if (!picture) return null;
  const start = picture.indexOf('IDAT') + 4;
  const rows = inflateSync(picture.subarray(start, start + picture.readUInt32BE(start - 8)));
  return [...rows].filter((_, index) => index % (sketch.width * 3 + 1) !== 0);
}

describe('PROC-28 logo and signature', () => {
  test('colors stay what they are', () => {
    expect(colors({ width: 2, height: 1, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6] })).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  test('transparency shows the white of the paper', () => {
    const rows = [0, 10, 20, 30, 255, 10, 20, 30, 0, 100, 100, 100, 127];
    expect(colors({ width: 3, height: 1, colorType: 6, rows })).toEqual([
      10, 20, 30, 255, 255, 255, 178, 178, 178,
    ]);
  });

  test('gray, gray with alpha, palette with transparency, one clear color', () => {
    expect(colors({ width: 1, height: 1, colorType: 0, rows: [0, 7] })).toEqual([7, 7, 7]);
    expect(colors({ width: 1, height: 1, colorType: 4, rows: [0, 7, 0] })).toEqual([255, 255, 255]);
    const palette: Sketch['more'] = [
      ['PLTE', [1, 2, 3, 9, 9, 9]],
      ['tRNS', [255, 0]],
    ];
    expect(
      colors({ width: 2, height: 1, bits: 1, colorType: 3, rows: [0, 0b01000000], more: palette }),
    ).toEqual([1, 2, 3, 255, 255, 255]);
    const clear: Sketch['more'] = [['tRNS', [0, 1, 0, 2, 0, 3]]];
    expect(colors({ width: 2, height: 1, colorType: 2, rows: [0, 1, 2, 3, 1, 2, 4], more: clear })).toEqual([
      255, 255, 255, 1, 2, 4,
    ]);
  });

  test('16 bits per sample become 8', () => {
    expect(colors({ width: 1, height: 1, bits: 16, colorType: 0, rows: [0, 0x80, 0x80] })).toEqual([
      128, 128, 128,
    ]);
  });

  test.each([
    [1, [3, 7]],
    [2, [13, 24]],
    [3, [8, 18]],
    [4, [13, 24]],
  ])('filter %i is undone', (filter, second) => {
    const gray = [10, 20, ...second].flatMap((value) => [value, value, value]);
    expect(colors({ width: 2, height: 2, colorType: 0, rows: [0, 10, 20, filter, 3, 4] })).toEqual(gray);
  });

  test('interlaced pictures are put together', () => {
    // 2 x 2: pass 1 holds the first pixel, pass 6 the second, pass 7 the second row.
    const rows = [0, 1, 0, 2, 0, 3, 4];
    expect(colors({ width: 2, height: 2, colorType: 0, isInterlaced: true, rows })).toEqual(
      [1, 2, 3, 4].flatMap((value) => [value, value, value]),
    );
  });

  test('damaged, cut, oversized and foreign files are left out', () => {
    const whole = png({ width: 2, height: 1, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6] });
    expect(colors({ width: 2, height: 9, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6] })).toBeNull();
    expect(colors({ width: 1, height: 1, colorType: 2, rows: Array(1000).fill(0) })).toBeNull();
    expect(colors({ width: 100_000, height: 100_000, colorType: 2, rows: [0] })).toBeNull();
    expect(colors({ width: 1, height: 1, colorType: 3, rows: [0, 0] })).toBeNull();
    expect(colors({ width: 1, height: 1, colorType: 0, rows: [9, 0] })).toBeNull();
    for (let length = 0; length < whole.length - 16; length += 1) {
      expect(pictureOf(whole.subarray(0, length))).toBeNull();
    }
    expect(pictureOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
  });

  test('a JPEG goes in as it is, a cut one does not', () => {
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 4, 0, 6, 3, 1, 0x11, 0];
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame]);
    expect(pictureOf(jpeg)).toBe(jpeg);
    expect(pictureOf(jpeg.subarray(0, 12))).toBeNull();
    expect(pictureOf(Buffer.from([0xff, 0xd8]))).toBeNull();
  });
});
