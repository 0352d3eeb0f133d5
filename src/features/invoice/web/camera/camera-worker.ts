import type { CameraAnswer, CameraFailure, CameraRequest, CameraResults } from './camera-messages.ts';
import { findPage } from './find-page.ts';
import { brightness, improveContrast } from './improve-contrast.ts';
import type { PhotoPage } from './photo-pdf.ts';
import { inPixels, type Quadrangle } from './quadrangle.ts';
import { type Pixels, sizeOfPage, straighten } from './straighten.ts';

/** The global object of a worker, which the library of TypeScript for pages does not declare. */
interface TaskScope {
  readonly addEventListener: (
    name: 'message',
    listener: (event: MessageEvent<CameraRequest>) => void,
  ) => void;
  readonly postMessage: (answer: CameraAnswer) => void;
}

const scope = globalThis as unknown as TaskScope;

/** Longest side of a picture in pixels: for finding edges, and for straightening, which bounds the memory. */
const longest = { find: 320, straighten: 3200 } as const;
/** Size of a page in bytes, and how much its quality may fall for that. */
const pageBytes = 500_000;
const qualities = [0.82, 0.72, 0.62, 0.5, 0.4] as const;

/** Works on photos beside the page, which stays usable meanwhile (MOB-02). */
scope.addEventListener('message', ({ data }) => void answer(data));

async function answer(request: CameraRequest): Promise<void> {
  const { id } = request;
  try {
    scope.postMessage({ id, result: await resultOf(request) });
  } catch (failure) {
    console.warn('A photo gave no page:', failure);
    scope.postMessage({ id, failure: failureOf(failure) });
  }
}

async function resultOf(request: CameraRequest): Promise<CameraResults[keyof CameraResults]> {
  const pixels = await pixelsOf(request.photo, longest[request.task]);
  return request.task === 'find' ? findPage(graysOf(pixels)) : await pageOf(pixels, request.corners);
}

/** Browsers name a picture that they cannot read so (HTML, createImageBitmap). */
function failureOf(failure: unknown): CameraFailure {
  return failure instanceof DOMException && failure.name === 'InvalidStateError' ? 'unreadable' : 'failed';
}

async function pixelsOf(photo: Blob, side: number): Promise<Pixels> {
  const picture = await createImageBitmap(photo);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const drawing = drawingOf(width, height);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(picture, 0, 0, width, height);
  picture.close();
  return drawing.getImageData(0, 0, width, height);
}

function graysOf({ width, height, data }: Pixels) {
  const grays = Uint8Array.from({ length: width * height }, (_, at) =>
    brightness(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0),
  );
  return { width, height, data: grays };
}

async function pageOf(pixels: Pixels, corners: Quadrangle): Promise<PhotoPage> {
  const edges = inPixels(corners, pixels.width, pixels.height);
  const page = straighten(pixels, edges, sizeOfPage(edges));
  improveContrast(page);
  const { width, height } = page;
  const drawing = drawingOf(width, height);
  drawing.putImageData(new ImageData(page.data, width, height), 0, 0);
  return { jpeg: await jpegOf(drawing.canvas), width, height };
}

async function jpegOf(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer>> {
  let jpeg = new Blob();
  for (const quality of qualities) {
    jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (jpeg.size <= pageBytes) break;
  }
  return new Uint8Array(await jpeg.arrayBuffer());
}

function drawingOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const drawing = new OffscreenCanvas(width, height).getContext('2d');
  if (drawing === null) throw new Error('no canvas');
  return drawing;
}
