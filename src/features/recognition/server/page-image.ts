import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import type { Turn } from '../turned-back.ts';
import type { Box } from '../words.ts';
import { invertBands } from './bands.ts';
import type { PagePicture } from './ocr.ts';
import { evenly, onWhitePaper } from './paper.ts';
import { skewOf } from './skew.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Maximum number of pixels, since small files can unpack to many; a page at 600 dpi has 35 million. */
export const maxPixels = 40_000_000;
/** Longer side of a page in pixels at which OCR reads letters of usual size best. */
const longSide = 2900;
/** Maximum enlargement; more adds no detail. */
const maxEnlarged = 3;
/** Skew in degrees that OCR tolerates. */
const leastSkew = 0.15;
const secondsPerPicture = 20;

/** A deskewed picture of a page with the applied rotation. */
export interface PreparedPage extends PagePicture {
  readonly turn: Turn;
}

/** Renders a page of a PDF for OCR. */
export async function drawPage(page: PDFPageProxy): Promise<PreparedPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(width, height, 1) });
  const canvas = createCanvas(
    Math.max(Math.ceil(viewport.width), 1),
    Math.max(Math.ceil(viewport.height), 1),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  return await prepared(sharp(await canvas.encode('png')));
}

/**
 * Decodes a JPEG or PNG for OCR.
 *
 * @throws UnreadableFile `too_many_pixels`, `damaged`
 */
export async function decodePicture(bytes: Uint8Array): Promise<PreparedPage> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) throw new UnreadableFile('too_many_pixels');
    const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' }).autoOrient();
    const scale = Math.min(longSide / Math.max(width, height), maxEnlarged);
    const side = Math.round(Math.max(width, height) * scale);
    return await prepared(upright.resize({ width: side, height: side, fit: 'inside', kernel: 'cubic' }));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throwIfShortOfMemory(error);
    // The message of the library is not meant for the sender.
    throw new UnreadableFile('damaged');
  }
}

/** The page at 75 % of its size: OCR often reads in one size what it misreads in another. */
export async function smallerPage(page: PreparedPage): Promise<PreparedPage> {
  const width = Math.max(Math.round(page.width * 0.75), 1);
  const smaller = sharp(page.png).resize({ width });
  const { data, info } = await smaller.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height, turn: page.turn };
}

/** A row of a page with a little paper around it; `top` and `height` are fractions of the page. */
export interface PageStrip {
  readonly picture: PagePicture;
  readonly top: number;
  readonly height: number;
}

/** The row of a page with this box, at 75 % of its size. */
export async function stripOf(page: PreparedPage, [, top, , bottom]: Box): Promise<PageStrip> {
  const margin = (bottom - top) * 1.5;
  const from = Math.max(Math.floor((top - margin) * page.height), 0);
  const height = Math.min(Math.ceil((bottom + margin) * page.height), page.height) - from;
  const strip = sharp(page.png)
    .extract({ left: 0, top: from, width: page.width, height })
    .resize({ width: Math.max(Math.round(page.width * 0.75), 1) });
  const { data, info } = await strip.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return {
    picture: { png: data, width: info.width, height: info.height },
    top: from / page.height,
    height: height / page.height,
  };
}

async function prepared(picture: Sharp): Promise<PreparedPage> {
  const gray = picture
    .timeout({ seconds: secondsPerPicture })
    .flatten({ background: '#ffffff' })
    .grayscale()
    .toColourspace('b-w');
  const { data, info } = await gray.raw().toBuffer({ resolveWithObject: true });
  const paper = {
    data: onWhitePaper(evenly(data), info.width, info.height),
    width: info.width,
    height: info.height,
  };
  const { png, width, height, degrees } = await straightened(paper);
  return {
    png,
    width,
    height,
    turn: { degrees, width, height, ownWidth: info.width, ownHeight: info.height },
  };
}

/** The page turned clockwise by 90, 180 or 270 degrees, and deskewed again. */
export async function turnedPage(page: PreparedPage, quarters: 1 | 2 | 3): Promise<PreparedPage> {
  const turned = sharp(page.png)
    .rotate(quarters * 90)
    .toColourspace('b-w');
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  const { png, width, height, degrees } = await straightened({
    data,
    width: info.width,
    height: info.height,
  });
  const whole = page.turn.degrees + quarters * 90 + degrees;
  return { png, width, height, turn: { ...page.turn, degrees: whole, width, height } };
}

interface GrayPicture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A gray picture with level rows, and the applied clockwise rotation in degrees. */
async function straightened({
  data,
  width,
  height,
}: GrayPicture): Promise<PagePicture & { readonly degrees: number }> {
  const skew = skewOf(data, width, height);
  const degrees = Math.abs(skew) < leastSkew ? 0 : -skew;
  const level = sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  if (degrees !== 0) level.rotate(degrees, { background: '#ffffff' });
  const { data: pixels, info } = await level.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  invertBands(pixels, info.width, info.height);
  const png = await sharp(pixels, { raw }).png({ compressionLevel: 1 }).toBuffer();
  return { png, width: info.width, height: info.height, degrees };
}
