import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { ApprovalRecords, Attachment } from '../../document/approval/covered.ts';
import type { StoredRow } from '../../document/fields.ts';
import type { ProcurementStatus } from '../../timeline/kinds.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { lineFields, linePriceFields, procurementFields } from './fields.ts';
import type { procurementKind } from './kind.ts';

/** DATA-31. */
export const supplierOrderStates = [
  'open',
  'sending',
  'sent',
  'confirmed',
  'failed',
  'uncertain',
  'cancelled',
] as const;
export type SupplierOrderState = (typeof supplierOrderStates)[number];

/** The maximum number of lines of a request. */
export const maxLines = 500;

/** The kinds of letters to suppliers (PROC-37). */
export const letterKinds = ['order', 'change', 'cancellation'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** The state of a letter; `cancelled`: it became unnecessary before it was sent. */
export type LetterState = 'sending' | 'sent' | 'failed' | 'uncertain' | 'cancelled';

/** Why a letter was not sent (MAIL-04). */
export const letterFailures = [
  'order_changed',
  'order_not_ready',
  'request_cancelled',
  'mail_refused',
  'shop_refused',
  'interrupted',
] as const;
export type LetterFailure = (typeof letterFailures)[number];

export type OrderChannel = 'email' | 'cxml' | 'manual';

/** The fields a person may fill (PROC-02, DATA-28). */
export type ProcurementFields = StoredRow<typeof procurementFields>;

/** One procurement without its lines. */
export interface ProcurementHead extends ProcurementFields {
  readonly id: number | null;
  readonly status: ProcurementStatus;
  /** The running number of PO-...; null until the request first leaves `draft` (TL-24). */
  readonly number: number | null;
  readonly draft_number: string | null;
  readonly order_number_formatted: string | null;
  readonly creator_id: number;
  readonly submitted_at: string | null;
  readonly completely_invoiced: boolean;
  readonly total_netto: Amount;
  readonly total_tax: Amount;
  readonly total_brutto: Amount;
  /** Value and suppliers of the last full approval (TASK-07). */
  readonly approved_netto: Amount | null;
  readonly approved_supplier_ids: readonly number[] | null;
  /** The reason for keeping it beyond its retention; null without a legal hold (ARC-02). */
  readonly legal_hold: string | null;
}

/** The fields of a line a person may fill (DATA-29). */
export interface LineFields extends StoredRow<typeof lineFields> {
  readonly sort_no: number;
}

export interface ProcurementLine extends LineFields {
  readonly id: number | null;
  /** The sum of goods receipts less counter receipts. */
  readonly quantity_received: Amount;
  readonly is_cost_center_fixed: boolean;
  readonly marketplace_id: number | null;
  readonly punchout_cart_id: number | null;
}

/** The content of a letter to a supplier. */
export interface OrderContent {
  readonly head: OrderContentHead;
  readonly lines: readonly OrderContentLine[];
}

/** The head fields in letters to suppliers. */
export const orderHeadFields = [
  'delivery_date',
  'delivery_address_id',
  'consignee_id',
  'billing_address_text',
  'payment_in_advance',
  'external_order_number',
  'currency',
] as const satisfies readonly (keyof ProcurementHead)[];

export interface OrderContentHead extends Pick<ProcurementHead, (typeof orderHeadFields)[number]> {
  /** Null if the notes are not for the supplier. */
  readonly notes: string | null;
}

/** The line fields in letters to suppliers. */
export const orderLineFields = [
  'id',
  'kind',
  'description',
  'item_number',
  'quantity',
  'unit',
  'price_netto',
  'price_brutto',
  'price_mode',
  'price_unit',
  'tax',
  'offer_number',
  'offer_date',
  'delivery_date',
] as const satisfies readonly (keyof ProcurementLine)[];
export type OrderContentLine = Pick<ProcurementLine, (typeof orderLineFields)[number]>;

/** One attempt to send a letter; the last sent one is valid (PROC-37). */
export interface OrderLetter {
  readonly id: number | null;
  readonly kind: LetterKind;
  readonly version: number;
  /** The number of the change; null for other letters. */
  readonly change_no: number | null;
  readonly state: LetterState;
  readonly failure: LetterFailure | null;
  /** The message of the mail server. */
  readonly failure_reason: string | null;
  readonly channel: OrderChannel;
  readonly content: OrderContent;
}

/** The values that a supplier confirmed for one line; null where not stated (PROC-36). */
export interface ConfirmedLine {
  readonly procurement_line_id: number;
  readonly quantity: Amount | null;
  /** In the line's own price mode and unit. */
  readonly price: Amount | null;
  readonly delivery_date: Day | null;
}

/** An accepted price of the supplier, in the line's own price mode and unit. */
export interface AgreedPrice {
  readonly procurement_line_id: number;
  readonly price: Amount;
}

/** The order of one block of lines at its supplier (DATA-31, PROC-16). */
export interface SupplierOrder {
  readonly id: number | null;
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
  readonly state: SupplierOrderState;
  readonly channel: OrderChannel | null;
  /** From the oldest to the newest. */
  readonly letters: readonly OrderLetter[];
  /** The supplier's deviating confirmation that is not accepted yet (PROC-36). */
  readonly undecided_confirmation_id: number | null;
  /** The lines of that confirmation. */
  readonly undecided_lines: readonly ConfirmedLine[];
  /** The supplier's prices accepted since the last letter; the supplier already knows them. */
  readonly agreed_prices: readonly AgreedPrice[];
}

/** A booking for one line; a negative quantity takes an earlier receipt back (PROC-18, DATA-30). */
export interface Receipt {
  readonly id: number;
  readonly number_formatted: string;
  readonly procurement_line_id: number;
  readonly quantity: Amount;
  /** The receipt that it takes back; null for receipts and for old counter receipts without a reference. */
  readonly reverses_id: number | null;
}

/** A purchase request or order with all data that its rules need. */
export interface Procurement {
  readonly kind: typeof procurementKind;
  readonly head: ProcurementHead;
  readonly lines: readonly ProcurementLine[];
  readonly orders: readonly SupplierOrder[];
  /** From the oldest to the newest. */
  readonly receipts: readonly Receipt[];
  readonly timeline: Timeline;
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/** The amounts of a line, masked for readers without `user-price` (ROLE-07). */
export type LinePrice = Pick<LineFields, (typeof linePriceFields)[number]>;

/** The ordered and received quantity of a line. */
export type LineQuantity = Pick<ProcurementLine, 'kind' | 'quantity' | 'quantity_received'>;

/** Identifies one block of lines: the supplier and the marketplace of the lines (PROC-16). */
export interface OrderBlock {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
}
