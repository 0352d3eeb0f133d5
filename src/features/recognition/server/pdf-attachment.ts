import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';

/** A file that is embedded in a PDF. */
export interface PdfAttachment {
  /** Without folders. */
  readonly name: string;
  readonly description: string;
  readonly content: Uint8Array;
}

/** `encrypted` needs a password, `damaged` is no PDF that can be read, `too_large` exceeds a limit, `too_slow` took too long. */
export type PdfFailure = 'encrypted' | 'damaged' | 'too_large' | 'too_slow';

export type PdfAttachments =
  | {
      readonly ok: true;
      /** What may be the invoice as XML; null for a PDF without any. */
      readonly invoice: PdfAttachment | null;
      /** All others, in the order of their names in the PDF. */
      readonly others: readonly PdfAttachment[];
    }
  | {
      readonly ok: false;
      readonly reason: PdfFailure;
      /** For the log, in English. */
      readonly detail: string;
    };

export interface PdfLimits {
  /** Bytes of the PDF itself. */
  readonly size: number;
  /** Attachments; more than a bill of expenses has receipts. */
  readonly attachments: number;
  /** Bytes of all attachments together, unpacked. */
  readonly unpacked: number;
}

export const pdfLimits: PdfLimits = { size: 50_000_000, attachments: 200, unpacked: 100_000_000 };

/** Names of the invoice in a PDF/A-3, in lower case; of several the first one leads (ZUGFeRD 2.x, 6.2.2; ZUGFeRD 1.0). */
const invoiceNames = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml'];

/**
 * The invoice that a PDF/A-3 carries as XML (ZUGFeRD, Factur-X) and its other attachments (REC-11). Without one of the
 * names of the standards, the first XML file is handed out, since what it holds is for its reader to say. Nothing of
 * the pages is looked at, nothing fetched, and no script runs. What cannot be read is answered; thrown is only
 * that memory ran short.
 */
export async function attachmentsOfPdf(
  bytes: Uint8Array,
  limits: PdfLimits = pdfLimits,
): Promise<PdfAttachments> {
  if (bytes.length > limits.size) return failed('too_large', `the file has ${bytes.length} bytes`);
  const loading = getDocument({
    // The library takes what it is given for its own.
    data: Uint8Array.from(bytes),
    useWorkerFetch: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    // Where memory runs short the library leaves something out, and only prints that.
    verbosity: VerbosityLevel.WARNINGS,
  });
  try {
    return await attachmentsOf(await loading.promise, limits);
  } catch (error) {
    return failureOf(error);
  } finally {
    // The attachments are read, or the failure is known; tidying up changes neither.
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
  const invoice = invoiceAmong(found);
  return { ok: true, invoice, others: found.filter((each) => each !== invoice) };
}

function invoiceAmong(attachments: readonly PdfAttachment[]): PdfAttachment | null {
  const nameOf = ({ name }: PdfAttachment) => name.toLowerCase();
  const named = invoiceNames
    .map((name) => attachments.find((each) => nameOf(each) === name))
    .find((each) => each !== undefined);
  return named ?? attachments.find((each) => nameOf(each).endsWith('.xml')) ?? null;
}

function failureOf(error: unknown): PdfAttachments {
  throwIfShortOfMemory(error);
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return failed(name === 'PasswordException' ? 'encrypted' : 'damaged', message);
}

function failed(reason: PdfFailure, detail: string): PdfAttachments {
  return { ok: false, reason, detail };
}
