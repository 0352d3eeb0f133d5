import type { SentPicture } from './decode-worker.ts';

/** Reads codes in the pictures of a video; one picture at a time. */
export interface CodeReader {
  /** The text of a code in the present picture; null without one. */
  readonly read: (video: HTMLVideoElement) => Promise<string | null>;
  readonly close: () => void;
}

/** The reader of the browser, where there is one (Shape Detection API); not yet among the types of TypeScript. */
interface BrowserDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface BrowserDetectors {
  new (options: { readonly formats: readonly string[] }): BrowserDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    readonly BarcodeDetector?: BrowserDetectors;
  }
}

const needed = ['qr_code', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128'];
const welcome = ['itf', 'data_matrix'];

/** The reader of the browser if it knows the codes of goods, else a library in a worker, loaded only then. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await browserReader()) ?? workerReader();
}

async function browserReader(): Promise<CodeReader | null> {
  const Detectors = window.BarcodeDetector;
  if (Detectors === undefined) return null;
  const formats = await Detectors.getSupportedFormats();
  if (!needed.every((format) => formats.includes(format))) return null;
  const detector = new Detectors({ formats: [...needed, ...welcome.filter((one) => formats.includes(one))] });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
    close: () => {},
  };
}

/** Pixels of the longer side that the library gets: enough for a code of 20 mm on a page. */
const longSide = 1000;

function workerReader(): CodeReader {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    close: () => worker.terminate(),
    read: async (video) => {
      const scale = Math.min(1, longSide / Math.max(video.videoWidth, video.videoHeight, 1));
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
      if (context === null || width === 0 || height === 0) return null;
      Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0, width, height);
      const { buffer: pixels } = context.getImageData(0, 0, width, height).data;
      return await answerOf(worker, { pixels, width, height });
    },
  };
}

function answerOf(worker: Worker, picture: SentPicture): Promise<string | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(picture, [picture.pixels]);
  });
}
