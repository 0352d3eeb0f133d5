import type { Day } from '../../../base/day.ts';
import { amountOf } from '../../../base/money.ts';
import type { ApiAmount, Named, Numbered, Person, ShownDocument } from '../../../document/web/document.ts';
import { documentNumber as numberOf } from '../../../document/web/document.ts';
import type { ProcurementStatus } from '../../../timeline/kinds.ts';
import { procurementKind } from '../kind.ts';
import type {
  LetterFailure,
  LetterKind,
  LetterState,
  LineKind,
  OrderChannel,
  PaymentTiming,
  ProcurementType,
  SupplierOrderState,
  UsageType,
} from '../model.ts';

export interface CompanyRow extends Named {
  readonly currency: string;
  readonly amount_basis: 'net' | 'gross';
  readonly min_approval: number;
  readonly default_product_tax: number | null;
  readonly default_product_unit: string | null;
  readonly billing_name: string | null;
  readonly billing_address: string | null;
  readonly billing_address_complement: string | null;
  readonly billing_zipcode: string | null;
  readonly billing_city: string | null;
  /** Form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
}

export interface AddressRow {
  readonly id: number;
  readonly address_name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
}

export interface LineRow {
  readonly id: number;
  readonly sort_no: number;
  readonly kind: LineKind;
  readonly description: string | null;
  readonly item_number: string | null;
  readonly quantity: number | null;
  readonly quantity_received: number;
  readonly unit: string | null;
  readonly price_netto: ApiAmount;
  readonly price_brutto: ApiAmount;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit: number;
  readonly tax: number | null;
  readonly product_id: number | null;
  readonly is_cost_center_fixed: boolean;
  readonly offer_number: string | null;
  readonly offer_date: Day | null;
  readonly image_url: string | null;
  readonly webshop_url: string | null;
  /** Asked of the supplier; null: as the whole order. */
  readonly delivery_date: Day | null;
  readonly confirmed_delivery_date: Day | null;
  readonly order_state: SupplierOrderState | null;
  readonly supplier: (Named & { readonly delivery_in_days: number | null }) | null;
  readonly product_group: Named | null;
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
}

export interface SupplierOrderRow {
  readonly id: number;
  readonly state: SupplierOrderState;
  readonly channel: OrderChannel | null;
  readonly sent_at: string | null;
  readonly confirmation_no: string | null;
  readonly supplier: Named | null;
  readonly procurement_order_letters: readonly LetterRow[];
  readonly order_confirmations: readonly ConfirmationRow[];
}

/** One attempt at telling a supplier something about his order (PROC-37). */
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
  /** Null while nothing was written, and for what was told by telephone. */
  readonly file_id: string | null;
  readonly created_by: Person | null;
}

/** What a supplier confirmed (PROC-36). */
export interface ConfirmationRow {
  readonly id: number;
  readonly number: string | null;
  readonly confirmed_on: Day | null;
  readonly comment: string | null;
  readonly file_id: string | null;
  readonly created_at: string;
  readonly accepted_at: string | null;
  readonly accepted_by: Person | null;
  readonly order_confirmation_lines: readonly ConfirmedLineRow[];
}

export interface ConfirmedLineRow {
  readonly procurement_line_id: number;
  readonly quantity: number | null;
  readonly price: ApiAmount;
  readonly delivery_date: Day | null;
}

/** The order of one supplier as the rules of the server see it (PROC-16). */
export interface OrderBlockRow {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
  readonly supplier_order_id: number | null;
  readonly state: SupplierOrderState;
  /** What the supplier has to be told next; null when he knows the order as it stands. */
  readonly letter_due: LetterKind | null;
}

