import type { PageWords } from '../words.ts';
import { bothLooks } from './both-looks.ts';
import type { Found, KnownParties, PageFields, PageLine, PageReading } from './page-reading.ts';
import { readText } from './read-text.ts';

/** Combines the readings of all OCR passes, and of their words together. */
export function readLooks(looks: readonly (readonly PageWords[])[], known: KnownParties): PageReading {
  const [first = [], second] = looks;
  const all = second ? [first, second, mergedLooks(first, second)] : [first];
  return all.map((words) => readText(words, known)).reduce(together);
}

function mergedLooks(first: readonly PageWords[], second: readonly PageWords[]): PageWords[] {
  return first.map((page, place) => bothLooks(page, second[place] ?? page));
}

/** Whether an OCR result has gaps that a second OCR pass may close. */
export function needsSecondLook({ kind, documentKind, fields, warnings }: PageReading): boolean {
  if (kind !== 'ocr') return false;
  const isInvoice =
    documentKind === 'invoice' || documentKind === 'credit_note' || documentKind === 'unknown';
  const isOpen =
    !fields.totalGross?.sure ||
    fields.invoiceNumber === null ||
    fields.invoiceDate === null ||
    warnings.includes('lines_do_not_add_up') ||
    warnings.includes('iban_invalid') ||
    warnings.includes('vat_id_invalid');
  return isInvoice && isOpen;
}

/** The place of a recognised number that a second look at its row may confirm; null when it needs none. */
export function unclearNumber({ kind, fields }: PageReading): Found<string> | null {
  const { invoiceNumber: number } = fields;
  return kind === 'ocr' && number !== null && !number.sure ? number : null;
}

/**
 * Merges two OCR passes of the same document. Sure values win over unsure ones, valid ones over wrong check digits,
 * and the first pass over the second.
 */
function together(first: PageReading, second: PageReading): PageReading {
  const areLinesBetter = first.lines.length === 0 || readLines(second) > readLines(first);
  const better = sureCount(second) > sureCount(first) ? second : first;
  const { fields } = first;
  const other = second.fields;
  const pick = <Name extends SingleField>(name: Name): PageFields[Name] =>
    preferred<PageFields[Name]>(fields[name], other[name]);
  // Totals belong together: never mix those of two passes.
  const totals =
    other.totalGross?.sure && !fields.totalGross?.sure ? other : fields.totalGross ? fields : other;
  return {
    ...better,
    fields: {
      ...better.fields,
      ...Object.fromEntries(singleFields.map((name) => [name, pick(name)])),
      totalNet: totals.totalNet,
      totalTax: totals.totalTax,
      totalGross: totals.totalGross,
      duePayable: totals.duePayable,
      taxBreakdown: totals.taxBreakdown,
      allIbans:
        other.sellerIban !== null && pick('sellerIban') === other.sellerIban
          ? other.allIbans
          : fields.allIbans,
    },
    lines: areLinesBetter ? second.lines : first.lines,
  };
}

const singleFields = [
  'invoiceNumber',
  'documentTypeCode',
  'invoiceDate',
  'dueDate',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'currency',
  'sellerName',
  'sellerVatId',
  'sellerTaxNumber',
  'sellerIban',
  'sellerBic',
  'buyerName',
  'buyerVatId',
  'orderReference',
  'buyerReference',
  'paymentTermsText',
] as const satisfies readonly (keyof PageFields)[];
type SingleField = (typeof singleFields)[number];

function preferred<Value extends Found<string> | null>(first: Value, second: Value): Value {
  if (!first || !second) return first ?? second;
  if (first.value !== second.value && first.sure && second.sure) return { ...first, sure: false };
  if (first.sure !== second.sure) return first.sure ? first : second;
  return first.isInvalid && !second.isInvalid ? second : first;
}

function sureCount({ fields }: PageReading): number {
  return singleFields.filter((name) => fields[name]?.sure).length + (fields.totalGross?.sure ? 3 : 0);
}

/** How well the lines were read: sure ones count most, then whole ones. */
function readLines({ lines }: PageReading): number {
  const isWhole = ({ quantity, unitNetPrice, lineNet }: PageLine) => quantity && unitNetPrice && lineNet;
  return lines.filter(({ lineNet }) => lineNet?.sure).length * 1000 + lines.filter(isWhole).length;
}
