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

/** The editable fields; keys are database columns and API fields. */
export type InvoiceFields = StoredRow<typeof invoiceFields>;

/** One supplier invoice. */
export interface InvoiceHead extends InvoiceFields, DocumentHead {
  readonly status: InvoiceStatus;
  readonly total_tax: Amount;
  /** The source of its rate; null without a rate. */
  readonly rate_source: RateSource | null;
  /** The time of its last export (EXP-04). */
  readonly exported_at: string | null;
  /** It was sent to a system that has not answered yet, or not clearly (EXP-08). */
  readonly is_leaving: boolean;
  /** It is exported and not reversed (EXP-23, EXP-24). */
  readonly stands_in_books: boolean;
  /** It was exported at least once in a run that was not withdrawn; this fixes its company and supplier (INV-30). */
  readonly was_exported: boolean;
  /** The original as received (ARC-01); null for a typed invoice. */
  readonly file_id: string | null;
  /** The file shown and read instead after its pages were arranged (REC-12). */
  readonly view_file_id: string | null;
  /** The logged-in person who typed its IBAN; null if it was read (INV-21). */
  readonly iban_by_id: number | null;
  /** The person who started its last recognition; null before the first. */
  readonly read_by_id: number | null;
  /** The logged-in people who changed its value, payee or account (INV-32). */
  readonly money_by_ids: readonly number[];
  /** The state of its last recognition; null before the first. */
  readonly recognition_state: RecognitionState | null;
}

/** `dropped`: a person went on without waiting for it. */
export type RecognitionState = 'queued' | 'done' | 'failed' | 'dropped';

export type InvoiceLineFields = StoredRow<typeof invoiceLineFields>;

/** One line of an invoice. */
export interface InvoiceLine extends InvoiceLineFields {
  /** Null for a line that is not stored yet. */
  readonly id: number | null;
  readonly sort_no: number;
}

export type TaxCategory = (typeof taxCategories)[number];

/** The breakdown of one category and rate (BG-23), in the currency of the invoice. */
export interface TaxRow {
  /** Percent. */
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
  readonly net: Amount;
  readonly tax: Amount;
}

/** A supplier invoice with all the data that its rules use. */
export interface Invoice {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead;
  readonly lines: readonly InvoiceLine[];
  readonly taxRows: readonly TaxRow[];
  readonly timeline: Timeline;
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/** A possible duplicate of this invoice, and what matches (INV-20). */
export interface Duplicate {
  readonly invoice_id: number;
  readonly why: 'file' | 'number' | 'amount';
}

/** The posting key that a company has set for the lines of one category and rate (EXP-20). */
export interface TaxKey {
  readonly tax_category: TaxCategory;
  /** Percent; the rate that we owe under reverse charge. */
  readonly tax_percentage: Amount;
  /** 1 to 4 digits; null if such lines are booked without a key. */
  readonly posting_key: string | null;
}

/** A master data record used to book an invoice. */
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
  /** Its companies; null if it belongs to all. */
  readonly companies: readonly number[] | null;
  /** The `dimension_type` of a dimension. */
  readonly sort: string | null;
  /** The number of an account or posting key; null for others. */
  readonly number: string | null;
  /** The rate of a posting key or automatic account, in percent; null without one. */
  readonly tax: Amount | null;
}

/** A null field allows any value (VAL-20). */
export interface AllowedCombination {
  readonly ledger_account_id: number | null;
  readonly cost_center_id: number | null;
  readonly profit_center_id: number | null;
}

/** A prepayment invoice of the final invoice's order, or a correction of one (INV-22). */
export interface Prepayment {
  readonly id: number;
  readonly currency: string;
  readonly rows: readonly TaxRow[];
}

/** The input of the accounting rules besides the invoice itself. */
export interface AccountingFacts extends BookedFacts {
  /**
   * The gross sum of the prepayment invoices that it deducts as the final invoice of their order (INV-22); null
   * without any.
   */
  readonly deducted: Amount | null;
  /**
   * For a prepayment invoice, the number of the booked final invoice that does not deduct it (INV-22); null
   * otherwise.
   */
  readonly bookedFinal: string | null;
}

/** The accounting facts that decide whether an invoice can be booked. */
export interface BookedFacts {
  readonly target: ExportTarget;
  /** The records that the invoice and its lines reference. */
  readonly records: readonly KnownRecord[];
  /** The combinations that Dynamics 365 accepts for the company; null if it accepts all (EXP-15). */
  readonly allowed: readonly AllowedCombination[] | null;
  /** The currency of the invoice's company; null without a company. */
  readonly companyCurrency: string | null;
  readonly companyVatId: string | null;
  /** The company's own posting keys by category and rate (EXP-20). */
  readonly taxKeys: readonly TaxKey[];
}

/** All data outside an invoice that its rules use. */
export interface InvoiceFacts extends DocumentFacts {
  readonly duplicates: readonly Duplicate[];
  /**
   * Its order is approved as it is now, not cancelled, and of the same company and supplier (INV-29); false without
   * an order.
   */
  readonly hasApprovedOrder: boolean;
  /** Its order was cancelled, or is of another company or other suppliers (INV-29). */
  readonly isOrderVoid: boolean;
  /** The linked lines of approved orders from its supplier; null in the browser, which does not know them. */
  readonly approvedLines: readonly number[] | null;
  /**
   * The amount by which all invoices together exceed its orders, in the company's currency; null if they do not
   * (PROC-22).
   */
  readonly orderExcess: Amount | null;
  /**
   * The tolerated excess over agreed prices that other invoices charge on its orders, in the company's currency
   * (INV-28).
   */
  readonly toleratedOfOthers: Amount;
  /** Ordered freight and surcharges not invoiced yet, net in the currency of the invoice (INV-28). */
  readonly freightLeft: Amount;
  /**
   * The amount by which the invoices of its contract exceed the value agreed for an interval; null if they do not
   * (INV-14).
   */
  readonly contractExcess: Amount | null;
  /** Its doubts under its contract (CON-40). */
  readonly contractMismatches: readonly Doubt[];
  /** The order lines linked with its lines (INV-23). */
  readonly orderLines: readonly OrderLine[];
  readonly tolerances: Tolerances;
  readonly bank: BankFacts;
  /** Its cost centers have budgets for today, but none for its date (INV-32). */
  readonly isOutOfBudget: boolean;
  /** Its date was moved out of a budget for which it was approved (INV-32). */
  readonly isMovedFromBudget: boolean;
  /** A part of it has neither cost center nor order, while the company has budgets for its date (BUD-03). */
  readonly isInNoBudget: boolean;
  /** It is dated before the first known fiscal year of its company (INV-32). */
  readonly isBeforeFirstYear: boolean;
  /** The data of its supplier's record; null without a supplier (INV-05). */
  readonly seller: SellerData | null;
  /** The pages of its e-invoice differ from the XML (REC-11). */
  readonly doPagesDiffer: boolean;
  readonly settings: InvoiceSettings;
  readonly formal: FormalFacts;
  /** Null if it corrects none, and in the browser, where the server decides. */
  readonly corrected: CorrectedInvoice | null;
  /** Null in the browser, where the server decides. */
  readonly accounting: AccountingFacts | null;
}
