import sharp from 'sharp';
import { Refused, refuse } from '../../../base/refusal.ts';

/** A small file may unpack to this many pixels and no more: a page in 300 dpi has nine million. */
const mostPixels = 40_000_000;
/** The longest side of a picture that is kept, in pixels; printed over a whole page it still has 190 dpi. */
const longestSide = 1600;
const secondsPerPicture = 20;
/** Pictures that this process works on at the same time; the threads that do it also read files and names of hosts. */
const simultaneous = 2;

// Each picture is worked on by one thread, and nothing of it is kept.
sharp.concurrency(1);
sharp.cache(false);

const running = new Set<Promise<unknown>>();

/**
 * A picture as pages and PDFs use it (API-44): upright, of at most 1600 pixels a side, in eight bits per color on the
 * white of the paper, as PNG or JPEG like the original. The work is done beside the main thread, and ends after twenty
 * seconds.
 *
 * @throws Refused `picture_too_large` when it has too many pixels, `unsupported_media_type` when it is damaged or of
 * another kind
 */
export async function preparePicture(bytes: Buffer, type: 'png' | 'jpeg'): Promise<Buffer> {
  while (running.size >= simultaneous) await Promise.race(running);
  const work = prepared(bytes, type);
  running.add(work);
  try {
    return await work;
  } finally {
    running.delete(work);
  }
}

async function prepared(bytes: Buffer, type: 'png' | 'jpeg'): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
    const { format, width, height } = await picture.metadata();
    if (format !== type) throw new Refused(refuse('unsupported_media_type', { field: 'file' }));
    if (width * height > mostPixels) throw tooManyPixels();
    const onPaper = picture
      .timeout({ seconds: secondsPerPicture })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    return await (type === 'png' ? onPaper.png() : onPaper.jpeg({ quality: 90 })).toBuffer();
  } catch (error) {
    if (error instanceof Refused) throw error;
    // What the library says of a damaged file is not for whoever sent it.
    throw new Refused(refuse('unsupported_media_type', { field: 'file' }));
  }
}

function tooManyPixels(): Refused {
  return new Refused(refuse('picture_too_large', { field: 'file', values: { max: mostPixels / 1_000_000 } }));
}

/**
 * A stored logo, letterhead or signature as the PDF can carry it, which is as it was prepared when it came in; one that
 * was kept before there was a preparation is prepared now. Null for everything that is no picture, or that is damaged:
 * an order goes out without its logo rather than not at all.
 */
export async function printablePicture(bytes: Buffer): Promise<Buffer | null> {
  if (isPlainPng(bytes) || isPlainJpeg(bytes)) return bytes;
  try {
    return await preparePicture(bytes, bytes[0] === 0xff ? 'jpeg' : 'png');
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

const pngBegin = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44]);

/** Gray or RGB in eight bits, without transparency and interlacing: its packed pixels go into the PDF as they are. */
function isPlainPng(bytes: Buffer): boolean {
  if (bytes.length < 57 || !bytes.subarray(0, pngBegin.length).equals(pngBegin)) return false;
  const isWhole = bytes.subarray(-12, -4).equals(pngEnd);
  const [bits, colorType, , , interlace] = bytes.subarray(24, 29);
  const isPlain = bits === 8 && (colorType === 0 || colorType === 2) && interlace === 0;
  return (
    isWhole && isPlain && isSmall(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) && !bytes.includes('tRNS')
  );
}

/** Begins as a JPEG does and tells a size that fits; its packed pixels go into the PDF as they are. */
function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xff01) return false;
    if (isFrame(marker)) {
      const isGrayOrColor = [1, 3].includes(bytes.readUInt8(at + 9));
      return isGrayOrColor && isSmall(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** The marker that is followed by height and width. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

function isSmall(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= longestSide && height <= longestSide;
}
