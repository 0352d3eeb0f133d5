/** Compares readings of documents with their known values, for the report and for the corpus test. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { normalIban } from '../src/base/iban.ts';
import { normalVatNumber } from '../src/base/vat-number.ts';
import type {
  Found,
  PageFields,
  PageLine,
  PageReading,
} from '../src/features/recognition/text/page-reading.ts';
import { legalForm } from '../src/features/recognition/text/seller-name.ts';

/** The known values of a document, limited to the measured fields. */
export interface Truth {
  readonly [field: string]: unknown;
  readonly sellerName: string | null;
  readonly allIbans?: readonly string[];
  readonly lineItems?: readonly TruthLine[];
  readonly visibleInPdfText?: Readonly<Record<string, unknown>>;
}

interface TruthLine {
  readonly lineStatusReason?: string | null;
  readonly quantity: number | null;
  readonly unitNetPrice?: number | null;
  readonly priceBaseQuantity?: number | null;
  readonly taxPercent: number | null;
}

export type Half = 'dev' | 'other';

export interface KnownDocument {
  readonly name: string;
  readonly file: string;
  readonly truth: Truth;
  readonly half: Half;
}

export const judgedFields = [
  'invoiceNumber',
  'documentTypeCode',
  'invoiceDate',
  'dueDate',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'currency',
  'totalNet',
  'totalTax',
  'totalGross',
  'sellerName',
  'sellerVatId',
  'sellerTaxNumber',
  'sellerIban',
  'sellerBic',
  'buyerName',
  'orderReference',
] as const;
export type JudgedField = (typeof judgedFields)[number];

/** The values that every accountant compares; each one marked unsure costs a look. */
export const mainFields: readonly JudgedField[] = [
  'invoiceNumber',
  'invoiceDate',
  'dueDate',
  'currency',
  'totalNet',
  'totalTax',
  'totalGross',
  'sellerVatId',
  'sellerIban',
];

/** The result of one field of one document. */
export interface Verdict {
  readonly field: JudgedField;
  readonly expected: string;
  readonly read: string | null;
  readonly isExact: boolean;
  readonly isSure: boolean;
}

/** All documents in these folders, including subfolders, that have a file of known values. */
export function knownDocuments(folders: readonly string[]): KnownDocument[] {
  return folders
    .flatMap((folder) => globSync('**/*.truth.json', { cwd: folder }).map((path) => join(folder, path)))
    .toSorted()
    .flatMap((path) => {
      const file = ['.pdf', '.png', '.jpg', '.jpeg']
        .map((ending) => path.replace(/\.truth\.json$/, ending))
        .find(existsSync);
      if (file === undefined) return [];
      const truth = JSON.parse(readFileSync(path, 'utf8')) as Truth;
      return [{ name: basename(file), file, truth, half: halfOf(truth.sellerName) }];
    });
}

/** All documents of one issuer are in one half: rules developed on one half are measured on the other. */
export function halfOf(sellerName: string | null): Half {
  const [first = 0] = createHash('sha256').update(String(sellerName)).digest();
  return first % 2 === 1 ? 'dev' : 'other';
}

/** Judges the known fields that are printed on the page. */
export function judge(truth: Truth, reading: PageReading | null): Verdict[] {
  return judgedFields.flatMap((field) => {
    const known = truth[field];
    if (known === null || known === undefined || !isPrinted(truth, field)) return [];
    if (field === 'dueDate' && isOfDiscount(truth)) return [];
    const found = reading?.fields[field as keyof PageFields] as Found<string> | null | undefined;
    const read = found?.value ?? null;
    const isExact = read !== null && isSame(field, String(known), read, truth);
    return [{ field, expected: String(known), read, isExact, isSure: found?.sure ?? false }];
  });
}

