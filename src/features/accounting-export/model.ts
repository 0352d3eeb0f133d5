import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { TaxCategory, TaxKey, TaxRow } from '../invoice/model.ts';
import type { ChosenKey, TaxedAccount } from '../invoice/tax-keys.ts';
import type { TakenOff } from './final-rest.ts';

/** What a company has set for its export to DATEV (EXP-10, EXP-20 to EXP-22). */
export interface ExportingCompany {
  readonly id: number;
  readonly name: string;
  /** The numbers of the adviser and of the company there. */
  readonly consultant_number: string | null;
  readonly client_number: string | null;
  /** Digits of a ledger account; a personal account has one more. */
  readonly ledger_account_length: number;
  readonly currency: string;
  /** `MM-DD` */
  readonly fiscal_year_start: string;
  readonly payables_ledger: boolean;
  readonly datev_lock: boolean;
  readonly datev_service_date: boolean;
  /** The last day that is closed; null where none is. */
  readonly datev_closed_until: Day | null;
  readonly datev_kost_length: number;
  /** For suppliers without an account of their own; null where each needs one (EXP-11). */
  readonly datev_collective_account: string | null;
  /** Konto and Gegenkonto change places in the file (OP-10). */
  readonly debit_credit_reverse: boolean;
  /** The rate at which it owes tax itself, in percent (INV-18). */
  readonly owed_rate: Amount;
  readonly tax_keys: readonly TaxKey[];
}

export interface BookedAccount extends TaxedAccount {
  /** Accounts of the company's chart that may be meant by its number (EXP-10). */
  readonly charted: readonly string[];
}

/** A line with what it is booked by: its own, else what the head presets (DATA-35). */
export interface BookableLine {
  /** In the currency of the invoice. */
  readonly net: Amount;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
  readonly text: string | null;
  readonly account: BookedAccount | null;
  /** The key that somebody chose for it. */
  readonly key: ChosenKey | null;
  readonly cost_center: string | null;
  /** What the company books as second cost object (EXP-22). */
  readonly cost_object: string | null;
}

/** An invoice with all that an export tells of it. Amounts are in its currency, negative on a credit note. */
export interface ExportedInvoice extends TakenOff {
  readonly id: number;
  /** Its documents are known by it for ever (EXP-19). */
  readonly guid: string;
  /** Under which it is exported (VAL-14). */
  readonly number: string | null;
  readonly number_printed: string | null;
  readonly name: string | null;
  readonly document_type: 'invoice' | 'credit_note' | 'self_billing' | 'prepayment' | 'final';
  readonly invoice_date: Day;
  readonly due_date: Day | null;
  readonly delivery_date: Day | null;
  readonly currency: string;
  /** Units of the company's currency for one of the invoice's; null where both are the same. */
  readonly exchange_rate: Amount | null;
  readonly total_brutto: Amount;
  readonly export_individual_items: boolean;
  /** Discounts and the day until which they are taken, in words of numbers (DISC-05). */
  readonly terms: readonly { readonly percentage: Amount | null; readonly date: Day | null }[];
  readonly supplier: {
    readonly name: string | null;
    /** Its creditor account in this company, else in all (EXP-10). */
    readonly creditor: string | null;
  };
  /** The key that somebody chose for whichever of its lines it fits. */
  readonly key: ChosenKey | null;
  readonly lines: readonly BookableLine[];
  readonly tax_rows: readonly TaxRow[];
}

/** One booking of an invoice against its creditor. */
export interface Booking {
  /** In the currency of the invoice, to the cent, never 0; negative on a credit note and for what is taken off. */
  readonly gross: Amount;
  /** The same in the currency of the company; missing where both are one, and of what left before it was kept. */
  readonly base?: Amount;
  /** The account of the expense, with as many digits as the company's have. */
  readonly account: string;
  readonly posting_key: string | null;
  readonly cost_center: string | null;
  readonly cost_object: string | null;
  readonly text: string | null;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
}
