import type { Amount } from '../../../../base/money.ts';
import { dayOfTerm } from '../../../recognition/payment-term.ts';
import type { AmountField, Reading, ReadValue, TextField } from '../../../recognition/reading.ts';

type ReadName = TextField | AmountField;

/** The format of a read value. */
export type ReadSort = 'text' | 'day' | 'amount';

/** All values read once per document, in reading order. */
export const readNames = [
  'sellerName',
  'sellerVatId',
  'sellerTaxNumber',
  'buyerName',
  'buyerVatId',
  'documentTypeCode',
  'invoiceNumber',
  'invoiceDate',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'dueDate',
  'orderReference',
  'buyerReference',
  'contractReference',
  'precedingInvoice',
  'currency',
  'totalNet',
  'totalTax',
  'totalGross',
  'prepaid',
  'rounding',
  'duePayable',
  'sellerIban',
  'sellerBic',
  'paymentTermsText',
] as const satisfies readonly ReadName[];

const days: ReadonlySet<ReadName> = new Set<ReadName>([
  'invoiceDate',
  'dueDate',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
]);
const amounts: ReadonlySet<ReadName> = new Set<ReadName>([
  'totalNet',
  'totalTax',
  'totalGross',
  'prepaid',
  'rounding',
  'duePayable',
]);

/** The format of the value with this name. */
export function readSort(name: ReadName): ReadSort {
  if (days.has(name)) return 'day';
  return amounts.has(name) ? 'amount' : 'text';
}

/** The form columns filled from the reading. */
export const filledColumns = [
  'supplier_id',
  'number_printed',
  'invoice_date',
  'delivery_date',
  'due_date',
  'service_from',
  'service_to',
  'total_brutto',
  'tax',
  'currency',
  'vat_number',
  'iban',
  'bic',
  'prepaid_amount',
  'rounding_amount',
] as const;
export type FilledColumn = (typeof filledColumns)[number];

const sources: Readonly<
  Record<FilledColumn, (reading: Reading) => ReadValue | ReadValue<Amount> | null | undefined>
> = {
  supplier_id: ({ fields }) => fields.sellerName,
  number_printed: ({ fields }) => fields.invoiceNumber,
  invoice_date: ({ fields }) => fields.invoiceDate,
  delivery_date: ({ fields }) => fields.deliveryDate,
  due_date: readDueDay,
  service_from: ({ fields }) => fields.billingPeriodStart,
  service_to: ({ fields }) => fields.billingPeriodEnd,
  total_brutto: ({ fields }) => fields.totalGross,
  tax: ({ taxRows }) => taxRows[0]?.ratePercent,
  currency: ({ fields }) => fields.currency,
  vat_number: ({ fields }) => fields.sellerVatId,
  iban: ({ fields }) => fields.sellerIban,
  bic: ({ fields }) => fields.sellerBic,
  prepaid_amount: ({ fields }) => fields.prepaid,
  rounding_amount: ({ fields }) => fields.rounding,
};

/** The printed due date, else the one computed from the terms, with their position (INV-27). */
function readDueDay({ fields, dueTerm }: Reading): ReadValue | null {
  if (fields.dueDate !== null || !dueTerm) return fields.dueDate;
  const starts = {
    invoiceDate: fields.invoiceDate?.value ?? null,
    deliveryDate: fields.deliveryDate?.value ?? null,
  };
  const day = dayOfTerm(dueTerm.value, starts);
  return day === null ? null : { ...dueTerm, value: day };
}

/** The read value for a form column; null if nothing was read or the column is never read. */
export function readFor(reading: Reading | null, column: string | null): ReadValue | null {
  const known = filledColumns.find((one) => one === column);
  return (reading && known && sources[known](reading)) ?? null;
}

/** The form column for a read value. */
export function columnOf(name: ReadName): FilledColumn | null {
  const columns: Partial<Record<ReadName, FilledColumn>> = {
    sellerName: 'supplier_id',
    invoiceNumber: 'number_printed',
    invoiceDate: 'invoice_date',
    deliveryDate: 'delivery_date',
    dueDate: 'due_date',
    billingPeriodStart: 'service_from',
    billingPeriodEnd: 'service_to',
    totalGross: 'total_brutto',
    currency: 'currency',
    sellerVatId: 'vat_number',
    sellerIban: 'iban',
    sellerBic: 'bic',
    prepaid: 'prepaid_amount',
    rounding: 'rounding_amount',
  };
  return columns[name] ?? null;
}

/** The columns with values that nothing else confirms (REC-05). */
export function unsureColumns(reading: Reading | null): ReadonlySet<FilledColumn> {
  return new Set(filledColumns.filter((column) => readFor(reading, column)?.sure === false));
}

/** A read value with a known position. */
export type PlacedValue = ReadValue & Required<{ [Name in 'page' | 'box']: NonNullable<ReadValue[Name]> }>;

/** Whether the position of the value is known. */
export function isPlaced(value: ReadValue | null): value is PlacedValue {
  return value !== null && value.page !== null && value.box !== null;
}

/** All values of a reading with a position. */
export function placedValues(reading: Reading | null): readonly PlacedValue[] {
  return reading === null ? [] : valuesIn(reading).filter(isPlaced);
}

/** Counts the read values and the unconfirmed ones. */
export function countsOf(reading: Reading): { readonly read: number; readonly unsure: number } {
  const { differences: _, ...own } = reading;
  const values = valuesIn(own);
  return { read: values.length, unsure: values.filter(({ sure }) => !sure).length };
}

function valuesIn(part: unknown): readonly ReadValue[] {
  if (typeof part !== 'object' || part === null) return [];
  return isReadValue(part) ? [part] : Object.values(part).flatMap(valuesIn);
}

function isReadValue(part: object): part is ReadValue {
  return 'value' in part && 'sure' in part && 'box' in part;
}

/** The value at a point of a page, in fractions of the page; the smallest if several overlap. */
export function valueAt(
  values: readonly PlacedValue[],
  { page, x, y }: { readonly page: number; readonly x: number; readonly y: number },
): PlacedValue | null {
  const under = values.filter(
    ({ page: own, box: [left, top, right, bottom] }) =>
      own === page && x >= left && x <= right && y >= top && y <= bottom,
  );
  return under.toSorted((one, other) => areaOf(one) - areaOf(other))[0] ?? null;
}

function areaOf({ box: [left, top, right, bottom] }: PlacedValue): number {
  return (right - left) * (bottom - top);
}
