import { type Amount, dividedBy, isZero } from '../../../base/money.ts';

/** An order line for the comparison with an invoice (INV-23). */
export interface OrderLine {
  readonly id: number;
  readonly procurement_id: number;
  /** The number of its order. */
  readonly order_number: string;
  readonly kind: 'item' | 'freight' | 'surcharge';
  readonly item_number: string | null;
  readonly description: string | null;
  readonly quantity: Amount | null;
  /** As written by the requester or the shop. */
  readonly unit: string | null;
  /** Confirmed by goods receipts. */
  readonly quantity_received: Amount;
  /** Charged by other invoices, minus credit notes. */
  readonly quantity_invoiced: Amount;
  /** Net, for `price_unit` units, in the currency of the order; null for people who see no prices. */
  readonly price_netto: Amount | null;
  readonly price_unit: Amount;
  readonly currency: string;
}

/** The net price of one unit, in the currency of the order. */
export function unitPrice({ price_netto, price_unit }: OrderLine): Amount | null {
  if (price_netto === null) return null;
  return isZero(price_unit) ? price_netto : dividedBy(price_netto, price_unit);
}
