import type { Amount } from '../../../base/money.ts';

/** Differences from the order that need no confirmation; the larger of percent and amount counts (INV-23). */
export interface Tolerances {
  /** Percent of the order price. */
  readonly pricePercent: Amount;
  /** Per line net, in the currency of the invoice. */
  readonly priceAmount: Amount;
  /** Percent of the ordered quantity. */
  readonly quantityPercent: Amount;
  readonly quantityAmount: Amount;
  /** Freight of an invoice beyond the ordered freight, net in its currency (INV-28). */
  readonly freightAmount: Amount;
}

/** No tolerance. */
export const exactly: Tolerances = {
  pricePercent: '0',
  priceAmount: '0',
  quantityPercent: '0',
  quantityAmount: '0',
  freightAmount: '0',
};
