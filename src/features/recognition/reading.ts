import type { Amount } from '../../base/money.ts';
import { uploadLimitBytes } from '../../platform/constants.ts';
import type { ProfileLevel } from './einvoice/profile.ts';
import type { Syntax } from './einvoice/read-einvoice.ts';
import type { Finding, Verdict } from './einvoice/rules/judge.ts';
import type { SupplierHints } from './hint.ts';
import type { Term } from './payment-term.ts';

/** The source of a reading: the e-invoice in the document, the text of its pages, or OCR of their images. */
export type ReadingKind = 'xml' | 'text' | 'ocr';

/** The recognised kind of a document (REC-05); only `invoice` continues without a question. */
export const documentKinds = [
  'invoice',
  'delivery_note',
  'order',
  'order_confirmation',
  'quote',
  'reminder',
  'terms',
  'unknown',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Left, top, right and bottom as fractions of the page, from its upper left corner. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A value as read, never corrected. */
export interface ReadValue<Value = string> {
  readonly value: Value;
  /** Whether other evidence confirms the value; unsure values are shown with a mark (REC-05). */
  readonly sure: boolean;
  /** The page, from 1, and the place on it; null when only the XML contains the value. */
  readonly page: number | null;
  readonly box: Box | null;
}

type Fields<Names extends string, Value> = { readonly [Name in Names]: ReadValue<Value> | null };

/** Text fields; days are `YYYY-MM-DD`, identifiers have no blanks. */
export type TextField =
  | 'invoiceNumber'
  /** UNTDID 1001: 380 invoice, 381 credit note, 384 correction, 386 prepayment, 389 self-billing. */
  | 'documentTypeCode'
  | 'invoiceDate'
  | 'dueDate'
  | 'deliveryDate'
  | 'billingPeriodStart'
  | 'billingPeriodEnd'
  | 'currency'
  | 'sellerName'
  | 'sellerVatId'
  | 'sellerTaxNumber'
  | 'sellerIban'
  | 'sellerBic'
  | 'buyerName'
  | 'buyerVatId'
  | 'orderReference'
  | 'buyerReference'
  | 'contractReference'
  | 'precedingInvoice'
  | 'paymentTermsText';

/** Amount fields, in the document currency. */
export type AmountField = 'totalNet' | 'totalTax' | 'totalGross' | 'prepaid' | 'rounding' | 'duePayable';

export type ReadFields = Fields<TextField, string> & Fields<AmountField, Amount>;

export interface ReadTaxRow {
  /** EN 16931 category; null when the page states none. */
  readonly category: ReadValue | null;
  /** Percent. */
  readonly ratePercent: ReadValue<Amount> | null;
  readonly basis: ReadValue<Amount> | null;
  readonly tax: ReadValue<Amount> | null;
}

/** A tier of an early payment discount (DISC-06). */
export interface ReadDiscount {
  /** Days after the invoice date. */
  readonly days: ReadValue | null;
  /** The last day, when the tier is no number of days after the invoice date. */
  readonly until?: ReadValue | null;
  readonly percentage: ReadValue<Amount> | null;
  /** The discount amount when no percentage is given. */
  readonly amount?: ReadValue<Amount> | null;
  readonly base: ReadValue<Amount> | null;
}

/** An allowance or charge of the whole document. */
export interface ReadAdjustment {
  readonly kind: 'allowance' | 'charge';
  readonly reason: ReadValue | null;
  readonly amount: ReadValue<Amount>;
  readonly taxPercent: ReadValue<Amount> | null;
  readonly category: ReadValue | null;
}

export interface ReadLine {
  readonly lineId: ReadValue | null;
  /** The line that contains this line and includes its amount. */
  readonly parentLineId: ReadValue | null;
  /** Whether the line counts for the totals; by default only lines without a parent do. */
  readonly counts?: boolean;
  /** The line of our order that the seller copied from it (cXML); of the order of the document if it names none. */
  readonly orderLine?: { readonly order: string | null; readonly number: string };
  readonly articleNumber: ReadValue | null;
  readonly description: ReadValue | null;
  readonly quantity: ReadValue<Amount> | null;
  readonly unitCode: ReadValue | null;
  readonly unitNetPrice: ReadValue<Amount> | null;
  /** Set instead of `unitNetPrice` when the document prints gross prices. */
  readonly unitGrossPrice: ReadValue<Amount> | null;
  /** `unitNetPrice` applies to this many units; null means one. */
  readonly priceBaseQuantity: ReadValue<Amount> | null;
  /** Deducted from the price. */
  readonly discountPercent?: ReadValue<Amount> | null;
  /** The sum of all allowances of the line (BG-27), deducted from quantity times price. */
  readonly allowance?: ReadValue<Amount> | null;
  /** The sum of all charges of the line (BG-28). */
  readonly charge?: ReadValue<Amount> | null;
  readonly taxPercent: ReadValue<Amount> | null;
  readonly category: ReadValue | null;
  readonly lineNet: ReadValue<Amount> | null;
}

/** Address and contact of the seller, when the document has separate fields for them. */
export type ReadSeller = Fields<
  'address' | 'zipcode' | 'city' | 'country' | 'contactPerson' | 'phone' | 'email',
  string
>;

/** The format of an e-invoice and its validation result (REC-11). */
export interface ReadEInvoice {
  readonly syntax: Syntax;
  readonly profile: ProfileLevel;
  /** BT-24. */
  readonly specification: string | null;
  /** Null when no rules apply to the format. */
  readonly verdict: Verdict | null;
  readonly findings: readonly Finding[];
}

/** Fields compared between an e-invoice and the pages of its PDF (REC-11). */
export const comparedFields = [
  'invoiceNumber',
  'invoiceDate',
  'dueDate',
  'totalNet',
  'totalTax',
  'totalGross',
  'sellerIban',
  'sellerVatId',
] as const satisfies readonly (TextField | AmountField)[];
export type ComparedField = (typeof comparedFields)[number];

/** A value on the pages that differs from the XML, with its place. */
export interface ReadDifference {
  readonly field: ComparedField;
  readonly xml: string;
  readonly page: ReadValue;
}

/** The raw result of reading one document (REC-07). */
export interface Reading {
  readonly reading: ReadingKind;
  readonly documentKind: DocumentKind;
  readonly pages: number;
  readonly fields: ReadFields;
  /** From e-invoices, and from the sender line above the recipient on pages. */
  readonly seller?: ReadSeller;
  /** The tax in the accounting currency when it differs from the document currency (BT-6, BT-111). */
  readonly accountedTax?: { readonly currency: string; readonly amount: Amount };
  readonly taxRows: readonly ReadTaxRow[];
  readonly adjustments: readonly ReadAdjustment[];
  readonly discounts: readonly ReadDiscount[];
  /** The payment term when no due date is stated: a number of days, or the end of a month (INV-27). */
  readonly dueTerm?: ReadValue<Term> | null;
  readonly lines: readonly ReadLine[];
  /** All accounts on the document; `sellerIban` is the seller's own. */
  readonly allIbans: readonly ReadValue[];
  /** Only for e-invoices: the format and the violated rules. */
  readonly eInvoice?: ReadEInvoice;
  /** Only for an e-invoice within a PDF. */
  readonly differences?: readonly ReadDifference[];
  /** The invoices of the file with their first pages if there are several; the first one is read (REC-14). */
  readonly parts?: readonly { readonly page: number; readonly number: string }[];
  /** Contradictions such as sums that do not add up; codes of `recognition.warning`. */
  readonly warnings: readonly string[];
}

/** The most bytes of all separately stored files of one e-invoice. */
export const maxCarriedBytes = 4 * uploadLimitBytes;

/** A file embedded in an e-invoice, of a type allowed as an attachment. */
export interface CarriedFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** Whether it may be another invoice than the one that was read (REC-14). */
  readonly isInvoice?: boolean;
}

