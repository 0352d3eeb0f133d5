import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
// The other build asks for more of the language than the browsers know that the pages are built for.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline';
import { sharpness } from './zoom.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** Why a PDF cannot be shown. */
export type PdfFailure = 'encrypted' | 'damaged';

export interface PageSize {
  /** In pixels of the screen, at its own size. */
  readonly width: number;
  readonly height: number;
}

/** A PDF that is open until it is closed. */
export interface OpenPdf {
  readonly pages: number;
  /** Of the first page, which the others mostly share. */
  readonly size: PageSize;
  readonly sizeOf: (page: number) => Promise<PageSize>;
  /** Draws a page into an element in place of what it holds; aborted, it leaves that as it is. */
  readonly draw: (page: number, zoom: number, into: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Lays the text of a page over it, so that it can be chosen and clicked. */
  readonly layText: (page: number, into: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Whether it carries its invoice as data, too. */
  readonly hasXml: () => Promise<boolean>;
  /** Lets go of what was kept for drawing a page. */
  readonly forget: (page: number) => void;
  readonly close: () => void;
}

/** Points of a PDF are 1/72 inch, pixels of the screen 1/96. */
const ownSize = 96 / 72;

const parts = import.meta.env.PDF_PARTS;

/** One for all PDFs: to start another takes as long as to draw a page. */
const worker = new pdfjs.PDFWorker();

/** Opens a PDF; `PdfNotOpened` where it cannot be shown. */
export async function openPdf(content: Blob): Promise<OpenPdf> {
  const task = pdfjs.getDocument({
    worker,
    data: new Uint8Array(await content.arrayBuffer()),
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    // The content security policy allows neither; the decoders come as plain scripts as well.
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

/** A PDF that nobody can be shown. */
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

/** Whoever aborts does not want to hear that it was. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}
