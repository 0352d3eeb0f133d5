import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import type { Invoice } from '../einvoice/model.ts';
import { type EInvoiceFailure, type EInvoiceReading, readEInvoice } from '../einvoice/read-einvoice.ts';
import { limitAllocations } from './allocation-budget.ts';
import {
  attachmentsOfPdf,
  isInvoiceName,
  type PdfAttachment,
  type PdfAttachments,
  type PdfFailure,
} from './pdf-attachment.ts';

/** `no_xml`: a PDF without an embedded invoice; its pages have to be read. */
export type EInvoiceFileFailure = EInvoiceFailure | PdfFailure | 'no_xml';

/** A received file as the e-invoice that it is or contains. */
export type EInvoiceFile =
  | (Extract<EInvoiceReading, { ok: true }> & {
      readonly container: 'xml' | 'pdf';
      /** The unchanged XML. */
      readonly xml: Uint8Array;
      /** Name of the XML within the PDF; null if it is the file itself. */
      readonly xmlName: string | null;
      /** Other files within the PDF; those within the XML are in the invoice (BG-24). */
      readonly attachments: readonly PdfAttachment[];
      /** Whether the PDF contains another XML that should be an invoice but is unreadable. */
      readonly hasBrokenXml: boolean;
      /** Whether the PDF contains another XML that is an invoice of another number. */
      readonly hasOtherInvoice: boolean;
    })
  | {
      readonly ok: false;
      readonly reason: EInvoiceFileFailure;
      /** For the log, in English. */
      readonly detail: string;
      /** Whether a PDF contains an XML that should be an invoice but is unreadable. */
      readonly hasBrokenXml: boolean;
    };

/** Maximum number of XML files of a PDF that are tried as its invoice. */
const maxTried = 10;

/** Allocation limit. The largest file with attachments needs only a part; arrays that grow count each time. */
const maxBytes = 600_000_000;

/**
 * The e-invoice in a file: an XML, or a PDF that contains one (REC-11); of several XML files in a PDF, the first that
 * is an invoice (REC-16). Failures are returned, never thrown. It takes time and memory, so it needs its own thread.
 */
export async function eInvoiceOfFile(bytes: Uint8Array): Promise<EInvoiceFile> {
  if (startOfPdf(bytes) < 0) {
    const reading = readEInvoice(bytes);
    const alone = {
      container: 'xml',
      xml: bytes,
      xmlName: null,
      attachments: [],
      hasBrokenXml: false,
      hasOtherInvoice: false,
    } as const;
    return reading.ok ? { ...reading, ...alone } : { ...reading, hasBrokenXml: false };
  }
  const unpacked = await attachmentsOfPdf(bytes);
  if (!unpacked.ok) return { ...unpacked, hasBrokenXml: false };
  return firstInvoice(unpacked);
}

type Unpacked = Extract<PdfAttachments, { ok: true }>;

function firstInvoice({ attachments, candidates }: Unpacked): EInvoiceFile {
  let failure: Extract<EInvoiceReading, { ok: false }> | null = null;
  let hasBrokenXml = false;
  const tried = candidates.slice(0, maxTried);
  for (const [place, candidate] of tried.entries()) {
    const { name: xmlName, content: xml } = candidate;
    const reading = readEInvoice(xml);
    if (reading.ok) {
      const others = attachments.filter((each) => each !== candidate);
      const hasOtherInvoice = tried.slice(place + 1).some((each) => isOther(each, reading.invoice));
      const found = {
        container: 'pdf',
        xml,
        xmlName,
        attachments: others,
        hasBrokenXml,
        hasOtherInvoice,
      } as const;
      return { ...reading, ...found };
    }
    failure ??= reading;
    // Other data may be attached; only a standard name promises an invoice.
    hasBrokenXml ||= reading.reason !== 'not_an_invoice' || isInvoiceName(xmlName);
  }
  if (failure !== null) return { ...failure, hasBrokenXml };
  return { ok: false, reason: 'no_xml', detail: 'no XML is attached to the PDF', hasBrokenXml };
}

function isOther({ content }: PdfAttachment, { number }: Invoice): boolean {
  const reading = readEInvoice(content);
  return reading.ok && reading.invoice.number !== number;
}

/** Like `eInvoiceOfFile`, with limited memory; a file that needs more is too large (API-44). */
export async function boundedEInvoiceOfFile(bytes: Uint8Array): Promise<EInvoiceFile> {
  const budget = limitAllocations(maxBytes);
  try {
    const file = await eInvoiceOfFile(bytes);
    return budget.isExceeded()
      ? {
          ok: false,
          reason: 'too_large',
          detail: 'it unpacks to more than a document has',
          hasBrokenXml: false,
        }
      : file;
  } finally {
    budget.end();
  }
}
