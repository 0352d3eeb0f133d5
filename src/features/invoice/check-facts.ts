import type { Amount } from '../../base/money.ts';
import type { ExportTarget } from '../export-target/targets.ts';
import type { mandatoryFields } from '../master-data/mandatory-fields.ts';
import type { ReadFields, Reading } from '../recognition/reading.ts';
import type { RecognitionStart } from './setting-fields.ts';

/** What a company or a tenant may require of an invoice beyond what always is (VAL-17, ADM-08, ADM-17). */
export type RequiredSelection = (typeof mandatoryFields.invoice)[number];

/** What the tenant and the company of an invoice have set for its check. */
export interface InvoiceSettings {
  /** When an approval is planned at all (APPR-14, ENUM-27). */
  readonly approval: 'always' | 'if-no-order' | 'never';
  readonly exportTarget: ExportTarget;
  readonly recognitionStart: RecognitionStart;
  /** What is needed beyond what always is (VAL-11, VAL-17). */
  readonly required: readonly RequiredSelection[];
  /** The law of insolvency asks for a result of the check (INV-07). */
  readonly isReviewed: boolean;
  /** The company lets invoices pass the check in which nothing is in doubt (INV-24). */
  readonly isTouchless: boolean;
  /** In the currency of the invoice, for each rate (INV-11). */
  readonly taxTolerance: Amount;
}

/** What is known of the document and of its two parties, beside the form (INV-19). */
export interface FormalFacts {
  /** Null where nothing was read. */
  readonly reading: KnownReading | null;
  readonly supplier: PostalAddress | null;
  /** The company that the invoice is booked in. */
  readonly company: {
    readonly name: string;
    readonly billing_name: string | null;
    readonly vat_number: string | null;
  } | null;
}

/** A reading, as far as the check looks at it. */
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

/** The invoice that a credit note names as the one that it corrects. */
export interface CorrectedInvoice {
  readonly supplier_id: number | null;
  readonly client_id: number | null;
  readonly is_discarded: boolean;
  /** The number of the booked final invoice that has taken it off without this credit note; null where none has (INV-22). */
  readonly taken_off_by: string | null;
  /** The credit note names no order, or one of those of the invoice. */
  readonly is_of_order: boolean;
  /** What its other credit notes leave of it, in the currency of the company. */
  readonly net_left: Amount;
  readonly gross_left: Amount;
  /** The first cost center that gets more than is left of what the invoice charges there; null where none does. */
  readonly beyond: { readonly id: number; readonly name: string } | null;
}
