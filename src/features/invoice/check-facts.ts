import type { Amount } from '../../base/money.ts';
import type { ExportTarget } from '../export-target/targets.ts';
import type { mandatoryFields } from '../master-data/mandatory-fields.ts';
import type { ReadFields, Reading } from '../recognition/reading.ts';
import type { RecognitionStart } from './setting-fields.ts';

/** The fields that a company or tenant may require besides those always required (VAL-17, ADM-08, ADM-17). */
export type RequiredSelection = (typeof mandatoryFields.invoice)[number];

/** The settings of tenant and company for the check of an invoice. */
export interface InvoiceSettings {
  /** When an approval is planned (APPR-14, ENUM-27). */
  readonly approval: 'always' | 'if-no-order' | 'never';
  readonly exportTarget: ExportTarget;
  readonly recognitionStart: RecognitionStart;
  /** Required besides the fields always required (VAL-11, VAL-17). */
  readonly required: readonly RequiredSelection[];
  /** Insolvency law requires a result of the check (INV-07). */
  readonly isReviewed: boolean;
  /** In this company, invoices without doubts pass the check automatically (INV-24). */
  readonly isTouchless: boolean;
  /** In the currency of the invoice, for each rate (INV-11). */
  readonly taxTolerance: Amount;
}

/** Known data of the document and its two parties besides the form (INV-19). */
export interface FormalFacts {
  /** Null if nothing was read. */
  readonly reading: KnownReading | null;
  readonly supplier: PostalAddress | null;
  /** The company that the invoice is booked in. */
  readonly company: {
    readonly name: string;
    readonly billing_name: string | null;
    readonly vat_number: string | null;
  } | null;
}

/** The part of a reading that the check needs. */
export type KnownReading = Pick<Reading, 'reading' | 'seller'> & {
  readonly fields: Pick<
    ReadFields,
    | 'buyerName'
    | 'buyerVatId'
    | 'sellerVatId'
    | 'sellerTaxNumber'
    | 'deliveryDate'
    | 'billingPeriodStart'
    | 'billingPeriodEnd'
    | 'totalNet'
    | 'totalGross'
    | 'sellerIban'
    | 'invoiceNumber'
    | 'invoiceDate'
  >;
};

export interface PostalAddress {
  readonly address: string | null;
  readonly zipcode: string | null;
  readonly city: string | null;
}

/** The invoice that a credit note corrects. */
export interface CorrectedInvoice {
  readonly supplier_id: number | null;
  readonly client_id: number | null;
  readonly is_discarded: boolean;
  /** The number of the booked final invoice that deducted it without this credit note; null if none (INV-22). */
  readonly taken_off_by: string | null;
  /** The credit note names no order, or an order of the invoice. */
  readonly is_of_order: boolean;
  /** The amounts left after its other credit notes, in the currency of the company; null while its rate is unknown. */
  readonly net_left: Amount | null;
  readonly gross_left: Amount | null;
  /** Null without a company. */
  readonly company_currency: string | null;
  /** The first cost center credited with more than is left of its charge; null if none. */
  readonly beyond: { readonly id: number; readonly name: string } | null;
}
