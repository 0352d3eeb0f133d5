import type { Amount } from '../../base/money.ts';
import type { taxCategories } from '../../base/tax-categories.ts';
import type { ApprovalRecords, Attachment } from '../../document/approval/covered.ts';
import type { RateSource } from '../../document/brief.ts';
import type { DocumentFacts, DocumentHead } from '../../document/facts.ts';
import type { StoredRow } from '../../document/fields.ts';
import type { Doubt } from '../../document/outcome.ts';
import type { InvoiceStatus } from '../../timeline/kinds.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { ExportTarget } from '../export-target/targets.ts';
import type { BankFacts, SellerData } from './bank-data.ts';
import type { CorrectedInvoice, FormalFacts, InvoiceSettings } from './check-facts.ts';
import type { invoiceFields, invoiceLineFields } from './fields.ts';
import type { invoiceKind } from './kind.ts';
import type { OrderLine } from './matching/order-line.ts';
import type { Tolerances } from './matching/tolerances.ts';

/** The fields a person may fill; keys are the columns of the database and the fields of the API. */
export type InvoiceFields = StoredRow<typeof invoiceFields>;

/** One supplier invoice. */
export interface InvoiceHead extends InvoiceFields, DocumentHead {
  readonly status: InvoiceStatus;
  readonly total_tax: Amount;
  /** Where its rate comes from; null where it has none. */
  readonly rate_source: RateSource | null;
  /** When it left the last time (EXP-04). */
  readonly exported_at: string | null;
  /** It is on its way to a system that has not answered yet, or not clearly (EXP-08). */
  readonly is_leaving: boolean;
  /** It has left, and nothing has taken that back (EXP-23, EXP-24). */
  readonly stands_in_books: boolean;
  /** It has left at least once in a run that was not withdrawn: its company and its supplier stay (INV-30). */
  readonly was_exported: boolean;
  /** The original as it was received (ARC-01); null for an invoice that was typed in. */
  readonly file_id: string | null;
  /** What is shown and read in its place where its pages were arranged (REC-12). */
  readonly view_file_id: string | null;
  /** Who typed its IBAN, as really logged in; null where it was read (INV-21). */
  readonly iban_by_id: number | null;
  /** Who has changed its value, its payee or his account, as really logged in (INV-32). */
  readonly money_by_ids: readonly number[];
  /** How far its last recognition is; null before the first. */
  readonly recognition_state: RecognitionState | null;
}

/** `dropped` where somebody went on without waiting for it. */
export type RecognitionState = 'queued' | 'done' | 'failed' | 'dropped';

export type InvoiceLineFields = StoredRow<typeof invoiceLineFields>;

/** One line of an invoice. */
export interface InvoiceLine extends InvoiceLineFields {
  /** Null for a line that is not stored yet. */
  readonly id: number | null;
  readonly sort_no: number;
}

export type TaxCategory = (typeof taxCategories)[number];

/** What is stated for one category and rate (BG-23), in the currency of the invoice. */
export interface TaxRow {
  /** Percent. */
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
  readonly net: Amount;
  readonly tax: Amount;
}

