import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type GreyPicture, greyOf } from '../../src/platform/web/scan/decode.ts';

/** The first page of a PDF as a camera sees it, at this resolution. */
export async function pictureOfPage(pdf: Uint8Array, dotsPerInch = 150): Promise<GreyPicture> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    useWasm: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const page = await (await task.promise).getPage(1);
    const viewport = page.getViewport({ scale: dotsPerInch / 72 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
    return { grey: greyOf(canvas.getContext('2d').getImageData(0, 0, width, height).data), width, height };
  } finally {
    await task.destroy();
  }
}
