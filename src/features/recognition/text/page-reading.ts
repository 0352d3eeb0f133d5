import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Hint } from '../hint.ts';
import type { Term, Tier } from '../payment-term.ts';
import type { Box } from '../words.ts';

/** Why a file could not be read. */
export type FailureReason = 'encrypted' | 'damaged' | 'too_many_pages' | 'too_many_pixels' | 'no_text';

/** The kind of a document, as far as its words reveal it. */
export type DocumentKind =
  | 'invoice'
  | 'credit_note'
  | 'order'
  | 'order_confirmation'
  | 'delivery_note'
  | 'quote'
  | 'reminder'
  | 'terms'
  | 'unknown';

/** A value and its place on the page. */
export interface Found<Value> {
  readonly value: Value;
  /** Whether other evidence confirms the value; only sure values may be used without a person's check. */
  readonly sure: boolean;
  readonly page: number;
  readonly box: Box;
  /** The check digits or the form are wrong; the value is kept as printed. */
  readonly isInvalid?: true;
}

/** One row of the tax breakdown. */
export interface TaxRow {
  readonly ratePercent: Amount;
  readonly basis: Amount | null;
  readonly tax: Amount | null;
}

/** The head of an invoice; null when not printed. Names are those of the files of known values. */
export interface PageFields {
  readonly invoiceNumber: Found<string> | null;
  /** UNTDID 1001: 380 invoice, 381 credit note, 384 correction, 326 partial invoice, 877 final invoice. */
  readonly documentTypeCode: Found<string> | null;
  readonly invoiceDate: Found<Day> | null;
  readonly dueDate: Found<Day> | null;
  readonly deliveryDate: Found<Day> | null;
  readonly billingPeriodStart: Found<Day> | null;
  readonly billingPeriodEnd: Found<Day> | null;
  /** ISO 4217. */
  readonly currency: Found<string> | null;
  readonly totalNet: Found<Amount> | null;
  readonly totalTax: Found<Amount> | null;
  readonly totalGross: Found<Amount> | null;
  readonly duePayable: Found<Amount> | null;
  readonly sellerName: Found<string> | null;
  readonly sellerVatId: Found<string> | null;
  readonly sellerTaxNumber: Found<string> | null;
  readonly sellerIban: Found<string> | null;
  readonly sellerBic: Found<string> | null;
  /** The seller's address from the sender line above the recipient. */
  readonly sellerAddress: Readonly<Record<'address' | 'zipcode' | 'city', Found<string> | null>> | null;
  readonly buyerName: Found<string> | null;
  readonly buyerVatId: Found<string> | null;
  readonly orderReference: Found<string> | null;
  readonly buyerReference: Found<string> | null;
  readonly paymentTermsText: Found<string> | null;
  readonly allIbans: readonly Found<string>[];
  readonly taxBreakdown: readonly Found<TaxRow>[];
  readonly discounts: readonly Found<Tier>[];
  /** The payment term when no due date is printed: a number of days, or the end of a month (INV-27). */
  readonly dueTerm: Found<Term> | null;
}

/** One line of the invoice. */
export interface PageLine {
  readonly lineId: Found<string> | null;
  readonly articleNumber: Found<string> | null;
  readonly description: Found<string> | null;
  readonly quantity: Found<Amount> | null;
  readonly unit: Found<string> | null;
  /** As printed: for `priceBaseQuantity` units, before `discountPercent`. */
  readonly unitNetPrice: Found<Amount> | null;
  readonly priceBaseQuantity: Found<Amount> | null;
  readonly discountPercent: Found<Amount> | null;
  readonly taxPercent: Found<Amount> | null;
  readonly lineNet: Found<Amount> | null;
  readonly page: number;
  /** The rows of the line, including those that continue its description. */
  readonly box: Box;
}

/** What a person should check. */
export type ReadWarning =
  | 'not_an_invoice'
  | 'totals_do_not_add_up'
  | 'lines_do_not_add_up'
  | 'iban_invalid'
  | 'vat_id_invalid'
  | 'several_ibans'
  | 'several_currencies'
  | 'number_unclear'
  | 'lines_gross'
  | 'hard_to_read'
  /** The file has further invoices, or more pages than were read. */
  | 'several_invoices'
  | 'pages_left_out';

/** An invoice among several in one file. */
export interface InvoicePart {
  /** Its first page, from 1. */
  readonly page: number;
  readonly number: string;
}

/** The result of reading one document. */
export interface PageReading {
  readonly kind: 'xml' | 'text' | 'ocr';
  readonly documentKind: DocumentKind;
  readonly pages: number;
  readonly fields: PageFields;
  readonly lines: readonly PageLine[];
  /** The invoices of the file if there are several; the first one is read. */
  readonly parts?: readonly InvoicePart[];
  readonly warnings: readonly ReadWarning[];
}

/** One of the tenant's own companies; its data is never taken for the sender's. */
export interface OwnCompany {
  readonly names: readonly string[];
  readonly vatIds: readonly string[];
  readonly ibans: readonly string[];
}

/** A supplier of the master data. */
export interface KnownSupplier {
  readonly name: string;
  readonly number: string | null;
  readonly vatId: string | null;
  readonly ibans: readonly string[];
}

/** Known data that helps to read a document. */
export interface KnownParties {
  readonly own?: readonly OwnCompany[];
  readonly suppliers?: readonly KnownSupplier[];
  /** Lessons from corrections of the sender's earlier documents, newest first. */
  readonly hints?: readonly Hint[];
}
