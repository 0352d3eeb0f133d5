import sharp from 'sharp';
import { throwIfShortOfMemory } from '../reading-cell/short-of-memory.ts';
import { longestSide, maxPixels, type PictureAnswer, type PictureTask } from './picture-limits.ts';

const secondsPerPicture = 20;

// Cache nothing of a picture.
sharp.concurrency(1);
sharp.cache(false);

/** Runs in the reading cell: prepares a picture for pages and PDFs. */
export default async function prepare({ bytes, type }: PictureTask): Promise<PictureAnswer> {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
    const { format, width, height } = await picture.metadata();
    if (format !== type) return { failure: 'unsupported_media_type' };
    if (width * height > maxPixels) return { failure: 'picture_too_large' };
    const onPaper = picture
      .timeout({ seconds: secondsPerPicture })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    return { picture: await (type === 'png' ? onPaper.png() : onPaper.jpeg({ quality: 90 })).toBuffer() };
  } catch (error) {
    throwIfShortOfMemory(error);
    // The library's message about a damaged file is not for the sender.
    return { failure: 'unsupported_media_type' };
  }
}