/** A reading with its embedded files, which are stored separately. */
export interface DocumentReading extends Reading {
  readonly files?: readonly CarriedFile[];
}

/** Why a document could not be read (REC-09). */
export const readingFailures = [
  'encrypted',
  'damaged',
  'too_many_pages',
  'too_many_pixels',
  'too_large',
  'too_slow',
  'no_text',
  'not_an_invoice',
  /** The document crashed the reading process twice (TECH-20). */
  'not_safe',
  'unexpected',
] as const;
export type ReadingFailure = (typeof readingFailures)[number];

/** Warnings shown to a person; others only affect whether a value is sure. */
export const reportedWarnings = [
  'xml_unreadable',
  'other_xml_unreadable',
  'totals_do_not_add_up',
  'iban_invalid',
  'vat_id_invalid',
  'no_invoice_profile',
  'files_left_in_original',
  'several_invoices',
  'pages_left_out',
  'from_portfolio',
  'further_invoices',
  'further_xml_invoices',
] as const;
export type ReportedWarning = (typeof reportedWarnings)[number];

/** Thrown when a document cannot be read; any other exception is a bug. */
export class NotReadable extends Error {
  readonly failure: ReadingFailure;

  constructor(failure: ReadingFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Known data of the tenant: its own companies, which are never the seller, and lessons from corrections. */
export interface KnownParties {
  readonly own: readonly {
    readonly name: string;
    /** The name to which invoices are addressed, when it differs from `name`. */
    readonly billingName?: string | null;
    readonly vatId: string | null;
  }[];
  readonly taught?: readonly SupplierHints[];
}
