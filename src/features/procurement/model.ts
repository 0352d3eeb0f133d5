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

/** As many lines as a request has at most. */
export const mostLines = 500;

/** What a supplier is told in a letter: the order, a change of it, or that it is void (PROC-37). */
export const letterKinds = ['order', 'change', 'cancellation'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** How far a letter is; `cancelled`: it was not needed any more before it left. */
export type LetterState = 'sending' | 'sent' | 'failed' | 'uncertain' | 'cancelled';

/** Why a letter has not gone out (MAIL-04). */
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
  /** Why it is held beyond its retention; null where nothing holds it (ARC-02). */
  readonly legal_hold: string | null;
}

/** The fields of a line a person may fill (DATA-29). */
export interface LineFields extends StoredRow<typeof lineFields> {
  readonly sort_no: number;
}

export interface ProcurementLine extends LineFields {
  readonly id: number | null;
  /** Confirmed by goods receipts, counter receipts subtracted. */
  readonly quantity_received: Amount;
  readonly is_cost_center_fixed: boolean;
  readonly marketplace_id: number | null;
  readonly punchout_cart_id: number | null;
}

/** What a supplier is to read in a letter; two letters that say the same are equal. */
export interface OrderContent {
  readonly head: OrderContentHead;
  readonly lines: readonly OrderContentLine[];
}

/** The fields of the head that a supplier reads whenever they are filled. */
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
  /** Null where notes are not for the supplier. */
  readonly notes: string | null;
}

/** The fields of a line that a supplier reads. */
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

/** One attempt at telling a supplier something; of those that were sent the last one counts (PROC-37). */
export interface OrderLetter {
  readonly id: number | null;
  readonly kind: LetterKind;
  readonly version: number;
  /** Which change it is; null for other letters. */
  readonly change_no: number | null;
  readonly state: LetterState;
  readonly failure: LetterFailure | null;
  /** In the words of the mail server. */
  readonly failure_reason: string | null;
  readonly channel: OrderChannel;
  readonly content: OrderContent;
}

/** What a supplier confirmed of one line; what is absent he did not say (PROC-36). */
export interface ConfirmedLine {
  readonly procurement_line_id: number;
  readonly quantity: Amount | null;
  /** In the line's own price mode and unit. */
  readonly price: Amount | null;
  readonly delivery_date: Day | null;
}

/** A supplier's price that was accepted, in the line's own price mode and unit. */
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
  /** The supplier's confirmation that deviates from the order in ways that nobody has accepted yet (PROC-36). */
  readonly undecided_confirmation_id: number | null;
  /** What that confirmation says. */
  readonly undecided_lines: readonly ConfirmedLine[];
  /** The prices that were accepted since the supplier was told something: he knows them, for they are his own. */
  readonly agreed_prices: readonly AgreedPrice[];
}

/** What was booked of one line; a negative quantity takes an earlier receipt back (PROC-18, DATA-30). */
export interface Receipt {
  readonly id: number;
  readonly number_formatted: string;
  readonly procurement_line_id: number;
  readonly quantity: Amount;
  /** The receipt that it takes back; null for receipts, and for what was taken back before receipts were named. */
  readonly reverses_id: number | null;
}

/** A purchase request or order with all that its rules look at. */
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

/** How much of a line has not arrived yet; freight and surcharges never arrive. */
export type LineQuantity = Pick<ProcurementLine, 'kind' | 'quantity' | 'quantity_received'>;

/** Names one block of lines: a supplier, and the marketplace where they were picked (PROC-16). */
export interface OrderBlock {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
}
