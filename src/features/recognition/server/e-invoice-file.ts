import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import { type EInvoiceFailure, type EInvoiceReading, readEInvoice } from '../einvoice/read-einvoice.ts';
import { limitAllocations } from './allocation-budget.ts';
import {
  attachmentsOfPdf,
  isInvoiceName,
  type PdfAttachment,
  type PdfAttachments,
  type PdfFailure,
} from './pdf-attachment.ts';

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
      /** Whether the PDF carries another XML that should be an invoice and cannot be read. */
      readonly hasBrokenXml: boolean;
    })
  | {
      readonly ok: false;
      readonly reason: EInvoiceFileFailure;
      /** For the log, in English. */
      readonly detail: string;
      /** Whether a PDF carries an XML that should be an invoice and cannot be read. */
      readonly hasBrokenXml: boolean;
    };

/** XML files of a PDF that are tried as its invoice; a PDF with more is a folder. */
const mostTried = 10;

/** The largest file with its attachments takes a part of that; arrays that grow are counted each time. */
const mostBytes = 600_000_000;

/**
 * The e-invoice in a file, be it XML or a PDF that carries one (REC-11); of several XML files in a PDF the first that is
 * an invoice (REC-16). What cannot be read is answered, never thrown. It takes time and memory: for a thread of its own.
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
  for (const candidate of candidates.slice(0, mostTried)) {
    const { name: xmlName, content: xml } = candidate;
    const reading = readEInvoice(xml);
    if (reading.ok) {
      const others = attachments.filter((each) => each !== candidate);
      return { ...reading, container: 'pdf', xml, xmlName, attachments: others, hasBrokenXml };
    }
    failure ??= reading;
    // Data of another kind may be attached; a name of the standards promises an invoice.
    hasBrokenXml ||= reading.reason !== 'not_an_invoice' || isInvoiceName(xmlName);
  }
  if (failure !== null) return { ...failure, hasBrokenXml };
  return { ok: false, reason: 'no_xml', detail: 'no XML is attached to the PDF', hasBrokenXml };
}

/** As `eInvoiceOfFile`, with as much memory as a document takes; what wants more is too large (API-44). */
export async function boundedEInvoiceOfFile(bytes: Uint8Array): Promise<EInvoiceFile> {
  const budget = limitAllocations(mostBytes);
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
