import type { ReadFields, Reading, ReadLine, ReadValue } from '../../src/features/recognition/reading.ts';

/** A certain value without a position. */
export function read<Value>(value: Value): ReadValue<Value> {
  return { value, sure: true, page: null, box: null };
}

export const nothingRead: ReadFields = {
  invoiceNumber: null,
  documentTypeCode: null,
  invoiceDate: null,
  dueDate: null,
  deliveryDate: null,
  billingPeriodStart: null,
  billingPeriodEnd: null,
  currency: null,
  sellerName: null,
  sellerVatId: null,
  sellerTaxNumber: null,
  sellerIban: null,
  sellerBic: null,
  buyerName: null,
  buyerVatId: null,
  orderReference: null,
  buyerReference: null,
  contractReference: null,
  precedingInvoice: null,
  paymentTermsText: null,
  totalNet: null,
  totalTax: null,
  totalGross: null,
  prepaid: null,
  rounding: null,
  duePayable: null,
};

export const noLine: ReadLine = {
  lineId: null,
  parentLineId: null,
  articleNumber: null,
  description: null,
  quantity: null,
  unitCode: null,
  unitNetPrice: null,
  unitGrossPrice: null,
  priceBaseQuantity: null,
  taxPercent: null,
  category: null,
  lineNet: null,
};

/** A reading with only these fields. */
export function emptyReading(fields: Partial<ReadFields> = {}): Reading {
  return {
    reading: 'text',
    documentKind: 'invoice',
    pages: 1,
    fields: { ...nothingRead, ...fields },
    taxRows: [],
    adjustments: [],
    discounts: [],
    lines: [],
    allIbans: [],
    warnings: [],
  };
}
