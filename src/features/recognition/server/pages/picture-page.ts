import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { NoParts } from '../../page-parts.ts';
import { maxPixels } from '../page-image.ts';

/** Longer side of A4, in points. */
const longSide = 841.89;
/** Quality of the JPEG made from a PNG; keeps letters sharp. */
const quality = 92;

/** Clockwise rotation in degrees by EXIF orientation. */
const heldAt: Readonly<Partial<Record<number, number>>> = { 3: 180, 6: 90, 8: 270 };

export function isPictureFile(bytes: Uint8Array): boolean {
  return isJpeg(bytes) || (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47);
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * A photo or scan as an upright page that fits on A4. A JPEG is embedded unchanged. Throws `NoParts` or errors of the
 * library.
 */
export async function pictureAsPdf(bytes: Buffer): Promise<PDFDocument> {
  const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) throw new NoParts('too_large', null);
  const document = await PDFDocument.create({ updateMetadata: false });
  const picture = await document.embedJpg(isJpeg(bytes) ? bytes : await asJpeg(bytes));
  const scale = longSide / Math.max(picture.width, picture.height);
  const page = document.addPage([picture.width * scale, picture.height * scale]);
  page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  page.setRotation(degrees(isJpeg(bytes) ? (heldAt[orientation] ?? 0) : 0));
  await document.flush();
  return document;
}

async function asJpeg(png: Buffer): Promise<Buffer> {
  const upright = sharp(png, { limitInputPixels: maxPixels, failOn: 'truncated' }).autoOrient();
  return await upright
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
