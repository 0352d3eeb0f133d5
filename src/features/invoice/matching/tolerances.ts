import type { Amount } from '../../../base/money.ts';

/** By how much an invoice may differ from its order unasked; of percent and amount the larger one counts (INV-23). */
export interface Tolerances {
  /** Of the price of the order. */
  readonly pricePercent: Amount;
  /** Of one line's net, in the currency of the invoice. */
  readonly priceAmount: Amount;
  /** Of the quantity that was ordered. */
  readonly quantityPercent: Amount;
  readonly quantityAmount: Amount;
  /** Of the freight of an invoice beyond what was ordered, net in its currency (INV-28). */
  readonly freightAmount: Amount;
}

/** Where nobody allows any difference. */
export const exactly: Tolerances = {
  pricePercent: '0',
  priceAmount: '0',
  quantityPercent: '0',
  quantityAmount: '0',
  freightAmount: '0',
};
