import { addDays, isDay } from '../../../base/day.ts';
import { isIban } from '../../../base/iban.ts';
import { isVatNumber, normalVatNumber } from '../../../base/vat-number.ts';
import { dayOfTerm, type PaymentTerms } from '../payment-term.ts';
import { termsIn } from '../payment-terms/read-terms.ts';
import { readTier } from '../payment-terms/read-tier.ts';
import type {
  ReadAdjustment,
  ReadDiscount,
  ReadFields,
  Reading,
  ReadLine,
  ReadSeller,
  ReadTaxRow,
  ReadValue,
} from '../reading.ts';
import type { Party, Text } from './model.ts';
import type { PaymentTier } from './payment-notation.ts';
import type { EInvoiceReading } from './read-einvoice.ts';
import { judge, verdictOf } from './rules/judge.ts';
import { type Adjustment, type InvoiceSummary, type LineSummary, summaryOf, type TaxRow } from './summary.ts';

type Read = Extract<EInvoiceReading, { ok: true }>;

/**
 * Converts an e-invoice into the common `Reading` (REC-11). Values are exact; only accounts and VAT IDs with wrong
 * check digits are not sure. The verdict lists the violated rules; ZUGFeRD 1 is older than the norm and has no
 * verdict.
 */
export function readingOfEInvoice(read: Read): Reading {
  const { syntax, profile, invoice, isMisencoded, emptyElement, root } = read;
  const summary = summaryOf(invoice);
  const findings = syntax === 'zugferd1' ? [] : judge(invoice, { syntax, isMisencoded, emptyElement, root });
  return {
    reading: 'xml',
    documentKind: profile.isInvoice ? 'invoice' : 'unknown',
    pages: 1,
    fields: { ...fieldsOf(summary), dueDate: dueDateOf(summary) },
    seller: sellerOf(invoice.seller),
    ...(summary.taxInTaxCurrency && { accountedTax: summary.taxInTaxCurrency }),
    taxRows: summary.taxRows.map(taxRowOf),
    adjustments: summary.adjustments.flatMap(adjustmentOf),
    ...paymentOf(summary),
    lines: summary.lines.map((line) => ({ ...lineOf(line), ...(syntax === 'cxml' && orderLineOf(line)) })),
    allIbans: summary.ibans.map(accountOf),
    warnings: profile.isInvoice ? [] : ['no_invoice_profile'],
    eInvoice: {
      syntax,
      profile: profile.level,
      specification: profile.id,
      verdict: syntax === 'zugferd1' ? null : verdictOf(findings),
      findings,
    },
  };
}

function exact<Value>(value: Value, sure = true): ReadValue<Value> {
  return { value, sure, page: null, box: null };
}

function exactly(value: Text): ReadValue | null {
  return value === null ? null : exact(value);
}

function accountOf(iban: string): ReadValue {
  return exact(iban, isIban(iban));
}

function vatIdOf(text: Text): ReadValue | null {
  if (text === null) return null;
  const normal = normalVatNumber(text);
  return exact(normal, isVatNumber(normal));
}

/** The payment terms in the text of BT-20, which is about nothing else. */
function spokenTerms({ paymentTerms }: InvoiceSummary): PaymentTerms {
  return termsIn(paymentTerms ?? '', { isAboutPaying: true });
}

/** BT-9, else the day in the text of the terms (INV-27). */
function dueDateOf(summary: InvoiceSummary): ReadValue | null {
  const { due } = spokenTerms(summary);
  if (summary.dueDate !== null || due === null || due.value.kind === 'after') return exactly(summary.dueDate);
  const day = dayOfTerm(due.value, summary);
  return day === null ? null : exact(day, due.sure);
}

/** The discounts from fields, else from the text, and the payment term when no due date is stated. */
function paymentOf(summary: InvoiceSummary): Pick<Reading, 'discounts' | 'dueTerm'> {
  const { due, tiers } = spokenTerms(summary);
  const stated = summary.discounts.map((tier) => discountOf(tier, summary));
  const isCounted = summary.dueDate === null && due?.value.kind === 'after';
  return {
    discounts:
      stated.length > 0
        ? stated
        : tiers.map((each) => readTier(each.value, summary, (value) => exact(value, each.sure))),
    dueTerm: isCounted ? exact(due.value, due.sure) : null,
  };
}