/** Of several terms the truth contains the first, which may be a discount; its text then names no other day. */
function isOfDiscount({ dueDate, paymentTermsText: text }: Truth): boolean {
  if (typeof text !== 'string' || typeof dueDate !== 'string' || !/skonto/i.test(text)) return false;
  const days = new Set(
    [...text.matchAll(/(\d{2})\.(\d{2})\.(\d{4})/g)].map(([, day, month, year]) => `${year}-${month}-${day}`),
  );
  return days.size === 1 && days.has(dueDate);
}

function isPrinted({ visibleInPdfText: visible }: Truth, field: JudgedField): boolean {
  if (!visible) return true;
  // A page with another number shows another invoice than its XML.
  if (visible.invoiceNumber === false) return false;
  return !(field in visible) || visible[field] === true;
}

function isSame(field: JudgedField, known: string, read: string, truth: Truth): boolean {
  switch (field) {
    case 'totalNet':
    case 'totalTax':
    case 'totalGross':
      return Number(known) === Number(read);
    case 'sellerIban':
      return [known, ...(truth.allIbans ?? [])].map(normalIban).includes(normalIban(read));
    case 'sellerVatId':
      return normalVatNumber(known) === normalVatNumber(read);
    case 'sellerBic':
      return known.replace(/XXX$/, '') === read.replace(/XXX$/, '');
    case 'sellerName':
    case 'buyerName':
      // A page may print the legal form that the XML leaves out.
      return plain(known) === plain(read) || plain(known) === plain(read.replace(legalForm, ''));
    case 'sellerTaxNumber':
      return plain(known) === plain(read);
    default:
      return known === read;
  }
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/**
 * The number of known lines, of lines found with the right quantity, price and tax, of certain lines, and of wrong
 * ones among these.
 */
export function judgeLines(
  truth: Truth,
  reading: PageReading | null,
): { readonly known: number; readonly found: number; readonly sureWrong: number; readonly sure: number } {
  const isMeant = truth.visibleInPdfText?.invoiceNumber !== false;
  const priced = (truth.lineItems ?? []).filter(({ unitNetPrice }) => typeof unitNetPrice === 'number');
  const isDetail = ({ lineStatusReason: reason }: TruthLine) => (reason ?? 'DETAIL') === 'DETAIL';
  const lines = priced.filter(isDetail);
  if (!isMeant || lines.length === 0) return { known: 0, found: 0, sure: 0, sureWrong: 0 };
  const left = [...(reading?.lines ?? [])];
  let found = 0;
  for (const line of lines) {
    const place = left.findIndex((read) => isSameLine(line, read));
    if (place < 0) continue;
    left.splice(place, 1);
    found += 1;
  }
  const sure = (reading?.lines ?? []).filter(isSureLine).length;
  // Lines that only explain others are printed like other lines.
  const isKnown = (read: PageLine) => priced.some((line) => !isDetail(line) && isSameLine(line, read));
  const wrong = left.filter((read) => isSureLine(read) && !isKnown(read));
  return { known: lines.length, found, sure, sureWrong: wrong.length };
}

function isSureLine({ quantity, unitNetPrice, taxPercent }: PageLine): boolean {
  return quantity?.sure === true && unitNetPrice?.sure === true && taxPercent?.sure === true;
}

function isSameLine(known: TruthLine, read: PageLine): boolean {
  const number = (found: Found<string> | null) => (found === null ? Number.NaN : Number(found.value));
  const expected = (known.unitNetPrice ?? Number.NaN) / (known.priceBaseQuantity ?? 1);
  const price = number(read.unitNetPrice) / (read.priceBaseQuantity ? number(read.priceBaseQuantity) : 1);
  // The XML states the price after the discount that the page prints beside it, rounded to the cent.
  const discounted = price * (1 - (read.discountPercent ? number(read.discountPercent) : 0) / 100);
  return (
    (known.quantity === null || number(read.quantity) === known.quantity) &&
    (Math.abs(price - expected) < 1e-9 ||
      (price !== discounted && Math.abs(discounted - expected) < 0.0051)) &&
    (known.taxPercent === null || number(read.taxPercent) === known.taxPercent)
  );
}
