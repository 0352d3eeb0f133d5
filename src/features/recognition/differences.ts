import { isAmount } from '../../base/money.ts';
import { type ComparedField, comparedFields, type ReadDifference, type Reading } from './reading.ts';
import { bare, type Printed, unsigned } from './text/printed.ts';

/** What makes two ways of writing a value one, and whether a value stands on the pages wherever. */
interface Comparison {
  readonly normal: (value: string) => string;
  readonly isPrinted: (normal: string, printed: Printed) => boolean;
}

/** A shorter text stands within others by chance. */
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
 * What the pages of a PDF say otherwise than its XML, which leads (REC-11). Told is only what was read of the pages without
 * doubt where what the XML states stands nowhere on them, so that nobody is asked about a misread page. An account is another
 * one only where the XML names it nowhere.
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
