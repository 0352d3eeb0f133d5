import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import type { ContractReading } from '../contract-reading.ts';
import { differencesBetween } from '../differences.ts';
import { readingOfEInvoice } from '../einvoice/reading-of-e-invoice.ts';
import type { Corrections, KeptHint, Lesson } from '../hint.ts';
import {
  type DocumentReading,
  type KnownParties,
  NotReadable,
  type Reading,
  type ReadingFailure,
  type ReportedWarning,
} from '../reading.ts';
import { bare, printedOn } from '../text/printed.ts';
import { readText } from '../text/read-text.ts';
import { readingOfPages } from '../text/reading-of-pages.ts';
import { type CarriedFiles, carriedFiles, keptFiles } from './carried-files.ts';
import { boundedEInvoiceOfFile, type EInvoiceFile, type EInvoiceFileFailure } from './e-invoice-file.ts';
import type { PdfAttachment } from './pdf-attachment.ts';
import { filesOfPortfolio } from './portfolio.ts';
import { lessonOfPages, readContractPages, readPages, textPagesOf } from './read-file.ts';
import { signsOf } from './signs.ts';

/** E-invoice failures that end the reading; after others the pages are read. */
const endings: Readonly<Partial<Record<EInvoiceFileFailure, ReadingFailure>>> = {
  encrypted: 'encrypted',
  too_large: 'too_large',
  too_slow: 'too_slow',
};

/** Time limit for comparing the pages with the XML, which takes precedence. */
const maxMsForPages = 30_000;

/**
 * Reads a document of any kind: an e-invoice exactly, others by their pages; a PDF with a broken XML falls back to
 * its pages with a warning (REC-03, REC-11, REC-16). Throws `NotReadable`. Time and memory are bounded; it needs its
 * own thread.
 */
export async function readDocument(bytes: Uint8Array, known: KnownParties): Promise<DocumentReading> {
  const file = await boundedEInvoiceOfFile(bytes);
  if (file.ok) return await exactReading(file, bytes, known);
  const ending = endings[file.reason];
  if (ending) throw new NotReadable(ending);
  if (isXml(bytes)) throw new NotReadable(file.reason === 'not_an_invoice' ? 'not_an_invoice' : 'damaged');
  const inside = await readInside(bytes, known);
  if (inside !== null) return inside;
  const read = await readPages(bytes, textParties(known));
  if (read.kind === 'unread') throw new NotReadable(read.failure);
  const reading = readingOfPages(read);
  return file.hasBrokenXml ? warned(reading, 'xml_unreadable') : reading;
}

async function exactReading(
  file: Extract<EInvoiceFile, { ok: true }>,
  bytes: Uint8Array,
  known: KnownParties,
): Promise<DocumentReading> {
  const isPdf = file.container === 'pdf';
  const others = isPdf ? await furtherInvoices(await filesOfPortfolio(bytes), file.invoice.number) : [];
  const told: readonly (ReportedWarning | false)[] = [
    file.hasBrokenXml && 'other_xml_unreadable',
    file.hasOtherInvoice && 'further_xml_invoices',
    others.length > 0 && 'further_invoices',
  ];
  const xml = warned(readingOfEInvoice(file), ...told.filter((warning) => warning !== false));
  const reading = isPdf ? await withDifferences(xml, bytes, known) : xml;
  return withFiles(reading, carriedFiles(file, others));
}

/** The limit of PDF files in a portfolio that are searched for the invoice, and of those looked at for others. */
const maxLookedInto = 5;
const maxFurther = 20;

/**
 * The reading of the first invoice in a portfolio, whose files become documents (REC-14); null for other files and
 * for a portfolio without an invoice. Other invoices are marked, so that people decide about them. Values have no
 * place, because the page of the portfolio is its cover sheet.
 */
