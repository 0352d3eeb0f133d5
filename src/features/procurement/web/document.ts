import type { Day } from '../../../base/day.ts';
import type { RateSource } from '../../../document/brief.ts';
import { type ReadRow, selectionOf } from '../../../document/read-fields.ts';
import type { ApiAmount, Named, Person, ShownDocument } from '../../../document/web/document.ts';
import { documentNumber as numberOf } from '../../../document/web/document.ts';
import { companyFields } from '../../../document/web/draft/company.ts';
import type { ProcurementStatus } from '../../../timeline/kinds.ts';
import { lineFields, procurementFields } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type { LetterFailure, LetterKind, LetterState, OrderChannel, SupplierOrderState } from '../model.ts';

export type AddressRow = NonNullable<HeadRow['delivery_address']>;

export interface LineRow extends Omit<ReadRow<typeof lineFields>, 'supplier'> {
  readonly id: number;
  readonly sort_no: number;
  readonly quantity_received: number;
  readonly is_cost_center_fixed: boolean;
  readonly punchout_cart_id: number | null;
  readonly marketplace_id: number | null;
  readonly marketplace: Named | null;
  readonly order_state: SupplierOrderState | null;
  readonly supplier: (Named & { readonly delivery_in_days: number | null }) | null;
  /** Our numbers of the article; null if the person does not see it. */
  readonly product: { readonly item_number: string | null; readonly gtin: string | null } | null;
  readonly invoice_lines: readonly { readonly invoice: InvoiceRow }[];
}

export interface SupplierOrderRow {
  readonly id: number;
  readonly state: SupplierOrderState;
  readonly channel: OrderChannel | null;
  readonly sent_at: string | null;
  readonly confirmation_no: string | null;
  readonly supplier: Named | null;
  readonly marketplace: Named | null;
  readonly procurement_order_letters: readonly LetterRow[];
  readonly order_confirmations: readonly ConfirmationRow[];
}

/** One letter to a supplier, sent or not (PROC-37). */
export interface LetterRow {
  readonly id: number;
  readonly kind: LetterKind;
  readonly version: number;
  readonly change_no: number | null;
  readonly state: LetterState;
  readonly failure: LetterFailure | null;
  readonly failure_reason: string | null;
  readonly channel: OrderChannel;
  readonly recipient: string | null;
  readonly created_at: string;
  readonly settled_at: string | null;
  /** Null until the PDF is written, and for orders by telephone. */
  readonly file_id: string | null;
  readonly created_by: Person | null;
}

/** A supplier's confirmation (PROC-36). */
export interface ConfirmationRow {
  readonly id: number;
  readonly number: string | null;
  readonly confirmed_on: Day | null;
  readonly comment: string | null;
  readonly file_id: string | null;
  readonly created_at: string;
  /** Null for old confirmations, which have no count. */
  readonly difference_count: number | null;
  readonly accepted_at: string | null;
  readonly accepted_by: Person | null;
  readonly order_confirmation_lines: readonly ConfirmedLineRow[];
}

export interface ConfirmedLineRow {
  readonly id: number;
  /** Null once the line is removed from the order. */
  readonly procurement_line_id: number | null;
  readonly quantity: number | null;
  readonly price: ApiAmount;
  readonly delivery_date: Day | null;
  /** The ordered values at the time of the confirmation, then of its acceptance. */
  readonly description: string | null;
  readonly ordered_quantity: number | null;
  readonly ordered_price: ApiAmount;
  readonly ordered_delivery_date: Day | null;
}

/** The order of one supplier, computed by the server (PROC-16). */
export interface OrderBlockRow {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
  readonly supplier_order_id: number | null;
  readonly state: SupplierOrderState;
  /** The next letter to the supplier; null if the supplier has the current order. */
  readonly letter_due: LetterKind | null;
}

export interface ReceiptRow {
  readonly id: number;
  readonly number_formatted: string;
  readonly procurement_line_id: number;
  readonly quantity: number;
  /** The receipt that it takes back. */
  readonly reverses_id: number | null;
  readonly received_at: string;
  /** The reason for taking goods back. */
  readonly reason: string | null;
  readonly delivery_note_number: string | null;
  readonly delivery_note_date: Day | null;
  readonly file_id: string | null;
  readonly comment: string | null;
  readonly lb_user: Person | null;
  readonly location: Named | null;
}

