import { type EInvoiceFailure, type EInvoiceReading, readEInvoice } from '../einvoice/read-einvoice.ts';
import { limitAllocations } from './allocation-budget.ts';
import { attachmentsOfPdf, type PdfAttachment, type PdfFailure } from './pdf-attachment.ts';

/** `no_xml` is a PDF without an invoice in it: what its pages say has to be read. */
export type EInvoiceFileFailure = EInvoiceFailure | PdfFailure | 'no_xml';

/** A file that came in, as the e-invoice that it is or carries. */
export type EInvoiceFile =
  | (Extract<EInvoiceReading, { ok: true }> & {
      readonly container: 'xml' | 'pdf';
      /** The XML as it came. */
      readonly xml: Uint8Array;
      /** What the XML is called within the PDF; null where it is the file itself. */
      readonly xmlName: string | null;
      /** Other files within the PDF; those within the XML stand in the invoice (BG-24). */
      readonly attachments: readonly PdfAttachment[];
    })
  | {
      readonly ok: false;
      readonly reason: EInvoiceFileFailure;
      /** For the log, in English. */
      readonly detail: string;
    };

/** The largest file with its attachments takes a part of that; arrays that grow are counted each time. */
const mostBytes = 600_000_000;

/** Readers of PDFs look for the signature that far; mail programs put lines before it. */
const furthestSignature = 1024;

/**
 * The e-invoice in a file, be it XML or a PDF that carries one (REC-11). What cannot be read is answered, never thrown.
 * It takes time and memory: for a thread of its own.
 */
export async function eInvoiceOfFile(bytes: Uint8Array): Promise<EInvoiceFile> {
  if (!isPdf(bytes)) {
    const reading = readEInvoice(bytes);
    return reading.ok
      ? { ...reading, container: 'xml', xml: bytes, xmlName: null, attachments: [] }
      : reading;
  }
  const unpacked = await attachmentsOfPdf(bytes);
  if (!unpacked.ok) return unpacked;
  const { invoice: xml, others } = unpacked;
  if (!xml) return { ok: false, reason: 'no_xml', detail: 'no XML is attached to the PDF' };
  const reading = readEInvoice(xml.content);
  return reading.ok
    ? { ...reading, container: 'pdf', xml: xml.content, xmlName: xml.name, attachments: others }
    : reading;
}

/** As `eInvoiceOfFile`, with as much memory as a document takes; what wants more is too large (API-44). */
export async function boundedEInvoiceOfFile(bytes: Uint8Array): Promise<EInvoiceFile> {
  const budget = limitAllocations(mostBytes);
  try {
    const file = await eInvoiceOfFile(bytes);
    return budget.isExceeded()
      ? { ok: false, reason: 'too_large', detail: 'it unpacks to more than a document has' }
      : file;
  } finally {
    budget.end();
  }
}

function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, furthestSignature)).includes('%PDF-');
}