/** A supplier invoice with all that its rules look at. */
export interface Invoice {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead;
  readonly lines: readonly InvoiceLine[];
  readonly taxRows: readonly TaxRow[];
  readonly timeline: Timeline;
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/** Another invoice that this one may be, and by what (INV-20). */
export interface Duplicate {
  readonly invoice_id: number;
  readonly why: 'file' | 'number' | 'amount';
}

/** A posting key for the lines of one category and rate, as a company has set it (EXP-20). */
export interface TaxKey {
  readonly tax_category: TaxCategory;
  /** Percent; where we owe the tax, the rate at which we do. */
  readonly tax_percentage: Amount;
  /** 1 to 4 digits; null where such a line is booked without one. */
  readonly posting_key: string | null;
}

/** A record that an invoice is booked by. */
export interface KnownRecord {
  readonly table:
    | 'cost_center'
    | 'ledger_account'
    | 'profit_center'
    | 'posting_key'
    | 'tax_group'
    | 'tax_item_group'
    | 'financial_dimension'
    | 'supplier'
    | 'client'
    | 'department';
  readonly id: number;
  readonly active: boolean;
  /** The companies that it belongs to; null where it belongs to all of them. */
  readonly companies: readonly number[] | null;
  /** The `dimension_type` of a dimension. */
  readonly sort: string | null;
  /** Of an account or a posting key; null for others. */
  readonly number: string | null;
  /** The rate of a posting key or of an automatic account, in percent; null for whatever has none. */
  readonly tax: Amount | null;
}

/** What stands empty may be anything (VAL-20). */
export interface AllowedCombination {
  readonly ledger_account_id: number | null;
  readonly cost_center_id: number | null;
  readonly profit_center_id: number | null;
}

/** A prepayment invoice of the order of a final one, or what corrects it (INV-22). */
export interface Prepayment {
  readonly id: number;
  readonly currency: string;
  readonly rows: readonly TaxRow[];
}

/** What the rules of the accounting look at beside the invoice itself. */
export interface AccountingFacts extends BookedFacts {
  /** What the prepayment invoices come to, gross, that it takes off as the final invoice of their order (INV-22); null without any. */
  readonly takenOff: Amount | null;
  /** It is a prepayment invoice, and the final one of this number is booked without taking it off (INV-22); null otherwise. */
  readonly bookedFinal: string | null;
}

/** The part of them that decides whether an invoice can be booked. */
export interface BookedFacts {
  readonly target: ExportTarget;
  /** Those that the invoice and its lines point to. */
  readonly records: readonly KnownRecord[];
  /** By what Dynamics 365 takes bookings of the company; null where it takes all (EXP-15). */
  readonly allowed: readonly AllowedCombination[] | null;
  /** Of the company of the invoice; null where it has none. */
  readonly companyCurrency: string | null;
  readonly companyVatId: string | null;
  /** Its own posting keys by category and rate (EXP-20). */
  readonly taxKeys: readonly TaxKey[];
}

/** Everything outside an invoice that its rules look at. */
export interface InvoiceFacts extends DocumentFacts {
  readonly duplicates: readonly Duplicate[];
  /** The order that it names is approved as it is, not cancelled, and of the same company and supplier (INV-29); false where it names none. */
  readonly hasApprovedOrder: boolean;
  /** The order that it names was cancelled, or is of another company or of other suppliers (INV-29). */
  readonly isOrderVoid: boolean;
  /** The lines of such orders and of its supplier that its own lines are about; null in the browser, where nobody knows. */
  readonly approvedLines: readonly number[] | null;
  /** By how much its orders are exceeded by all of their invoices, in the company's currency; null where they are not (PROC-22). */
  readonly orderExcess: Amount | null;
  /** What others charge of lines of its orders beyond the agreed price within its tolerance, in the company's currency (INV-28). */
  readonly toleratedOfOthers: Amount;
  /** What its orders say of freight and surcharges that no invoice charges yet, net in the currency of the invoice (INV-28). */
  readonly freightLeft: Amount;
  /** By how much the invoices of its contract exceed what is agreed for an interval; null where they do not (INV-14). */
  readonly contractExcess: Amount | null;
  /** What is in doubt of it under its contract (CON-40). */
  readonly contractMismatches: readonly Doubt[];
  /** The lines of orders that its lines are about (INV-23). */
  readonly orderLines: readonly OrderLine[];
  readonly tolerances: Tolerances;
  readonly bank: BankFacts;
  /** The company's `separate_check` (INV-32). */
  readonly isCheckSeparate: boolean;
  /** Its cost centers have budgets of today, and none of the day that it is dated (INV-32). */
  readonly isOutOfBudget: boolean;
  /** Something of it has neither cost center nor order, while the company has budgets of its day (BUD-03). */
  readonly isInNoBudget: boolean;
  /** It is dated before the first fiscal year that is known of its company (INV-32). */
  readonly isBeforeFirstYear: boolean;
  /** What its supplier's record says; null while it has none (INV-05). */
  readonly seller: SellerData | null;
  /** The pages of its e-invoice say something else than the XML (REC-11). */
  readonly doPagesDiffer: boolean;
  readonly settings: InvoiceSettings;
  readonly formal: FormalFacts;
  /** Null where it corrects none, and in the browser, where the server is asked. */
  readonly corrected: CorrectedInvoice | null;
  /** Null in the browser, where the server is asked. */
  readonly accounting: AccountingFacts | null;
}