export interface InvoiceRow {
  readonly id: number;
  readonly number_printed: string | null;
  readonly invoice_number_formatted: string | null;
  readonly invoice_date: Day | null;
  readonly status: string;
  readonly currency: string;
  readonly total_netto: ApiAmount;
  readonly total_brutto: ApiAmount;
}

type HeadRow = ReadRow<typeof procurementFields>;

export interface ProcurementDocument extends ShownDocument, Omit<HeadRow, keyof ShownDocument> {
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: ProcurementStatus;
  readonly submitted_at: string | null;
  readonly rate_source: RateSource | null;
  readonly open_value: ApiAmount;
  readonly completely_invoiced: boolean;
  /** Also null if the person cannot see the contract. */
  readonly contract: {
    readonly contract_number_formatted: string | null;
    readonly name: string | null;
  } | null;
  readonly company: { readonly over_delivery_percent: number } | null;
  readonly procurement_lines: readonly LineRow[];
  readonly procurement_supplier_orders: readonly SupplierOrderRow[];
  readonly order_blocks: readonly OrderBlockRow[];
  readonly goods_receipts: readonly ReceiptRow[];
  readonly invoices: readonly InvoiceRow[];
}

const invoiceFields =
  'id number_printed invoice_number_formatted invoice_date status currency total_netto total_brutto';

/** The queried fields of a request, beside those of every document. */
export const documentFields = `
  submitted_at rate_source open_value completely_invoiced
  ${selectionOf(procurementFields, { client: companyFields })}
  contract { contract_number_formatted name }
  company: client { over_delivery_percent }
  procurement_lines(order_by: { sort_no: asc }) {
    id sort_no quantity_received is_cost_center_fixed punchout_cart_id order_state
    marketplace_id marketplace { id name }
    product { item_number gtin }
    ${selectionOf(lineFields, { supplier: 'id name delivery_in_days' })}
    invoice_lines { invoice { ${invoiceFields} } }
  }
  procurement_supplier_orders(order_by: { id: asc }) {
    id state channel sent_at confirmation_no
    supplier { id name }
    marketplace { id name }
    procurement_order_letters(order_by: { id: asc }) {
      id kind version change_no state failure failure_reason channel recipient created_at settled_at file_id
      created_by { id name }
    }
    order_confirmations(order_by: { id: asc }) {
      id number confirmed_on comment file_id created_at difference_count accepted_at
      accepted_by { id name }
      order_confirmation_lines(order_by: { id: asc }) {
        id procurement_line_id quantity price delivery_date
        description ordered_quantity ordered_price ordered_delivery_date
      }
    }
  }
  order_blocks { supplier_id marketplace_id supplier_order_id state letter_due }
  goods_receipts(order_by: { id: asc }) {
    id number_formatted procurement_line_id quantity reverses_id received_at reason delivery_note_number delivery_note_date file_id comment
    lb_user { id name }
    location { id name }
  }
  invoices(order_by: { id: asc }) { ${invoiceFields} }`;

/** The invoices linked to the order or to one of its lines, oldest first (INV-23). */
export function linkedInvoices({
  invoices,
  procurement_lines: lines,
}: Pick<ProcurementDocument, 'invoices' | 'procurement_lines'>): readonly InvoiceRow[] {
  const ofLines = lines.flatMap((line) => line.invoice_lines.map(({ invoice }) => invoice));
  const all = new Map([...invoices, ...ofLines].map((invoice) => [invoice.id, invoice]));
  return [...all.values()].toSorted((one, other) => one.id - other.id);
}

/** The document number: PO-..., or DR-... before the first submission (TL-24). */
export function documentNumber(document: ProcurementDocument): string {
  return numberOf(procurementKind, document);
}

/** The names of all suppliers; empty if no line has one. */
export function supplierNames({
  procurement_lines: lines,
}: Pick<ProcurementDocument, 'procurement_lines'>): string {
  return [...new Set(lines.flatMap(({ supplier }) => supplier?.name ?? []))].join(', ');
}
