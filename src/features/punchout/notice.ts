import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, sum } from '../../base/money.ts';

/** What becomes of a portion of a line: `backordered` comes later than asked, `rejected` never. */
export type PortionState = 'accepted' | 'changed' | 'backordered' | 'rejected';

/** One portion of a line of an order, as the shop confirms or ships it. */
export interface NoticedPortion {
  readonly line_number: number;
  /** Null where the shop says nothing of it. */
  readonly quantity: Amount | null;
  readonly price: Amount | null;
  /** So many the price is for; null where the shop says nothing of it. */
  readonly price_unit: Amount | null;
  readonly currency: string | null;
  readonly delivery_date: Day | null;
  readonly state: PortionState;
}

/** What is said of one order. */
export interface NoticedOrder {
  readonly order_number: string | null;
  /** The payload of our order, which names it where the number does not. */
  readonly order_payload: string | null;
  readonly portions: readonly NoticedPortion[];
}

/** What a shop tells of orders after it took them. */
export interface Notice {
  readonly kind: 'confirmation' | 'ship_notice' | 'status';
  readonly payload_id: string;
  readonly from: string | null;
  readonly sender: { readonly identity: string; readonly secret: string | null } | null;
  /** The shop's own number of the confirmation or the shipment. */
  readonly number: string | null;
  readonly noticed_on: Day | null;
  /** What becomes of the lines that the notice does not name; null where it says nothing of them. */
  readonly rest: 'accepted' | 'rejected' | null;
  /** A shipment that does not take place. */
  readonly is_withdrawn: boolean;
  readonly carrier: string | null;
  readonly tracking_numbers: readonly string[];
  /** The shop's own words. */
  readonly comment: string | null;
  readonly status: { readonly code: string; readonly text: string } | null;
  readonly orders: readonly NoticedOrder[];
}

/** What all portions of a line come to. */
export interface NoticedLine extends Omit<NoticedPortion, 'state'> {
  /** What of it is not simply taken. */
  readonly states: readonly LineState[];
}

/** Of what was rejected in part, the rest is brought. */
export type LineState = 'backordered' | 'rejected' | 'partly_rejected';

/**
 * The lines that a notice names, each once: rejected portions are not brought, of several prices the highest counts, and of
 * several days the last.
 */
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
