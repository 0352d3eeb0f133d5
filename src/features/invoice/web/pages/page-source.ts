import { kindOf, type OriginalFile } from '../../../../document/web/original/original-file.ts';
import type { PdfFailure } from '../../../../document/web/original/pdf-document.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';

/** An invoice whose pages can be arranged, with its shown file. */
export interface PageInvoice {
  readonly id: number;
  readonly file: OriginalFile;
  /** The invoice is read already; a changed arrangement starts another recognition. */
  readonly isRead: boolean;
}

/** The opened pages of one invoice; `close` releases them. */
export interface OpenPages extends PageInvoice {
  readonly pages: number;
  /** The first pages of the invoices that the recognition found in it, from 1; empty for a single one. */
  readonly starts: readonly number[];
  /** Draws a page; `side` is its longer side in CSS pixels. */
  readonly draw: (page: number, side: number, into: HTMLElement, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
}

export type PagesFailure = PdfFailure | 'e_invoice';

/** Thrown if the pages of a file cannot be opened. */
export class PagesNotOpened extends Error {
  readonly failure: PagesFailure;
  readonly file: string;

  constructor(failure: PagesFailure, file: string) {
    super(failure);
    this.name = 'PagesNotOpened';
    this.failure = failure;
    this.file = file;
  }
}

/** Opens the shown file of an invoice; throws `PagesNotOpened`. */
export async function openPages(
  invoice: PageInvoice,
  content: Blob,
  starts: readonly number[],
): Promise<OpenPages> {
  const opened = await (kindOf(invoice.file) === 'pdf' ? openPdfPages : openPicture)(invoice, content);
  return { ...opened, starts };
}

type DrawnPages = Omit<OpenPages, 'starts'>;

async function openPdfPages(invoice: PageInvoice, content: Blob): Promise<DrawnPages> {
  const part = await loadChunk(() => import('../../../../document/web/original/pdf-document.ts'));
  const pdf = await part.openPdf(content).catch((cause: unknown) => {
    throw cause instanceof part.PdfNotOpened ? new PagesNotOpened(cause.failure, invoice.file.name) : cause;
  });
  if (await pdf.hasXml()) {
    pdf.close();
    throw new PagesNotOpened('e_invoice', invoice.file.name);
  }
  const draw: OpenPages['draw'] = async (page, side, into, signal) => {
    const { width, height } = await pdf.sizeOf(page);
    if (!signal.aborted) await pdf.draw(page, side / Math.max(width, height, 1), into, signal);
  };
  return { ...invoice, pages: pdf.pages, draw, close: pdf.close };
}

async function openPicture(invoice: PageInvoice, content: Blob): Promise<DrawnPages> {
  const address = URL.createObjectURL(content);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    URL.revokeObjectURL(address);
    throw new PagesNotOpened('damaged', invoice.file.name);
  }
  const draw: OpenPages['draw'] = async (_page, side, into) => {
    const shown = new Image();
    shown.src = address;
    shown.alt = '';
    const scale = side / Math.max(picture.naturalWidth, picture.naturalHeight);
    shown.width = Math.round(picture.naturalWidth * scale);
    shown.height = Math.round(picture.naturalHeight * scale);
    into.replaceChildren(shown);
  };
  return { ...invoice, pages: 1, draw, close: () => URL.revokeObjectURL(address) };
}
