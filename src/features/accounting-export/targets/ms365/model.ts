import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import type { TaxCategory, TaxRow } from '../../../invoice/model.ts';
import type { D365Dimension } from '../../../master-data/d365-dimensions.ts';
import type { Deducted } from '../../final-rest.ts';

/** Values by dimension; unused dimensions are missing. */
export type DimensionValues = Readonly<Partial<Record<D365Dimension, string>>>;

/** A cash discount of a company in Dynamics 365 (DISC-05). */
export interface DiscountCode {
  /** Percent. */
  readonly percentage: Amount;
  readonly days: number;
  readonly code: string;
}

/** The settings of a company for its export to Dynamics 365 (EXP-14). */
export interface DynamicsCompany {
  readonly name: string;
  readonly currency: string;
  /** The last closed day; null where no period is closed. */
  readonly datev_closed_until: Day | null;
  readonly discount_codes: readonly DiscountCode[];
  /** The procurement category of lines of pending invoices; journals need none. */
  readonly category: string | null;
}

/** A line with its booking data: its own, else the defaults of the head (DATA-35). */
export interface DynamicsLine {
  /** In the invoice's currency. */
  readonly net: Amount;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
  readonly text: string | null;
  readonly account: string | null;
  readonly dimensions: DimensionValues;
  readonly tax_group: string | null;
  readonly tax_item_group: string | null;
}

/** An invoice with all data for Dynamics 365. Amounts are in its currency, negative on a credit note. */
export interface DynamicsInvoice extends Deducted {
  readonly guid: string;
  /** The export number (VAL-14). */
  readonly number: string | null;
  readonly name: string | null;
  readonly invoice_date: Day;
  readonly due_date: Day | null;
  readonly currency: string;
  /** Units of the company's currency per unit of the invoice's; null where both are the same. */
  readonly exchange_rate: Amount | null;
  readonly total_brutto: Amount;
  readonly total_tax: Amount;
  readonly export_individual_items: boolean;
  readonly terms: readonly {
    readonly percentage: Amount | null;
    readonly days: number | null;
    readonly date: Day | null;
  }[];
  readonly supplier: string | null;
  readonly vendor_account: string | null;
  readonly lines: readonly DynamicsLine[];
  readonly tax_rows: readonly TaxRow[];
}

/** One ledger side of a booking against the vendor. */
export interface LedgerLine {
  readonly account: string;
  readonly dimensions: DimensionValues;
  readonly tax_group: string | null;
  readonly tax_item_group: string | null;
  /** To the cent, never 0; negative on a credit note and for deductions. */
  readonly gross: Amount;
  readonly net: Amount;
  readonly text: string | null;
}

/** The payload of an invoice for Dynamics 365, reused by repetitions and reversals. */
export interface DynamicsBooking {
  readonly guid: string;
  readonly vendor: string;
  readonly number: string;
  readonly text: string;
  readonly invoice_date: Day;
  readonly due_date: Day | null;
  /** The booking day. */
  readonly day: Day;
  readonly currency: string;
  readonly exchange_rate: Amount | null;
  readonly gross: Amount;
  readonly tax: Amount;
  readonly discount_code: string | null;
  readonly category: string | null;
  readonly lines: readonly LedgerLine[];
}
