import type { PageWords } from '../words.ts';
import type { InvoicePart, PageReading } from './page-reading.ts';

/** More pages are hardly single invoices, and each is read once more. */
const maxPages = 50;

/**
 * The invoices in one file, if there are several (REC-14): each begins on a page with a title, a number of its own and
 * a date, and has a total. Empty for a single invoice, whose further pages repeat its number or have none.
 */
export function invoiceParts(
  pages: readonly PageWords[],
  read: (pages: readonly PageWords[]) => PageReading,
): readonly InvoicePart[] {
  if (pages.length < 2 || pages.length > maxPages) return [];
  const parts: InvoicePart[] = [];
  for (const page of pages) {
    // A title counts only on the first page of a document.
    const number = numberOf(read([{ ...page, page: 1 }]));
    if (number !== null && parts.every((part) => part.number !== number))
      parts.push({ page: page.page, number });
  }
  const hasFirst = parts[0]?.page === pages[0]?.page;
  if (parts.length < 2 || !hasFirst) return [];
  const areWhole = parts.every(
    (_, place) => read(pagesOfPart(pages, parts, place)).fields.totalGross !== null,
  );
  return areWhole ? parts : [];
}

/** The pages of one of the parts. */
function pagesOfPart(
  pages: readonly PageWords[],
  parts: readonly InvoicePart[],
  place: number,
): readonly PageWords[] {
  const from = parts[place]?.page ?? 1;
  const next = parts[place + 1]?.page ?? Number.POSITIVE_INFINITY;
  return pages.filter(({ page }) => page >= from && page < next);
}

/** The number of the invoice that begins on a page; of a picture only a certain one. */
function numberOf({ kind, documentKind, fields }: PageReading): string | null {
  const { invoiceNumber, invoiceDate } = fields;
  const isInvoice = documentKind === 'invoice' || documentKind === 'credit_note';
  if (!isInvoice || invoiceNumber === null || invoiceDate === null) return null;
  return kind === 'ocr' && !invoiceNumber.sure ? null : invoiceNumber.value;
}
