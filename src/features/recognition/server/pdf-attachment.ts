import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fileTypeOf } from '../../../platform/server/files/files-type.ts';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';

/** A file embedded in a PDF. */
export interface PdfAttachment {
  /** The file name without folders. */
  readonly name: string;
  readonly description: string;
  readonly content: Uint8Array;
}

/**
 * `encrypted`: needs a password, `damaged`: not a readable PDF, `too_large`: exceeds a limit, `too_slow`: took too
 * long.
 */
export type PdfFailure = 'encrypted' | 'damaged' | 'too_large' | 'too_slow';

export type PdfAttachments =
  | {
      readonly ok: true;
      /** Sorted by their names in the PDF. */
      readonly attachments: readonly PdfAttachment[];
      /** Possible XML invoices, the most likely first. */
      readonly candidates: readonly PdfAttachment[];
    }
  | {
      readonly ok: false;
      readonly reason: PdfFailure;
      /** For the log, in English. */
      readonly detail: string;
    };

export interface PdfLimits {
  /** Size of the PDF in bytes. */
  readonly size: number;
  /** Number of attachments. */
  readonly attachments: number;
  /** Unpacked size of all attachments, in bytes. */
  readonly unpacked: number;
}

export const pdfLimits: PdfLimits = { size: 50_000_000, attachments: 200, unpacked: 100_000_000 };

/**
 * Names of the invoice in a PDF/A-3, in lower case; the first one goes before the others (ZUGFeRD 2.x, 6.2.2; ZUGFeRD
 * 1.0).
 */
const invoiceNames = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml'];

/** Whether this is a standard name of the invoice in a PDF/A-3. */
export function isInvoiceName(name: string): boolean {
  return invoiceNames.includes(name.toLowerCase());
}

/**
 * The files in a PDF/A-3 and those that may be the XML invoice (ZUGFeRD, Factur-X): first standard names, then other
 * XML files, then files that begin like XML (REC-11, REC-16). The reader of e-invoices decides whether one is an
 * invoice. Pages are ignored, nothing is downloaded, and no script runs. Failures are returned; only a lack of memory
 * is thrown.
 */
export async function attachmentsOfPdf(
  bytes: Uint8Array,
  limits: PdfLimits = pdfLimits,
): Promise<PdfAttachments> {
  if (bytes.length > limits.size) return failed('too_large', `the file has ${bytes.length} bytes`);
  const loading = getDocument({
    // The library takes ownership of its input.
    data: Uint8Array.from(bytes),
    useWorkerFetch: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    // On a lack of memory the library only prints a warning and leaves content out.
    verbosity: VerbosityLevel.WARNINGS,
  });
  try {
    return await attachmentsOf(await loading.promise, limits);
  } catch (error) {
    return failureOf(error);
  } finally {
    // The result is known; errors while closing do not change it.
    await loading.destroy().catch(() => undefined);
  }
}

async function attachmentsOf(document: PDFDocumentProxy, limits: PdfLimits): Promise<PdfAttachments> {
  const listed = [...((await document.getAttachments()) ?? [])];
  if (listed.length > limits.attachments) return failed('too_large', `${listed.length} attachments`);
  const found: PdfAttachment[] = [];
  let unpacked = 0;
  for (const [id, { filename, description }] of listed) {
    const content = await document.getAttachmentContent(id);
    if (!content) continue;
    unpacked += content.length;
    if (unpacked > limits.unpacked) return failed('too_large', `the attachments have ${unpacked} bytes`);
    found.push({ name: filename, description, content });
  }
  const ranks = found.map((attachment) => ({ attachment, rank: rankOf(attachment) }));
  const likely = ranks.filter(({ rank }) => rank < noRank).toSorted((one, other) => one.rank - other.rank);
  return { ok: true, attachments: found, candidates: likely.map(({ attachment }) => attachment) };
}

const noRank = invoiceNames.length + 2;

/** The rank of an attachment as the invoice, lowest first; `noRank` is no XML. */
function rankOf({ name, content }: PdfAttachment): number {
  const lower = name.toLowerCase();
  const place = invoiceNames.indexOf(lower);
  if (place >= 0) return place;
  if (lower.endsWith('.xml')) return invoiceNames.length;
  return fileTypeOf(Buffer.from(content.subarray(0, 4096))) === 'xml' ? invoiceNames.length + 1 : noRank;
}

function failureOf(error: unknown): PdfAttachments {
  throwIfShortOfMemory(error);
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return failed(name === 'PasswordException' ? 'encrypted' : 'damaged', message);
}

function failed(reason: PdfFailure, detail: string): PdfAttachments {
  return { ok: false, reason, detail };
}