async function readInside(bytes: Uint8Array, known: KnownParties): Promise<DocumentReading | null> {
  const files = await filesOfPortfolio(bytes);
  const pdfs = files.filter(({ content }) => startOfPdf(content) >= 0).slice(0, maxLookedInto);
  for (const file of pdfs) {
    const found = await invoiceWithin(file.content, known);
    if (found === null) continue;
    const number = found.fields.invoiceNumber?.value ?? null;
    const others = await furtherInvoices(files.slice(files.indexOf(file) + 1), number);
    const told: readonly ReportedWarning[] = others.length > 0 ? ['further_invoices'] : [];
    const reading = warned(withoutPlaces(found), 'from_portfolio', ...told);
    return withFiles(reading, keptFiles(files, others));
  }
  return null;
}

/** The reading of an invoice; null for another document. */
async function invoiceWithin(bytes: Uint8Array, known: KnownParties): Promise<Reading | null> {
  const file = await boundedEInvoiceOfFile(bytes);
  if (file.ok) return readingOfEInvoice(file);
  const read = await readPages(bytes, textParties(known));
  if (read.kind === 'unread') return null;
  const reading = readingOfPages(read);
  return reading.documentKind === 'invoice' ? reading : null;
}

/**
 * The contents of PDF files that are or may be other invoices than the one of a number, as scans may be, by a look
 * without recognising pages.
 */
async function furtherInvoices(
  files: readonly PdfAttachment[],
  number: string | null,
): Promise<readonly Uint8Array[]> {
  const pdfs = files.map(({ content }) => content).filter((content) => startOfPdf(content) >= 0);
  const signs = await signsOf(pdfs.slice(0, maxFurther));
  return pdfs.filter((_, place) => {
    const { sign = 'unread', number: own = null } = signs[place] ?? {};
    return sign !== 'other' && (own === null || number === null || bare(own) !== bare(number));
  });
}

/** The same reading without places, and without the parts of the file. */
function withoutPlaces(reading: Reading): Reading {
  const { parts: _, ...rest } = reading;
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === 'page' || key === 'box' ? null : value,
  ) as Reading;
}

function withFiles(reading: Reading, { files, isPartOnly }: CarriedFiles): DocumentReading {
  return { ...(isPartOnly ? warned(reading, 'files_left_in_original') : reading), files };
}

function warned(reading: Reading, ...warnings: readonly ReportedWarning[]): Reading {
  return { ...reading, warnings: [...reading.warnings, ...warnings] };
}

/** Adds the differences between an e-invoice and its pages (REC-11). */
async function withDifferences(xml: Reading, bytes: Uint8Array, known: KnownParties): Promise<Reading> {
  const pages = await textPagesOf(bytes, AbortSignal.timeout(maxMsForPages));
  if (pages === null) return xml;
  const shown = readingOfPages(readText(pages, { own: known.own.map(ownCompany) }));
  return { ...xml, pages: pages.length, differences: differencesBetween(xml, shown, printedOn(pages)) };
}

/**
 * Learns from the pages of a corrected document where the sender prints the corrected fields. It takes as long as
 * reading them.
 */
export async function learnFromDocument(
  bytes: Uint8Array,
  known: KnownParties,
  corrections: Corrections,
  kept: readonly KeptHint[],
): Promise<Lesson> {
  return await lessonOfPages(bytes, textParties({ own: known.own }), corrections, kept);
}

/** Reads the pages of a contract. Throws `NotReadable`; it needs its own thread, as reading an invoice does. */
export async function readContractDocument(bytes: Uint8Array, known: KnownParties): Promise<ContractReading> {
  const read = await readContractPages(bytes, known);
  if (read.kind === 'unread') throw new NotReadable(read.failure);
  return read.contract;
}

/** Whether the file is XML text. */
function isXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start);
}

function textParties({ own, taught = [] }: KnownParties) {
  return { own: own.map(ownCompany), taught };
}

function ownCompany({ name, billingName = null, vatId }: KnownParties['own'][number]) {
  return {
    names: billingName === null ? [name] : [name, billingName],
    vatIds: vatId === null ? [] : [vatId],
    ibans: [],
  };
}
