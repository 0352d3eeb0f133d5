import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import type { DocumentSigns } from '../document-signs.ts';
import { readingOfEInvoice } from '../einvoice/reading-of-e-invoice.ts';
import { isReminder } from '../reminder.ts';
import { bare, printedOn } from '../text/printed.ts';
import { readText } from '../text/read-text.ts';
import { boundedEInvoiceOfFile } from './e-invoice-file.ts';
import { isPortfolio } from './portfolio.ts';
import { textPagesOf } from './read-file.ts';

/** Time limit per file; afterwards its kind is unknown. */
const maxMsForFile = 5_000;
/** Shorter numbers appear in other texts by chance. */
const shortestNamed = 4;

interface Look extends Omit<DocumentSigns, 'names'> {
  /** Letters and digits of the text on its pages. */
  readonly texts: readonly string[];
}

/** The kinds of the files of one delivery, from data and text layers without OCR (MBX-02). */
export async function signsOf(files: readonly Uint8Array[]): Promise<readonly DocumentSigns[]> {
  const looks: Look[] = [];
  for (const file of files) looks.push(await lookAt(file));
  return looks.map(({ texts, ...look }) => ({
    ...look,
    names: looks.flatMap((other, place) =>
      other.number !== null && isPrinted(bare(other.number), look, texts) ? [place] : [],
    ),
  }));
}

/** A failing file does not block the others: it counts as unread, and its later reading decides. */
async function lookAt(file: Uint8Array): Promise<Look> {
  return await lookInto(file).catch(() => ({
    sign: 'unread',
    isEInvoice: false,
    isReminder: false,
    number: null,
    texts: [],
  }));
}

async function lookInto(file: Uint8Array): Promise<Look> {
  const data = await boundedEInvoiceOfFile(file);
  const isPdf = startOfPdf(file) >= 0;
  const pages = isPdf ? await textPagesOf(file, AbortSignal.timeout(maxMsForFile)) : null;
  const texts = pages === null ? [] : printedOn(pages).texts;
  if (data.ok) {
    const number = readingOfEInvoice(data).fields.invoiceNumber?.value ?? null;
    return { sign: 'invoice', isEInvoice: true, isReminder: false, number, texts };
  }
  const none = { isEInvoice: false, isReminder: false, number: null, texts };
  if (!isPdf) return { ...none, sign: data.reason === 'not_an_invoice' ? 'other' : 'unread' };
  if (pages === null) return { ...none, sign: 'unread' };
  const reading = readText(pages, {});
  const { documentKind, fields } = reading;
  const isPossible = fields.invoiceNumber !== null && fields.totalGross !== null;
  const isInvoice =
    documentKind === 'invoice' ||
    documentKind === 'credit_note' ||
    (documentKind === 'unknown' && isPossible);
  // The page of a portfolio is a cover sheet.
  if (!isInvoice && (await isPortfolio(file))) return { ...none, sign: 'unread' };
  const sign = isInvoice ? 'invoice' : 'other';
  return { ...none, sign, isReminder: isReminder(reading), number: fields.invoiceNumber?.value ?? null };
}

function isPrinted(number: string, { number: own }: Pick<Look, 'number'>, texts: readonly string[]): boolean {
  if (own !== null && bare(own) === number) return true;
  return number.length >= shortestNamed && texts.some((text) => text.includes(number));
}