export interface ReceiptRow {
  readonly id: number;
  readonly number_formatted: string;
  readonly procurement_line_id: number;
  readonly quantity: number;
  readonly received_at: string;
  /** Why it takes goods back. */
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

export interface ProcurementDocument extends ShownDocument {
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: ProcurementStatus;
  readonly type: ProcurementType;
  /** Company currency per unit of the document's; null while it is the same one. */
  readonly exchange_rate: number | null;
  readonly rate_date: Day | null;
  readonly submitted_at: string | null;
  readonly open_value: ApiAmount;
  readonly completely_invoiced: boolean;
  readonly delivery_date: Day | null;
  readonly billing_address_text: string | null;
  readonly usage_type: UsageType | null;
  readonly payment_timing: PaymentTiming | null;
  readonly payment_in_advance: boolean;
  readonly notes: string | null;
  readonly show_notes_in_pdf: boolean;
  readonly external_order_number: string | null;
  readonly no_product_selection: boolean;
  /** What it is ordered from (PROC-25). */
  readonly contract_id: number | null;
  /** Null as well where the person does not see the contract. */
  readonly contract: {
    readonly contract_number_formatted: string | null;
    readonly name: string | null;
  } | null;
  readonly department: Named | null;
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
  readonly consignee: Person | null;
  readonly delivery_address: AddressRow | null;
  readonly procurement_lines: readonly LineRow[];
  readonly procurement_supplier_orders: readonly SupplierOrderRow[];
  readonly order_blocks: readonly OrderBlockRow[];
  readonly goods_receipts: readonly ReceiptRow[];
  readonly invoices: readonly InvoiceRow[];
}

/** What a form needs to know of a company. */
export const companyFields = `id name currency amount_basis min_approval default_product_tax default_product_unit
  billing_name billing_address billing_address_complement billing_zipcode billing_city required_fields`;

export const addressFields = 'id address_name address zipcode city';

/** What of a request is read beside what every document has. */
export const documentFields = `
  type exchange_rate rate_date submitted_at open_value completely_invoiced delivery_date billing_address_text usage_type payment_timing payment_in_advance
  notes show_notes_in_pdf external_order_number no_product_selection contract_id
  contract { contract_number_formatted name }
  department { id name: shown_name }
  cost_center { id number name: shown_name }
  ledger_account { id number name }
  consignee { id name }
  delivery_address { ${addressFields} }
  procurement_lines(order_by: { sort_no: asc }) {
    id sort_no kind description item_number quantity quantity_received unit price_netto price_brutto price_mode
    price_unit tax product_id is_cost_center_fixed offer_number offer_date image_url webshop_url
    delivery_date confirmed_delivery_date order_state
    supplier { id name delivery_in_days }
    product_group { id name: shown_name }
    cost_center { id number name: shown_name }
    ledger_account { id number name }
  }
  procurement_supplier_orders(order_by: { id: asc }) {
    id state channel sent_at confirmation_no
    supplier { id name }
    procurement_order_letters(order_by: { id: asc }) {
      id kind version change_no state failure failure_reason channel recipient created_at settled_at file_id
      created_by { id name }
    }
    order_confirmations(order_by: { id: asc }) {
      id number confirmed_on comment file_id created_at accepted_at
      accepted_by { id name }
      order_confirmation_lines(order_by: { id: asc }) { procurement_line_id quantity price delivery_date }
    }
  }
  order_blocks { supplier_id marketplace_id supplier_order_id state letter_due }
  goods_receipts(order_by: { id: asc }) {
    id number_formatted procurement_line_id quantity received_at reason delivery_note_number delivery_note_date file_id comment
    lb_user { id name }
    location { id name }
  }
  invoices(order_by: { id: asc }) {
    id number_printed invoice_number_formatted invoice_date status currency total_netto total_brutto
  }`;

/** The number people know the request by: PO-..., or DR-... while it never left the draft (TL-24). */
export function documentNumber(document: ProcurementDocument): string {
  return numberOf(procurementKind, document);
}

/** An amount of the API as the decimal text that the rules compute with; null where prices are hidden. */
export function amountOrNull(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : amountOf(value);
}
