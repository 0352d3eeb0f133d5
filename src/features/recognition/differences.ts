import { isAmount } from '../../base/money.ts';
import { type ComparedField, comparedFields, type ReadDifference, type Reading } from './reading.ts';
import { bare, type Printed, unsigned } from './text/printed.ts';

/** Normalises a value for comparison, and checks whether it is printed anywhere on the pages. */
interface Comparison {
  readonly normal: (value: string) => string;
  readonly isPrinted: (normal: string, printed: Printed) => boolean;
}

/** A shorter text occurs inside others by chance. */
const leastWithin = 6;

const text: Comparison = {
  normal: bare,
  isPrinted: (value, { texts }) =>
    texts.some((one) => one === value || (value.length >= leastWithin && one.includes(value))),
};
const day: Comparison = { normal: (value) => value, isPrinted: (value, { days }) => days.has(value) };
const amount: Comparison = {
  normal: (value) => (isAmount(value) ? unsigned(value) : value),
  isPrinted: (value, { amounts }) => amounts.has(value),
};

const comparisons: Readonly<Record<ComparedField, Comparison>> = {
  invoiceNumber: text,
  invoiceDate: day,
  dueDate: day,
  totalNet: amount,
  totalTax: amount,
  totalGross: amount,
  sellerIban: text,
  sellerVatId: text,
};

/**
 * Differences between the pages of a PDF and its XML, which takes precedence (REC-11). To avoid questions about
 * misread pages, a difference needs a sure value on the pages, and the value of the XML must not be printed anywhere
 * on them. An account differs only when the XML does not contain it at all.
 */
export function differencesBetween(
  xml: Reading,
  pages: Reading,
  printed: Printed,
): readonly ReadDifference[] {
  return comparedFields.flatMap((field) => {
    const stated = xml.fields[field];
    const shown = pages.fields[field];
    if (!stated || !shown?.sure) return [];
    const { normal, isPrinted } = comparisons[field];
    const known = (field === 'sellerIban' ? xml.allIbans : [stated]).map(({ value }) => normal(value));
    const isShown = known.some((value) => value === normal(shown.value) || isPrinted(value, printed));
    return isShown ? [] : [{ field, xml: stated.value, page: shown }];
  });
}
