import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import type { Refusal } from '../../../base/refusal.ts';
import {
  type AddressRow,
  addressFields,
  type CompanyRow,
  companyFields,
} from '../../../document/web/draft/company.ts';
import { gql } from '../../../platform/web/api.ts';
import type { EntryType, ProcurementStatus } from '../../../timeline/kinds.ts';
import { type TimelineEntryRow, timelineEntryFields } from '../../../timeline/web/entry-view.ts';
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

/** Amounts come as JSON numbers; null for readers without `user-price` (ROLE-07). */
type ApiAmount = number | null;

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly is_group?: boolean;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Numbered extends Named {
  readonly number: string;
}

export interface TimelineRow {
  readonly id: number;
  readonly current_entry_no: number;
  readonly content_version: number;
  readonly updated_at: string;
  readonly changed_by: Person | null;
  readonly timeline_entries: readonly TimelineEntryRow[];
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

export interface ApproverRow {
  readonly id: number;
  readonly is_required: boolean;
  readonly inserted_manually: boolean;
  readonly inserted_by_group: boolean;
  readonly lb_user: (Person & { readonly approval_limit: ApiAmount }) | null;
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

/** A file that was added to the document, or that the product keeps with it. */
export interface FileRow {
  readonly id: number;
  readonly file_id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly mime: string;
  readonly created_at: string;
  readonly created_by: Person | null;
  readonly file: { readonly received_by: string } | null;
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

/** An action on offer, as the server computed it (API-40). */
export interface ActionRow {
  readonly key: string;
  readonly label_key: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Pick<Refusal, 'code' | 'values'> | null;
  readonly is_main: boolean;
  readonly is_irreversible: boolean;
  readonly is_comment_required: boolean;
  /** Whom the dialog proposes, best first; null where no person is asked for. */
  readonly person_ids: readonly number[] | null;
  /** Where the document goes by it; `step` is null when it is then done. */
  readonly next: { readonly step: EntryType | null; readonly person_name: string | null } | null;
}

export interface ProcurementDocument {
  readonly id: number;
  readonly name: string | null;
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: ProcurementStatus;
  readonly type: ProcurementType;
  readonly currency: string;
  /** Company currency per unit of the document's; null while it is the same one. */
  readonly exchange_rate: number | null;
  readonly rate_date: Day | null;
  readonly submitted_at: string | null;
  readonly total_netto: ApiAmount;
  readonly total_tax: ApiAmount;
  readonly total_brutto: ApiAmount;
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
  readonly created_at: string;
  readonly client: CompanyRow | null;
  readonly department: Named | null;
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
  readonly consignee: Person | null;
  readonly delivery_address: AddressRow | null;
  readonly creator: Person | null;
  readonly timeline: TimelineRow;
  readonly procurement_lines: readonly LineRow[];
  readonly procurement_approvers: readonly ApproverRow[];
  readonly procurement_supplier_orders: readonly SupplierOrderRow[];
  readonly order_blocks: readonly OrderBlockRow[];
  readonly goods_receipts: readonly ReceiptRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly document_files: readonly FileRow[];
  readonly actions: readonly ActionRow[];
}

const documentFields = `
  id name order_number_formatted draft_number_formatted status type currency exchange_rate rate_date submitted_at total_netto total_tax total_brutto
  open_value completely_invoiced delivery_date billing_address_text usage_type payment_timing payment_in_advance
  notes show_notes_in_pdf external_order_number no_product_selection contract_id created_at
  contract { contract_number_formatted name }
  client { ${companyFields} }
  department { id name: shown_name }
  cost_center { id number name: shown_name }
  ledger_account { id number name }
  consignee { id name }
  delivery_address { ${addressFields} }
  creator { id name }
  timeline {
    id current_entry_no content_version updated_at
    changed_by { id name }
    timeline_entries(order_by: { entry_no: asc }) { ${timelineEntryFields} }
  }
  procurement_lines(order_by: { sort_no: asc }) {
    id sort_no kind description item_number quantity quantity_received unit price_netto price_brutto price_mode
    price_unit tax product_id is_cost_center_fixed offer_number offer_date image_url webshop_url
    delivery_date confirmed_delivery_date order_state
    supplier { id name delivery_in_days }
    product_group { id name: shown_name }
    cost_center { id number name: shown_name }
    ledger_account { id number name }
  }
  procurement_approvers(order_by: { id: asc }) {
    id is_required inserted_manually inserted_by_group
    lb_user { id name is_group approval_limit }
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
  }
  document_files(order_by: { id: asc }) {
    id file_id name size mime created_at
    created_by { id name }
    file { received_by }
  }
  actions {
    key label_key enabled refusal is_main is_irreversible is_comment_required person_ids
    next { step person_name }
  }`;

/** The whole document as the page shows it; null when it does not exist for this person. */
export function documentQuery(id: number) {
  return queryOptions({
    queryKey: ['procurement', id],
    queryFn: async ({ signal }) => {
      const query = `query ($id: bigint!) { procurement_by_pk(id: $id) { ${documentFields} } }`;
      const answer = await gql<{ procurement_by_pk: ProcurementDocument | null }>(query, { id }, { signal });
      return answer.procurement_by_pk;
    },
  });
}

/** Whether anything about the document moved since it was loaded, asked for while it is open (LOCK-01). */
export interface DocumentStamp {
  readonly content_version: number;
  readonly updated_at: string;
}

export async function readStamp(id: number, signal: AbortSignal): Promise<DocumentStamp | null> {
  const query =
    'query ($id: bigint!) { procurement_by_pk(id: $id) { timeline { content_version updated_at } } }';
  const answer = await gql<{ procurement_by_pk: { timeline: DocumentStamp } | null }>(
    query,
    { id },
    { signal },
  );
  return answer.procurement_by_pk?.timeline ?? null;
}

/** The number people know the document by: PO-..., or DR-... while it never left the draft (TL-24). */
export function documentNumber(document: ProcurementDocument): string {
  return document.order_number_formatted ?? document.draft_number_formatted ?? '';
}
