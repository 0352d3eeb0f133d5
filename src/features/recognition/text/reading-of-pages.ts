import type { Starts } from '../payment-term.ts';
import { readTier } from '../payment-terms/read-tier.ts';
import type { ReadFields, Reading, ReadLine, ReadSeller, ReadTaxRow, ReadValue } from '../reading.ts';
import type { Found, PageFields, PageLine, PageReading, TaxRow } from './page-reading.ts';

/** Converts the result of reading pages into the common `Reading` (REC-05). */
export function readingOfPages(read: PageReading): Reading {
  const { fields } = read;
  return {
    reading: read.kind,
    // A credit note is an invoice with its own type code.
    documentKind: read.documentKind === 'credit_note' ? 'invoice' : read.documentKind,
    pages: read.pages,
    fields: fieldsOf(fields),
    ...(fields.sellerAddress && { seller: sellerOf(fields.sellerAddress) }),
    taxRows: fields.taxBreakdown.map(taxRowOf),
    adjustments: [],
    discounts: fields.discounts.map((found) =>
      readTier(found.value, startsOf(fields), (value) => placed(found, value)),
    ),
    dueTerm: same(fields.dueTerm),
    lines: read.lines.map(lineOf),
    allIbans: fields.allIbans.map((found) => placed(found, found.value)),
    ...(read.parts && { parts: read.parts }),
    warnings: read.warnings,
  };
}

/** Pages yield no contact data that is known to be the seller's. */
function sellerOf({ address, zipcode, city }: NonNullable<PageFields['sellerAddress']>): ReadSeller {
  const unknown = { country: null, contactPerson: null, phone: null, email: null };
  return { ...unknown, address: same(address), zipcode: same(zipcode), city: same(city) };
}

function startsOf({ invoiceDate, deliveryDate }: PageFields): Starts {
  return { invoiceDate: invoiceDate?.value ?? null, deliveryDate: deliveryDate?.value ?? null };
}

type Place = Pick<Found<unknown>, 'sure' | 'page' | 'box'>;

function placed<Value>({ sure, page, box }: Place, value: Value): ReadValue<Value> {
  return { value, sure, page, box };
}

function same<Value>(found: Found<Value> | null): ReadValue<Value> | null {
  return found && placed(found, found.value);
}

function fieldsOf(fields: PageFields): ReadFields {
  return {
    invoiceNumber: same(fields.invoiceNumber),
    documentTypeCode: same(fields.documentTypeCode),
    invoiceDate: same(fields.invoiceDate),
    dueDate: same(fields.dueDate),
    deliveryDate: same(fields.deliveryDate),
    billingPeriodStart: same(fields.billingPeriodStart),
    billingPeriodEnd: same(fields.billingPeriodEnd),
    currency: same(fields.currency),
    sellerName: same(fields.sellerName),
    sellerVatId: same(fields.sellerVatId),
    sellerTaxNumber: same(fields.sellerTaxNumber),
    sellerIban: same(fields.sellerIban),
    sellerBic: same(fields.sellerBic),
    buyerName: same(fields.buyerName),
    buyerVatId: same(fields.buyerVatId),
    orderReference: same(fields.orderReference),
    buyerReference: same(fields.buyerReference),
    contractReference: null,
    precedingInvoice: null,
    paymentTermsText: same(fields.paymentTermsText),
    totalNet: same(fields.totalNet),
    totalTax: same(fields.totalTax),
    totalGross: same(fields.totalGross),
    prepaid: null,
    rounding: null,
    duePayable: same(fields.duePayable),
  };
}

function taxRowOf(found: Found<TaxRow>): ReadTaxRow {
  const { ratePercent, basis, tax } = found.value;
  return {
    category: null,
    ratePercent: placed(found, ratePercent),
    basis: basis === null ? null : placed(found, basis),
    tax: tax === null ? null : placed(found, tax),
  };
}

function lineOf(line: PageLine): ReadLine {
  return {
    lineId: same(line.lineId),
    parentLineId: null,
    articleNumber: same(line.articleNumber),
    description: same(line.description),
    quantity: same(line.quantity),
    unitCode: same(line.unit),
    unitNetPrice: same(line.unitNetPrice),
    unitGrossPrice: null,
    priceBaseQuantity: same(line.priceBaseQuantity),
    discountPercent: same(line.discountPercent),
    taxPercent: same(line.taxPercent),
    category: null,
    lineNet: same(line.lineNet),
  };
}
