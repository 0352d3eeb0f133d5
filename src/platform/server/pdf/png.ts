import { deflateSync, inflateSync } from 'node:zlib';

/**
 * PNG files of strangers, read with care: the library that writes the PDF decodes them in the background,
 * where a damaged file would end the process and the order of two files would be left to chance.
 */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Larger than any sensible logo; keeps a small file from growing without bounds. */
const mostPixels = 8_000_000;

/** Samples per pixel by color type: gray, RGB, palette, gray and alpha, RGB and alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of the seven passes of an interlaced picture: x, y, dx, dy. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

interface Parts {
  readonly header: Header;
  readonly palette: Buffer | null;
  readonly transparency: Buffer | null;
  readonly data: Buffer;
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** The picture in 24-bit colors on white paper, or null when the file is damaged or too large. */
export function opaquePng(bytes: Buffer): Buffer | null {
  try {
    const parts = partsOf(bytes);
    return parts && written(parts.header, paintedOnWhite(parts));
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return null;
    throw error;
  }
}

function partsOf(bytes: Buffer): Parts | null {
  const chunks = new Map<string, Buffer[]>();
  for (let at = signature.length; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    chunks.set(name, [...(chunks.get(name) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  const header = headerOf(chunks.get('IHDR')?.[0]);
  if (!header) return null;
  return {
    header,
    palette: chunks.get('PLTE')?.[0] ?? null,
    transparency: chunks.get('tRNS')?.[0] ?? null,
    data: inflateSync(Buffer.concat(chunks.get('IDAT') ?? []), { maxOutputLength: packedSize(header) }),
  };
}

function headerOf(chunk: Buffer | undefined): Header | null {
  if (chunk?.length !== 13) return null;
  const width = chunk.readUInt32BE(0);
  const height = chunk.readUInt32BE(4);
  const bits = chunk.readUInt8(8);
  const colorType = chunk.readUInt8(9);
  const isReadable = [1, 2, 4, 8, 16].includes(bits) && colorType in samplesOf;
  if (!isReadable || width * height === 0 || width * height > mostPixels) return null;
  return { width, height, bits, colorType, isInterlaced: chunk.readUInt8(12) === 1 };
}

interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly columns: number;
  readonly rows: number;
}

function passesOf({ width, height, isInterlaced }: Header): Pass[] {
  const all = isInterlaced ? passes : ([[0, 0, 1, 1]] as const);
  return all
    .map(([x, y, dx, dy]) => ({
      x,
      y,
      dx,
      dy,
      columns: Math.max(0, Math.ceil((width - x) / dx)),
      rows: Math.max(0, Math.ceil((height - y) / dy)),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

function bitsPerPixel({ bits, colorType }: Header): number {
  return bits * (samplesOf[colorType] ?? 1);
}

function rowBytes(header: Header, columns: number): number {
  return Math.ceil((columns * bitsPerPixel(header)) / 8);
}

function packedSize(header: Header): number {
  return passesOf(header).reduce(
    (size, { columns, rows }) => size + rows * (1 + rowBytes(header, columns)),
    0,
  );
}

function paintedOnWhite(parts: Parts): Buffer {
  const { header, data } = parts;
  const painted = Buffer.alloc(header.width * header.height * 3, 0xff);
  const colorAt = pixelReader(parts);
  const step = Math.max(1, bitsPerPixel(header) >> 3);
  let at = 0;
  for (const { x, y, dx, dy, columns, rows } of passesOf(header)) {
    const length = rowBytes(header, columns);
    let above = Buffer.alloc(length);
    for (let row = 0; row < rows; row += 1) {
      const line = Buffer.from(data.subarray(at + 1, at + 1 + length));
      if (line.length < length) throw new RangeError('the picture ends too early');
      unfilter(data.readUInt8(at), line, above, step);
      for (let column = 0; column < columns; column += 1) {
        painted.set(colorAt(line, column), ((y + row * dy) * header.width + x + column * dx) * 3);
      }
      above = line;
      at += length + 1;
    }
  }
  return painted;
}

/** Undoes the filter of one row in place (PNG specification, section 9). */
function unfilter(filter: number, line: Buffer, above: Buffer, step: number): void {
  if (filter > 4) throw new RangeError('unknown filter');
  for (let index = 0; index < line.length; index += 1) {
    const left = index < step ? 0 : (line[index - step] ?? 0);
    const up = above[index] ?? 0;
    const corner = index < step ? 0 : (above[index - step] ?? 0);
    const predicted = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter];
    line[index] = ((line[index] ?? 0) + (predicted ?? 0)) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byCorner = Math.abs(estimate - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

type Color = readonly [number, number, number];

/** Reads the color of a pixel of a row, mixed with white where it is transparent. */
function pixelReader({ header, palette, transparency }: Parts): (line: Buffer, column: number) => Color {
  const { bits, colorType } = header;
  const samples = samplesOf[colorType] ?? 1;
  const sample = (line: Buffer, index: number): number => {
    if (bits === 16) return line.readUInt16BE(index * 2);
    if (bits === 8) return line.readUInt8(index);
    const at = index * bits;
    return (line.readUInt8(at >> 3) >> (8 - bits - (at & 7))) & ((1 << bits) - 1);
  };
  const toByte = (value: number) => (value * 255) / ((1 << bits) - 1);
  if (colorType === 3) {
    if (!palette) throw new RangeError('the palette is missing');
    return (line, column) => {
      const index = sample(line, column);
      const [red = 0, green = 0, blue = 0] = palette.subarray(index * 3, index * 3 + 3);
      return mixed([red, green, blue], (transparency?.[index] ?? 255) / 255);
    };
  }
  const hasAlpha = colorType >= 4;
  const clear = transparency && !hasAlpha ? clearSamples(transparency) : null;
  return (line, column) => {
    const values = Array.from({ length: samples }, (_, index) => sample(line, column * samples + index));
    if (clear && values.every((value, index) => value === clear[index])) return [255, 255, 255];
    const [first = 0, second = 0, third = 0, fourth = 0] = values.map(toByte);
    const color: Color = samples < 3 ? [first, first, first] : [first, second, third];
    return mixed(color, hasAlpha ? (samples === 2 ? second : fourth) / 255 : 1);
  };
}

/** The one color that counts as transparent. */
function clearSamples(transparency: Buffer): number[] {
  return Array.from({ length: transparency.length >> 1 }, (_, index) => transparency.readUInt16BE(index * 2));
}

function mixed([red, green, blue]: Color, opacity: number): Color {
  const onWhite = (value: number) => Math.round(255 - (255 - value) * opacity);
  return [onWhite(red), onWhite(green), onWhite(blue)];
}

function written({ width, height }: Header, pixels: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) {
    pixels.copy(rows, row * (width * 3 + 1) + 1, row * width * 3, (row + 1) * width * 3);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Checksums are left empty: the picture goes straight into the PDF, whose writer does not read them. */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content, Buffer.alloc(4)]);
}
