import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
// The legacy build, since the modern one requires newer browsers than the pages do.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline';
import { sharpness } from './zoom.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** Why a PDF cannot be shown. */
export type PdfFailure = 'encrypted' | 'damaged';

export interface PageSize {
  /** In screen pixels, without zoom. */
  readonly width: number;
  readonly height: number;
}

/** An open PDF; callers must close it. */
export interface OpenPdf {
  readonly pages: number;
  /** The size of the first page, which most pages share. */
  readonly size: PageSize;
  readonly sizeOf: (page: number) => Promise<PageSize>;
  /** Draws a page and replaces the content of an element; an aborted call changes nothing. */
  readonly draw: (page: number, zoom: number, into: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Lays the text of a page over it, for selection and clicks. */
  readonly layText: (page: number, into: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Whether it contains its invoice as data. */
  readonly hasXml: () => Promise<boolean>;
  /** Releases the resources of a drawn page. */
  readonly forget: (page: number) => void;
  readonly close: () => void;
}

/** PDF points are 1/72 inch, screen pixels 1/96. */
const ownSize = 96 / 72;

const parts = import.meta.env.PDF_PARTS;

/** Shared by all PDFs: starting a worker takes as long as drawing a page. */
const worker = new pdfjs.PDFWorker();

/** Opens a PDF; throws `PdfNotOpened` if it cannot be shown. */
export async function openPdf(content: Blob): Promise<OpenPdf> {
  const task = pdfjs.getDocument({
    worker,
    data: new Uint8Array(await content.arrayBuffer()),
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    // The content security policy forbids both; the decoders also exist as plain scripts.
    useWasm: false,
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    return opened(await task.promise, () => void task.destroy());
  } catch (cause) {
    void task.destroy();
    if (cause instanceof pdfjs.PasswordException) throw new PdfNotOpened('encrypted', cause);
    if (cause instanceof pdfjs.InvalidPDFException) throw new PdfNotOpened('damaged', cause);
    throw cause;
  }
}

/** A PDF that cannot be shown. */
export class PdfNotOpened extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, cause: unknown) {
    super(failure, { cause });
    this.name = 'PdfNotOpened';
    this.failure = failure;
  }
}

async function opened(pdf: PDFDocumentProxy, close: () => void): Promise<OpenPdf> {
  const known = new Map<number, PDFPageProxy>();
  const pageOf = async (number: number): Promise<PDFPageProxy> => {
    const page = await pdf.getPage(number);
    known.set(number, page);
    return page;
  };
  const sizeOf = async (number: number): Promise<PageSize> => {
    const { width, height } = (await pageOf(number)).getViewport({ scale: ownSize });
    return { width, height };
  };
  return {
    pages: pdf.numPages,
    size: await sizeOf(1),
    sizeOf,
    draw: async (number, zoom, into, signal) => {
      const page = await pageOf(number);
      const { width, height } = page.getViewport({ scale: ownSize * zoom });
      const viewport = page.getViewport({
        scale: ownSize * zoom * sharpness(width, height, window.devicePixelRatio),
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      if (signal.aborted) return;
      const drawing = page.render({ canvas, viewport });
      signal.addEventListener('abort', () => drawing.cancel());
      await unlessAborted(drawing.promise, signal);
      if (!signal.aborted) into.replaceChildren(canvas);
    },
    layText: async (number, into, signal) => {
      const page = await pageOf(number);
      if (signal.aborted) return;
      const text = new pdfjs.TextLayer({
        textContentSource: page.streamTextContent(),
        container: into,
        viewport: page.getViewport({ scale: ownSize }),
      });
      signal.addEventListener('abort', () => text.cancel());
      await unlessAborted(text.render(), signal);
    },
    hasXml: async () =>
      [...((await pdf.getAttachments()) ?? [])].some(([, { filename }]) => /\.xml$/i.test(filename)),
    forget: (number) => void known.get(number)?.cleanup(),
    close,
  };
}

/** Ignores errors after an abort. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}
