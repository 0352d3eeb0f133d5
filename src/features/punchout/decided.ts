import { apportioned } from '../../base/apportion.ts';
import {
  type Amount,
  amountOf,
  compareAmounts,
  dividedBy,
  isZero,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import { netOfItem } from './own-total.ts';
import type { PendingItem } from './pending.ts';

/** The amounts of an item that can be ambiguous. */
export const unclearFields = ['price', 'quantity'] as const;
export type UnclearField = (typeof unclearFields)[number];

/** A person's choice between the readings of an unclear amount (PUN-16). */
export interface ChosenReading {
  readonly position: number;
  readonly field: UnclearField;
  readonly value: Amount;
}

/** The items with the chosen readings; a choice that was not offered changes nothing. */
export function withReadings<Item extends PendingItem>(
  items: readonly Item[],
  chosen: readonly ChosenReading[],
): readonly Item[] {
  return items.map((item) => {
    let read = item;
    for (const reading of chosen) if (reading.position === item.position) read = withReading(read, reading);
    return read;
  });
}

function withReading<Item extends PendingItem>(item: Item, { field, value }: ChosenReading): Item {
  const offered = item.unclear?.[field].find((one) => compareAmounts(one, value) === 0);
  if (offered === undefined) return item;
  const problem = `${field}_invalid`;
  return { ...item, [field]: offered, problems: item.problems.filter((one) => one !== problem) };
}

/** A discount that a shop put into the cart as an item with a negative price. */
export function isDiscount({ problems }: Pick<PendingItem, 'problems'>): boolean {
  return problems.length === 1 && problems[0] === 'price_negative';
}

/**
 * The goods with the discounts spread over them in proportion to their net totals, so that their sum is that of the
 * cart to the cent (PUN-16). A discount with a tax rate lowers goods of that rate, if they are worth more than it.
 * Null if the discounts exceed the goods.
 */
export function withSpreadDiscounts<Item extends PendingItem>(
  goods: readonly Item[],
  discounts: readonly PendingItem[],
): readonly Item[] | null {
  const nets = goods.map(netOfItem);
  for (const discount of discounts) {
    const off = minus('0', netOfItem(discount));
    if (isZero(off)) continue;
    const weights = weightsFor(discount, off, goods, nets);
    if (compareAmounts(sum(weights), off) < 0) return null;
    const shares = apportioned(off, weights, 2);
    for (const [place, share] of shares.entries()) nets[place] = minus(nets[place] ?? '0', share);
  }
  return goods.map((item, place) => withNet(item, nets[place] ?? '0'));
}

/** The net totals that a discount lowers: of goods with its tax rate, else of all goods; nothing of freight. */
function weightsFor(
  { tax }: PendingItem,
  off: Amount,
  goods: readonly PendingItem[],
  nets: readonly Amount[],
): readonly Amount[] {
  const of = (isMeant: (item: PendingItem) => boolean) =>
    goods.map((item, place) => (item.kind === 'item' && isMeant(item) ? (nets[place] ?? '0') : '0'));
  const ofRate = of((item) => tax !== null && item.tax !== null && compareAmounts(item.tax, tax) === 0);
  return tax !== null && compareAmounts(sum(ofRate), off) >= 0 ? ofRate : of(() => true);
}

/** The item with another net total: as the price of its price unit if that is exact, else of its whole quantity. */
function withNet<Item extends PendingItem>(item: Item, net: Amount): Item {
  if (compareAmounts(netOfItem(item), net) === 0 || item.quantity === null) return item;
  const price = round(dividedBy(times(net, item.price_unit), item.quantity), 4);
  const isExact = compareAmounts(times(price, item.quantity), times(net, item.price_unit)) === 0;
  return isExact ? { ...item, price: amountOf(price) } : { ...item, price: net, price_unit: item.quantity };
}
