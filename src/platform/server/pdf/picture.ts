import { isPng, opaquePng } from './png.ts';

/**
 * A stored logo, letterhead or signature as the PDF can carry it: PNG or JPEG. Null for everything that is
 * neither, or that is damaged: an order goes out without its logo rather than not at all.
 */
export function pictureOf(bytes: Buffer): Buffer | null {
  if (isPng(bytes)) return opaquePng(bytes);
  return isWholeJpeg(bytes) ? bytes : null;
}

/** Begins and ends as a JPEG does and tells its size in between; its pixels go into the PDF unread. */
function isWholeJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xff01) return false;
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return height > 0 && width > 0 && [1, 3, 4].includes(bytes.readUInt8(at + 9));
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** The marker that is followed by height and width. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}
