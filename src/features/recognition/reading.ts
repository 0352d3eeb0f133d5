import type { Amount } from '../../base/money.ts';
import { uploadLimitBytes } from '../../platform/constants.ts';
import type { ProfileLevel } from './einvoice/profile.ts';
import type { Syntax } from './einvoice/read-einvoice.ts';
import type { Finding, Verdict } from './einvoice/rules/judge.ts';
import type { SupplierHints } from './hint.ts';
import type { Term } from './payment-term.ts';

/** By what a document was read: the e-invoice in it, the text of its pages, or their picture. */
export type ReadingKind = 'xml' | 'text' | 'ocr';

/** What a document turned out to be (REC-05); only `invoice` goes on without a question. */
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

/** A value as it was read, never corrected. */
export interface ReadValue<Value = string> {
  readonly value: Value;
  /** Other evidence confirms it; a value without is shown with a mark (REC-05). */
  readonly sure: boolean;
  /** The page, from 1, and the place on it; null where the value stands in the XML only. */
  readonly page: number | null;
  readonly box: Box | null;
}

type Fields<Names extends string, Value> = { readonly [Name in Names]: ReadValue<Value> | null };

/** Texts; days are `YYYY-MM-DD`, identifiers are without blanks. */
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

/** In the currency of the document. */
export type AmountField = 'totalNet' | 'totalTax' | 'totalGross' | 'prepaid' | 'rounding' | 'duePayable';

export type ReadFields = Fields<TextField, string> & Fields<AmountField, Amount>;

export interface ReadTaxRow {
  /** EN 16931 category; null where the page names none. */
  readonly category: ReadValue | null;
  /** Percent. */
  readonly ratePercent: ReadValue<Amount> | null;
  readonly basis: ReadValue<Amount> | null;
  readonly tax: ReadValue<Amount> | null;
}

/** A tier of a discount for paying early (DISC-06). */
export interface ReadDiscount {
  /** From the invoice date on. */
  readonly days: ReadValue | null;
  /** Its last day, where it is no number of days after the invoice date. */
  readonly until?: ReadValue | null;
  readonly percentage: ReadValue<Amount> | null;
  /** The discount itself, where no percentage is named. */
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
  /** The line that this one is part of and counted in. */
  readonly parentLineId: ReadValue | null;
  /** Whether the line adds to the totals; where it is missing, a line without a parent does. */
  readonly counts?: boolean;
  readonly articleNumber: ReadValue | null;
  readonly description: ReadValue | null;
  readonly quantity: ReadValue<Amount> | null;
  readonly unitCode: ReadValue | null;
  readonly unitNetPrice: ReadValue<Amount> | null;
  /** Printed gross prices stand here instead. */
  readonly unitGrossPrice: ReadValue<Amount> | null;
  /** So many units cost `unitNetPrice`; null is one. */
  readonly priceBaseQuantity: ReadValue<Amount> | null;
  /** Taken off the price. */
  readonly discountPercent?: ReadValue<Amount> | null;
  /** All allowances of the line together (BG-27), taken off quantity times price. */
  readonly allowance?: ReadValue<Amount> | null;
  /** All charges of the line together (BG-28). */
  readonly charge?: ReadValue<Amount> | null;
  readonly taxPercent: ReadValue<Amount> | null;
  readonly category: ReadValue | null;
  readonly lineNet: ReadValue<Amount> | null;
}

/** Where the seller is and how it is reached, where the document has fields of their own for that. */
export type ReadSeller = Fields<
  'address' | 'zipcode' | 'city' | 'country' | 'contactPerson' | 'phone' | 'email',
  string
>;

/** An e-invoice and the verdict on it (REC-11). */
export interface ReadEInvoice {
  readonly syntax: Syntax;
  readonly profile: ProfileLevel;
  /** BT-24. */
  readonly specification: string | null;
  /** Null where no rules apply to the format. */
  readonly verdict: Verdict | null;
  readonly findings: readonly Finding[];
}

/** What is compared between an e-invoice and the pages of the PDF that carries it (REC-11). */
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

/** A value that the pages show otherwise than the XML states it, with its place on them. */
export interface ReadDifference {
  readonly field: ComparedField;
  readonly xml: string;
  readonly page: ReadValue;
}

/** What reading one document has brought, raw (REC-07). */
export interface Reading {
  readonly reading: ReadingKind;
  readonly documentKind: DocumentKind;
  readonly pages: number;
  readonly fields: ReadFields;
  /** Of e-invoices, and of pages whose line above the recipient says it. */
  readonly seller?: ReadSeller;
  /** The tax in the currency in which it is accounted for, where that is another one than the document's (BT-6, BT-111). */
  readonly accountedTax?: { readonly currency: string; readonly amount: Amount };
  readonly taxRows: readonly ReadTaxRow[];
  readonly adjustments: readonly ReadAdjustment[];
  readonly discounts: readonly ReadDiscount[];
  /** Until when all is to be paid, where the document names no day: so many days, or the end of a month (INV-27). */
  readonly dueTerm?: ReadValue<Term> | null;
  readonly lines: readonly ReadLine[];
  /** All accounts that stand on the document, of which `sellerIban` is the seller's own. */
  readonly allIbans: readonly ReadValue[];
  /** Of an e-invoice, what it is and which rules it breaks. */
  readonly eInvoice?: ReadEInvoice;
  /** Of an e-invoice within a PDF. */
  readonly differences?: readonly ReadDifference[];
  /** What contradicts, such as sums that do not add up; codes of `recognition.warning`. */
  readonly warnings: readonly string[];
}

/** Files of one e-invoice that are kept by themselves, in bytes. */
export const mostCarriedBytes = 4 * uploadLimitBytes;

/** A file that came within an e-invoice, of a type that may be attached to any document. */
export interface CarriedFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** A reading together with the files that came with it, which are kept by themselves. */
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
  /** It ended its reader twice (TECH-20). */
  'not_safe',
  'unexpected',
] as const;
export type ReadingFailure = (typeof readingFailures)[number];

/** Warnings of a reading that a person is told; others only weigh whether a value is sure. */
export const toldWarnings = [
  'xml_unreadable',
  'other_xml_unreadable',
  'totals_do_not_add_up',
  'iban_invalid',
  'vat_id_invalid',
  'no_invoice_profile',
  'files_left_in_original',
] as const;
export type ToldWarning = (typeof toldWarnings)[number];

/** Thrown where a document cannot be read; anything else that is thrown is a bug. */
export class NotReadable extends Error {
  readonly failure: ReadingFailure;

  constructor(failure: ReadingFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** What is known of the tenant: its own companies are never the seller, and its corrections taught something. */
export interface KnownParties {
  readonly own: readonly {
    readonly name: string;
    /** What invoices to it are to be addressed to, where that is another name. */
    readonly billingName?: string | null;
    readonly vatId: string | null;
  }[];
  readonly taught?: readonly SupplierHints[];
}
