import { amountOf } from '../../src/base/money.ts';
import type { Syntax } from '../../src/features/recognition/einvoice/read-einvoice.ts';
import type { InvoiceSummary } from '../../src/features/recognition/einvoice/summary.ts';
import type { EInvoiceFile } from '../../src/features/recognition/server/e-invoice-file.ts';

/** The values read mechanically from a corpus document by another program; the fields are those of its README. */
export type Truth = Readonly<Record<string, unknown>>;

/** The fields of the truth that do not concern the XML. */
const aboutThePages = 'visibleInPdfText';

/** The truth without the page fields, with exact amounts and texts without line breaks. */
export function comparable(truth: Truth): Truth {
  const { [aboutThePages]: _, ...fields } = truth;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      // A price without a base quantity is for one unit; the truth looks for it only beside the net price.
      const isOne = name === 'priceBaseQuantity' && value === null;
      return [name, isOne ? '1' : comparableValue(value)];
    }),
  );
}

function comparableValue(value: unknown): unknown {
  if (typeof value === 'number') return amountOf(value);
  // The truth has collapsed blanks, because of how it was made, not because of the documents.
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(comparableValue);
  return value !== null && typeof value === 'object' ? comparable({ ...value }) : value;
}

const syntaxes: Readonly<Record<Syntax, readonly string[]>> = {
  ubl: ['UBL-Invoice', 'UBL-CreditNote'],
  cii: ['CII'],
  zugferd1: ['CII-ZUGFeRD1'],
  // The corpus has none.
  cxml: [],
};

/** The product's reading in the form of the truth. */
export function asTruth(
  file: Extract<EInvoiceFile, { ok: true }>,
  summary: InvoiceSummary,
  truth: Truth,
): Truth {
  return comparable({
    invoiceNumber: summary.number,
    documentTypeCode: summary.typeCode,
    ...daysOf({ ...summary, dueDate: dueOf(summary, file.xml, truth) }, truth),
    currency: summary.currency,
    totalNet: summary.totalNet,
    totalGross: summary.totalGross,
    totalTax: summary.totalTax,
    duePayable: summary.duePayable,
    ...partiesOf(summary, truth),
    orderReference: summary.orderReference,
    buyerReference: summary.buyerReference,
    paymentTermsText: termsOf(summary, file.xml, truth),
    taxBreakdown: summary.taxRows.map(({ category, ratePercent, basis, tax }) => ({
      category,
      ratePercent,
      basis,
      tax,
    })),
    headerAllowances: summary.allowanceTotal,
    headerCharges: summary.chargeTotal,
    lineItems: linesOf(summary),
    syntax: syntaxes[file.syntax].find((syntax) => syntax === truth.syntax) ?? file.syntax,
    profile: file.profile.id,
    ...(file.container === 'pdf'
      ? { embeddedFileName: file.xmlName, otherEmbeddedFiles: file.attachments.map(({ name }) => name) }
      : {}),
  });
}

function daysOf(summary: InvoiceSummary, truth: Truth): Truth {
  const days = {
    invoiceDate: summary.invoiceDate,
    dueDate: summary.dueDate,
    deliveryDate: summary.deliveryDate,
    billingPeriodStart: summary.periodStart,
    billingPeriodEnd: summary.periodEnd,
  };
  // Eight digits are a day in the truth even if invalid; the product then has no day.
  return Object.fromEntries(
    Object.entries(days).map(([name, day]) => [name, day ?? (isNoDay(truth[name]) ? truth[name] : null)]),
  );
}

function isNoDay(value: unknown): boolean {
  return typeof value === 'string' && Number.isNaN(Date.parse(value));
}

function partiesOf(summary: InvoiceSummary, truth: Truth): Truth {
  const listed = Array.isArray(truth.allIbans) ? truth.allIbans : [];
  // The truth lists an account as often as the document, the product once.
  const isSame = [...new Set(listed)].join() === summary.ibans.join();
  return {
    sellerName: summary.seller.name,
    sellerVatId: summary.seller.vatId,
    sellerTaxNumber: summary.seller.taxNumber,
    sellerIban: summary.ibans[0] ?? null,
    sellerBic: summary.bic,
    allIbans: isSame ? listed : summary.ibans,
    payeeName: summary.payeeName,
    buyerName: summary.buyer.name,
    buyerVatId: summary.buyer.vatId,
  };
}

function countOfTerms(xml: Uint8Array): number {
  return new TextDecoder().decode(xml).split(/<[\w:]*SpecifiedTradePaymentTerms[\s>]/).length - 1;
}

/**
 * Of several terms of payment the truth has the day of the first, the product that of the one without a discount
 * (INV-27).
 */
function dueOf({ dueDate, discounts }: InvoiceSummary, xml: Uint8Array, truth: Truth): string | null {
  const isOfDiscount = discounts.some((tier) => tier.dueDate === truth.dueDate);
  return countOfTerms(xml) > 1 && isOfDiscount ? String(truth.dueDate) : dueDate;
}

/** Of several terms of payment the truth has the first, the product all. */
function termsOf({ paymentTerms }: InvoiceSummary, xml: Uint8Array, truth: Truth): unknown {
  const count = countOfTerms(xml);
  const isFirst =
    typeof truth.paymentTermsText === 'string' && paymentTerms?.startsWith(`${truth.paymentTermsText}\n`);
  return count > 1 && isFirst ? truth.paymentTermsText : paymentTerms;
}

function linesOf({ lines }: InvoiceSummary): readonly Truth[] {
  return lines.map((line) => ({
    lineId: line.lineId,
    parentLineId: line.parentLineId,
    lineStatusReason: line.statusReason,
    articleNumber: line.articleNumber,
    description: line.name,
    longDescription: line.description,
    quantity: line.quantity,
    unitCode: line.unit,
    unitNetPrice: line.unitNetPrice,
    priceBaseQuantity: line.priceBaseQuantity,
    taxPercent: line.taxPercent,
    lineNet: line.lineNet,
  }));
}
