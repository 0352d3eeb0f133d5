import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { TaxCategory, TaxKey, TaxRow } from '../invoice/model.ts';
import type { ChosenKey, TaxedAccount } from '../invoice/tax-keys.ts';
import type { Deducted } from './final-rest.ts';

/** The settings of a company for its export to DATEV (EXP-10, EXP-20 to EXP-22). */
export interface ExportingCompany {
  readonly id: number;
  readonly name: string;
  /** DATEV's numbers of the adviser and the company. */
  readonly consultant_number: string | null;
  readonly client_number: string | null;
  /** The length of a ledger account; a personal account has one more digit. */
  readonly ledger_account_length: number;
  readonly currency: string;
  /** `MM-DD` */
  readonly fiscal_year_start: string;
  readonly payables_ledger: boolean;
  readonly datev_lock: boolean;
  readonly datev_service_date: boolean;
  /** The last closed day; null where no period is closed. */
  readonly datev_closed_until: Day | null;
  readonly datev_kost_length: number;
  /** For suppliers without an account of their own; null where each needs one (EXP-11). */
  readonly datev_collective_account: string | null;
  /** Swaps Konto and Gegenkonto in the file (OP-10). */
  readonly debit_credit_reverse: boolean;
  /** The rate of tax that the company owes itself, in percent (INV-18). */
  readonly owed_rate: Amount;
  readonly tax_keys: readonly TaxKey[];
}

export interface BookedAccount extends TaxedAccount {
  /** The tax that an automatic account posts: input tax (S) or one that we owe; null where it is unknown. */
  readonly automatic_category: TaxCategory | null;
  /** Accounts of the company's chart that the number may mean (EXP-10). */
  readonly charted: readonly string[];
}

/** A line with its booking data: its own, else the defaults of the head (DATA-35). */
export interface BookableLine {
  /** In the invoice's currency. */
  readonly net: Amount;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
  readonly text: string | null;
  readonly account: BookedAccount | null;
  /** The posting key chosen by a person. */
  readonly key: ChosenKey | null;
  readonly cost_center: string | null;
  /** The second cost object of the company (EXP-22). */
  readonly cost_object: string | null;
}

/** An invoice with all exported data. Amounts are in its currency, negative on a credit note. */
export interface ExportedInvoice extends Deducted {
  readonly id: number;
  /** Identifies its documents permanently (EXP-19). */
  readonly guid: string;
  /** The export number (VAL-14). */
  readonly number: string | null;
  readonly number_printed: string | null;
  readonly name: string | null;
  readonly document_type: 'invoice' | 'credit_note' | 'self_billing' | 'prepayment' | 'final';
  readonly invoice_date: Day;
  readonly due_date: Day | null;
  readonly delivery_date: Day | null;
  readonly currency: string;
  /** Units of the company's currency per unit of the invoice's; null where both are the same. */
  readonly exchange_rate: Amount | null;
  readonly total_brutto: Amount;
  readonly export_individual_items: boolean;
  /** Discounts with their last days, as numbers (DISC-05). */
  readonly terms: readonly { readonly percentage: Amount | null; readonly date: Day | null }[];
  readonly supplier: {
    readonly name: string | null;
    /** Its creditor account in this company, else the one for all companies (EXP-10). */
    readonly creditor: string | null;
  };
  /** The posting key chosen for all lines that it fits. */
  readonly key: ChosenKey | null;
  readonly lines: readonly BookableLine[];
  readonly tax_rows: readonly TaxRow[];
}

/** One booking of an invoice against its creditor. */
export interface Booking {
  /** In the invoice's currency, to the cent, never 0; negative on a credit note and for deductions. */
  readonly gross: Amount;
  /** The same in the company's currency; missing where both are the same, and in exports from before it was stored. */
  readonly base?: Amount;
  /** The expense account in the length of the company's accounts. */
  readonly account: string;
  readonly posting_key: string | null;
  readonly cost_center: string | null;
  readonly cost_object: string | null;
  readonly text: string | null;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
}

/** A booking of a file, with the fields of its invoice in the row. */
export interface BookedRow {
  readonly invoice: Pick<
    ExportedInvoice,
    'number' | 'name' | 'due_date' | 'delivery_date' | 'currency' | 'exchange_rate' | 'terms'
  > & {
    /** Null without a document in DATEV. */
    readonly guid: string | null;
    readonly supplier: string | null;
  };
  readonly booking: Booking;
  /** In the length of personal accounts. */
  readonly creditor: string;
  readonly day: Day;
  /** Reverses a booking that was exported before (EXP-24). */
  readonly isReversal: boolean;
}
