import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** A line of an invoice for the provider, with its final amount, so that the provider multiplies nothing. */
export interface DocumentItem {
  readonly description: string;
  readonly net: Amount;
}

/** Identifies a document at the provider: our key, the customer and the day. */
export interface DocumentKey {
  /** Id of the invoice that this document credits in part (OP-13); absent for invoices. */
  readonly corrects?: string;
  readonly key: string;
  readonly customerId: string;
  readonly day: Day;
}

/** An invoice to be drafted (OP-06). */
export interface DocumentOrder extends DocumentKey {
  readonly title: string;
  readonly from: Day;
  readonly to: Day;
  readonly vatRate: Amount;
  readonly items: readonly DocumentItem[];
  /** Text below the sums, such as the announced direct debit; null for none. */
  readonly closing: string | null;
}

export interface ProviderDocument {
  readonly id: string;
  readonly key: string | null;
  readonly customerId: string | null;
  readonly isDraft: boolean;
  /** Null until it is finished. */
  readonly number: string | null;
  readonly isCancelled: boolean;
  readonly net: Amount;
  readonly gross: Amount;
}

/** A direct debit executed by the provider (OP-09, DATA-07). */
export interface Debit {
  /** Our own key, at most 35 characters. */
  readonly reference: string;
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly mandate: string;
  readonly mandateDay: Day;
  readonly scheme: 'CORE' | 'B2B';
  readonly sequence: 'FRST' | 'RCUR';
  readonly amount: Amount;
  readonly day: Day;
}

/**
 * A service that issues the invoices of tenants. Each call is one request or one listing, without retries. Every call
 * throws `ProviderFailure`.
 */
export interface BillingProvider {
  /** All documents with our key, drafts and finished ones. Each entry is compared, since lists may contain others. */
  documentsOf(key: DocumentKey): Promise<readonly ProviderDocument[]>;
  draft(order: DocumentOrder): Promise<ProviderDocument>;
  /** Null if it does not exist. */
  document(id: string): Promise<ProviderDocument | null>;
  finish(id: string): Promise<ProviderDocument>;
  cancel(id: string): Promise<void>;
  /** The finished document as PDF. */
  pdf(id: string): Promise<Buffer>;
  sendMail(id: string, to: string): Promise<void>;
  /** Whether a mail with the document was sent or queued. */
  wasMailed(id: string): Promise<boolean>;
  debit(id: string, debit: Debit): Promise<void>;
  /** Whether the document has a debit with this reference, even if other data differs. */
  wasDebited(id: string, debit: Debit): Promise<boolean>;
}

/**
 * - `later`: certainly not executed; may be retried.
 * - `refused`: certainly not executed, and will not be without changes.
 * - `unknown`: it is unknown whether it was executed.
 */
export type FailureKind = 'later' | 'refused' | 'unknown';

export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** Delay requested by the provider, in milliseconds. */
  readonly wait: number | null;

  constructor(kind: FailureKind, message: string, wait: number | null = null) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.wait = wait;
  }
}
