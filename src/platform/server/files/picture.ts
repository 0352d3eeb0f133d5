import { Refused, refuse } from '../../../base/refusal.ts';
import { plainAnswerBytes, ReaderEnded } from '../reading-cell/cell-limits.ts';
import { inCell } from '../reading-cell/reading-cell.ts';
import { longestSide, maxPixels, type PictureAnswer, type PictureTask } from './picture-limits.ts';

const run = inCell<PictureTask, PictureAnswer>(new URL('./picture-in-cell.ts', import.meta.url), 'others', {
  seconds: 30,
  answerBytes: plainAnswerBytes,
});

declare const prepared: unique symbol;
/**
 * The bytes of a picture re-encoded in the reading cell, or plain enough already; nothing else reaches a PDF
 * (TECH-20).
 */
export type PreparedPicture = Buffer & { readonly [prepared]: true };

/**
 * A picture as pages and PDFs use it (API-44): upright, at most 1600 pixels a side, eight bits per color on white, as
 * PNG or JPEG like the original. Runs in the reading cell (TECH-20), for at most thirty seconds.
 *
 * @throws Refused `picture_too_large` for too many pixels, `unsupported_media_type` if damaged or of another type,
 *   `not_safe` if it crashed its reader
 */
export async function preparePicture(
  tenantId: number,
  bytes: Buffer,
  type: 'png' | 'jpeg',
): Promise<PreparedPicture> {
  const answer = await run(tenantId, { bytes, type }).catch((error: unknown) => {
    if (!(error instanceof ReaderEnded)) throw error;
    throw new Refused(refuse('not_safe', { field: 'file' }));
  });
  if ('picture' in answer) {
    const { buffer, byteOffset, byteLength } = answer.picture;
    return Buffer.from(buffer, byteOffset, byteLength) as PreparedPicture;
  }
  const values = { max: maxPixels / 1_000_000 };
  throw new Refused(
    answer.failure === 'picture_too_large'
      ? refuse('picture_too_large', { field: 'file', values })
      : refuse('unsupported_media_type', { field: 'file' }),
  );
}

/**
 * A stored logo, letterhead or signature for the PDF. Pictures are prepared on upload; older ones are prepared now.
 * Null if it is no picture or damaged: an order goes out without its logo rather than not at all.
 */
export async function printablePicture(tenantId: number, bytes: Buffer): Promise<PreparedPicture | null> {
  if (isPlainPng(bytes) || isPlainJpeg(bytes)) return bytes;
  try {
    return await preparePicture(tenantId, bytes, bytes[0] === 0xff ? 'jpeg' : 'png');
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

const pngBegin = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44]);

/**
 * Gray or RGB in eight bits, without transparency and interlacing: its compressed pixels can be embedded in the PDF.
 */
function isPlainPng(bytes: Buffer): bytes is PreparedPicture {
  if (bytes.length < 57 || !bytes.subarray(0, pngBegin.length).equals(pngBegin)) return false;
  const isWhole = bytes.subarray(-12, -4).equals(pngEnd);
  const [bits, colorType, , , interlace] = bytes.subarray(24, 29);
  const isPlain = bits === 8 && (colorType === 0 || colorType === 2) && interlace === 0;
  return (
    isWhole && isPlain && isSmall(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) && !bytes.includes('tRNS')
  );
}

/** Starts like a JPEG and declares an allowed size; its compressed pixels can be embedded in the PDF. */
function isPlainJpeg(bytes: Buffer): bytes is PreparedPicture {
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

/** The marker before height and width. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

function isSmall(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= longestSide && height <= longestSide;
}
