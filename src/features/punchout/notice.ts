import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, sum } from '../../base/money.ts';

/** State of a portion: `backordered` arrives late, `rejected` never. */
export type PortionState = 'accepted' | 'changed' | 'backordered' | 'rejected';

/** A portion of an order line, as the shop confirms or ships it. */
export interface NoticedPortion {
  readonly line_number: number;
  /** Null if not given. */
  readonly quantity: Amount | null;
  readonly price: Amount | null;
  /** Quantity that the price refers to; null if not given. */
  readonly price_unit: Amount | null;
  readonly currency: string | null;
  readonly delivery_date: Day | null;
  readonly state: PortionState;
}

/** How a message names an order of ours. */
export interface OrderName {
  readonly order_number: string | null;
  /** Payload ID of our order, which identifies it if the number does not. */
  readonly order_payload: string | null;
}

/** Content about one order. */
export interface NoticedOrder extends OrderName {
  readonly portions: readonly NoticedPortion[];
}

/** What identifies a message of a shop and its sender. */
export interface NoticeHead {
  readonly payload_id: string;
  readonly from: string | null;
  readonly sender: { readonly identity: string; readonly secret: string | null } | null;
}

/** The invoice of a shop (PUN-17). */
export interface SentInvoice extends NoticeHead {
  readonly kind: 'invoice';
  /** The number of the shop. */
  readonly number: string;
  readonly is_credit: boolean;
  /** A test has no effect. */
  readonly is_test: boolean;
  readonly orders: readonly OrderName[];
  /** The invoice without its envelope, equal whenever it is sent. */
  readonly content: string;
  /** The message in UTF-8 without secrets, kept as the original. */
  readonly message: string;
}

/** A shop's message about orders it accepted. */
export interface Notice extends NoticeHead {
  readonly kind: 'confirmation' | 'ship_notice' | 'status';
  /** The shop's number of the confirmation or shipment. */
  readonly number: string | null;
  readonly noticed_on: Day | null;
  /** State of lines that the notice does not mention; null if not given. */
  readonly rest: 'accepted' | 'rejected' | null;
  /** Whether the shipment was cancelled. */
  readonly is_withdrawn: boolean;
  readonly carrier: string | null;
  readonly tracking_numbers: readonly string[];
  readonly comment: string | null;
  readonly status: { readonly code: string; readonly text: string } | null;
  readonly orders: readonly NoticedOrder[];
}

/** All portions of a line combined. */
export interface NoticedLine extends Omit<NoticedPortion, 'state'> {
  /** States other than accepted. */
  readonly states: readonly LineState[];
}

/** `partly_rejected`: the rest is delivered. */
export type LineState = 'backordered' | 'rejected' | 'partly_rejected';

/** The lines of a notice, one entry each: without rejected portions, with the highest price and the last day. */
export function noticedLines({ portions }: Pick<NoticedOrder, 'portions'>): readonly NoticedLine[] {
  const numbers = [...new Set(portions.map(({ line_number }) => line_number))];
  return numbers.map((line_number): NoticedLine => {
    const own = portions.filter((portion) => portion.line_number === line_number);
    const brought = own.filter(({ state }) => state !== 'rejected');
    const quantities = brought.map(({ quantity }) => quantity);
    const priced = brought
      .filter(({ price }) => price !== null)
      .toSorted((one, other) => compareAmounts(other.price ?? '0', one.price ?? '0'))[0];
    const isRejected = own.some(({ state }) => state === 'rejected');
    const states: readonly LineState[] = [
      ...(own.some(({ state }) => state === 'backordered') ? (['backordered'] as const) : []),
      ...(isRejected ? ([brought.length > 0 ? 'partly_rejected' : 'rejected'] as const) : []),
    ];
    return {
      line_number,
      quantity: quantities.some((each) => each === null) ? null : sum(quantities.map((each) => each ?? '0')),
      price: priced?.price ?? null,
      price_unit: priced?.price_unit ?? null,
      currency: priced?.currency ?? null,
      delivery_date:
        brought
          .map((each) => each.delivery_date ?? '')
          .toSorted()
          .at(-1) || null,
      states,
    };
  });
}
