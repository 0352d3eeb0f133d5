import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** One line of an invoice as the provider gets it: its amount is final, no price is multiplied there. */
export interface DocumentItem {
  readonly description: string;
  readonly net: Amount;
}

/** What identifies our document among all of the provider: our own key, the customer and the day. */
export interface DocumentKey {
  /** The id of the document of which it gives back a part (OP-13); absent: it is an invoice. */
  readonly corrects?: string;
  readonly key: string;
  readonly customerId: string;
  readonly day: Day;
}

/** An invoice as it is to be drafted (OP-06). */
export interface DocumentOrder extends DocumentKey {
  readonly title: string;
  readonly from: Day;
  readonly to: Day;
  readonly vatRate: Amount;
  readonly items: readonly DocumentItem[];
  /** What stands below the sums, such as the direct debit to come; null: nothing. */
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

/** A direct debit that the provider is to take (OP-09, DATA-07). */
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
 * Whoever issues the invoices of tenants. Each call is one request or a walk through a list; nothing is repeated in here.
 * Every call throws `ProviderFailure`.
 */
export interface BillingProvider {
  /** All documents with our key, drafts and finished ones: every hit is compared, as lists may hold more than was asked. */
  documentsOf(key: DocumentKey): Promise<readonly ProviderDocument[]>;
  draft(order: DocumentOrder): Promise<ProviderDocument>;
  /** Null: there is none. */
  document(id: string): Promise<ProviderDocument | null>;
  finish(id: string): Promise<ProviderDocument>;
  cancel(id: string): Promise<void>;
  /** The finished document as PDF. */
  pdf(id: string): Promise<Buffer>;
  sendMail(id: string, to: string): Promise<void>;
  /** Whether a mail with the document is on its way or was sent. */
  wasMailed(id: string): Promise<boolean>;
  debit(id: string, debit: Debit): Promise<void>;
  /** Whether the document has this debit; a different one with the same reference counts as well. */
  wasDebited(id: string, debit: Debit): Promise<boolean>;
}

/**
 * - `later`: it was certainly not carried out, and may be tried again.
 * - `refused`: it was certainly not carried out, and never will be as it is.
 * - `unknown`: nobody knows whether it was carried out.
 */
export type FailureKind = 'later' | 'refused' | 'unknown';

export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly wait: number | null;

  constructor(kind: FailureKind, message: string, wait: number | null = null) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.wait = wait;
  }
}