function discountOf(tier: PaymentTier, { dueDate: end, invoiceDate }: InvoiceSummary): ReadDiscount {
  const { days, basisDate, dueDate, percentage, amount, base } = tier;
  const isFromBasis = days !== null && basisDate !== null && basisDate !== invoiceDate && isDay(basisDate);
  const ownEnd = days === null && dueDate !== end ? dueDate : null;
  return {
    days: days === null || isFromBasis ? null : exact(String(days)),
    until: exactly(isFromBasis ? addDays(basisDate, days) : ownEnd),
    percentage: exactly(percentage),
    amount: exactly(amount),
    base: exactly(base),
  };
}

function fieldsOf(summary: InvoiceSummary): Omit<ReadFields, 'dueDate'> {
  const [iban] = summary.ibans;
  return {
    invoiceNumber: exactly(summary.number),
    documentTypeCode: exactly(summary.typeCode),
    invoiceDate: exactly(summary.invoiceDate),
    deliveryDate: exactly(summary.deliveryDate),
    billingPeriodStart: exactly(summary.periodStart),
    billingPeriodEnd: exactly(summary.periodEnd),
    currency: exactly(summary.currency),
    sellerName: exactly(summary.seller.name),
    sellerVatId: vatIdOf(summary.seller.vatId),
    sellerTaxNumber: exactly(summary.seller.taxNumber),
    sellerIban: iban === undefined ? null : accountOf(iban),
    sellerBic: exactly(summary.bic),
    buyerName: exactly(summary.buyer.name),
    buyerVatId: vatIdOf(summary.buyer.vatId),
    orderReference: exactly(summary.orderReference),
    buyerReference: exactly(summary.buyerReference),
    contractReference: exactly(summary.contractReference),
    precedingInvoice: exactly(summary.precedingInvoices[0]?.number ?? null),
    paymentTermsText: exactly(summary.paymentTerms),
    totalNet: exactly(summary.totalNet),
    totalTax: exactly(summary.totalTax),
    totalGross: exactly(summary.totalGross),
    prepaid: exactly(summary.prepaid),
    rounding: exactly(summary.rounding),
    duePayable: exactly(summary.duePayable),
  };
}

/** BG-5 and BG-6; an electronic address that is a mail address replaces a missing mail address of the contact. */
function sellerOf({ address, contact, electronicAddress }: Party): ReadSeller {
  const lines = [address?.line1, address?.line2, address?.line3].filter(Boolean);
  const byMail = electronicAddress?.scheme === 'EM' ? electronicAddress.value : null;
  return {
    address: exactly(lines.join(', ') || null),
    zipcode: exactly(address?.postCode || null),
    city: exactly(address?.city || null),
    country: exactly(address?.country || null),
    contactPerson: exactly(contact?.name || null),
    phone: exactly(contact?.phone || null),
    email: exactly(contact?.email || byMail || null),
  };
}

function taxRowOf({ category, ratePercent, basis, tax }: TaxRow): ReadTaxRow {
  return {
    category: exactly(category),
    ratePercent: exactly(ratePercent),
    basis: exactly(basis),
    tax: exactly(tax),
  };
}

function adjustmentOf({ kind, reason, amount, taxPercent, category }: Adjustment): readonly ReadAdjustment[] {
  if (amount === null) return [];
  return [
    {
      kind,
      reason: exactly(reason),
      amount: exact(amount),
      taxPercent: exactly(taxPercent),
      category: exactly(category),
    },
  ];
}

/** Only cXML copies the numbers of our order; other sellers write their own. */
function orderLineOf({ orderReference: order, orderLineReference: number }: LineSummary) {
  return number === null ? {} : { orderLine: { order, number } };
}

function lineOf(line: LineSummary): ReadLine {
  return {
    lineId: exactly(line.lineId),
    parentLineId: exactly(line.parentLineId),
    counts: line.counts,
    articleNumber: exactly(line.articleNumber),
    description: exactly([line.name, line.description].filter(Boolean).join('\n') || null),
    quantity: exactly(line.quantity),
    unitCode: exactly(line.unit),
    unitNetPrice: exactly(line.unitNetPrice),
    unitGrossPrice: null,
    priceBaseQuantity: exactly(line.priceBaseQuantity),
    allowance: exactly(line.allowance),
    charge: exactly(line.charge),
    taxPercent: exactly(line.taxPercent),
    category: exactly(line.category),
    lineNet: exactly(line.lineNet),
  };
}
