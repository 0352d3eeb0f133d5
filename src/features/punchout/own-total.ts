import { type Amount, compareAmounts, dividedBy, round, sum, times } from '../../base/money.ts';
import type { CartItem } from './cart.ts';

/** The sums of a cart's items; null if an amount is unclear or in another currency than the stated total. */
export interface CartSums {
  readonly goods: Amount | null;
  readonly freight: Amount;
}

/** A total stated by a shop beside the sum of its items (PUN-16). */
export interface TotalDifference {
  readonly shop: Amount;
  readonly items: Amount;
}

/** The net total of an item, rounded to cents as that of a line (PRICE-06). */
export function netOfItem({
  quantity,
  price,
  price_unit,
}: Pick<CartItem, 'quantity' | 'price' | 'price_unit'>): Amount {
  return round(dividedBy(times(quantity ?? '0', price ?? '0'), price_unit), 2);
}

/** The sums of items that a shop states a total in this currency for. */
export function sumsOf(items: readonly CartItem[], currency: string): CartSums {
  const isClear = items.every(
    (item) => item.quantity !== null && item.price !== null && (item.currency ?? currency) === currency,
  );
  const of = (kind: CartItem['kind']) => sum(items.filter((item) => item.kind === kind).map(netOfItem));
  return { goods: isClear ? of('item') : null, freight: of('freight') };
}

/**
 * The difference between the total of a shop and its items; null if there is none or it cannot be known. By the
 * standard a total excludes freight, but many shops include it.
 */
export function totalDifference(shop: Amount, { goods, freight }: CartSums): TotalDifference | null {
  if (goods === null) return null;
  const isSum = [goods, sum([goods, freight])].some((each) => compareAmounts(each, shop) === 0);
  return isSum ? null : { shop, items: goods };
}
