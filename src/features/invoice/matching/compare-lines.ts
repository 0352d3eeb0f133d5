import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isAmount,
  isZero,
  minus,
  round,
  sum,
  times,
} from '../../../base/money.ts';
import { isSameUnit } from '../../../base/units.ts';
import type { InvoiceLineFields } from '../model.ts';
import { type OrderLine, unitPrice } from './order-line.ts';
import type { Tolerances } from './tolerances.ts';

/** A difference between a line and its order. */
export type Difference =
  | { readonly code: 'price_above' | 'price_below'; readonly ordered: Amount; readonly by: Amount }
  | { readonly code: 'quantity_above'; readonly ordered: Amount; readonly by: Amount }
  | { readonly code: 'not_received'; readonly received: Amount; readonly by: Amount }
  | { readonly code: 'other_currency'; readonly currency: string }
  /** The amount equals the open amount of the order line (INV-26). */
  | { readonly code: 'other_unit'; readonly unit: string };

/** A line with its order line and the differences. */
export interface ComparedLine {
  /** Its index among the lines of the invoice, from 0. */
  readonly place: number;
  /** Null if no order line matches. */
  readonly orderLine: OrderLine | null;
  readonly differences: readonly Difference[];
}

export type LinkedLine = Pick<
  InvoiceLineFields,
  'kind' | 'quantity' | 'unit' | 'total_netto' | 'procurement_line_id'
>;

/** The part of an invoice compared with its orders. */
export interface LinkedInvoice {
  readonly currency: string;
  readonly lines: readonly LinkedLine[];
  /** Goods paid in advance need no receipt. */
  readonly isInAdvance: boolean;
}

/**
 * Compares each line with its order and receipts (INV-23): the unit price per line, the quantity summed over all
 * charges of the same order line, which also share its tolerance in amount. Allowances and charges match no order line.
 */
export function comparedLines(
  { currency, lines, isInAdvance }: LinkedInvoice,
  orderLines: readonly OrderLine[],
  tolerances: Tolerances,
): readonly ComparedLine[] {
  const known = new Map(orderLines.map((line) => [line.id, line]));
  const charged = chargedOf(lines);
  const dearer = new Map<number, Amount>();
  for (const line of lines) {
    const orderLine = line.kind === 'item' && known.get(line.procurement_line_id ?? 0);
    if (!orderLine) continue;
    dearer.set(orderLine.id, sum([dearer.get(orderLine.id) ?? '0', priceAbove(line, orderLine)]));
  }
  return lines.flatMap((line, place): readonly ComparedLine[] => {
    if (line.kind !== 'item') return [];
    const orderLine =
      line.procurement_line_id === null ? null : (known.get(line.procurement_line_id) ?? null);
    if (orderLine === null) return [{ place, orderLine, differences: [] }];
    const { quantity = '0', last } = charged.get(orderLine.id) ?? {};
    const ofOthers = minus(dearer.get(orderLine.id) ?? '0', priceAbove(line, orderLine));
    const own = { ...tolerances, priceAmount: minus(tolerances.priceAmount, ofOthers) };
    const whole = sum([orderLine.quantity_invoiced, quantity]);
    const differences = [
      ...priceDifferences(line, orderLine, currency, own),
      ...(place === last ? quantityDifferences(whole, orderLine, isInAdvance, tolerances) : []),
    ];
    const isOther = isOtherUnit(line, orderLine, currency, tolerances);
    return [{ place, orderLine, differences: isOther ? inOtherUnit(differences, orderLine) : differences }];
  });
}

/** The quantity charged per order line, and the last charging line, which reports the difference. */
function chargedOf(
  lines: readonly LinkedLine[],
): ReadonlyMap<number, { readonly quantity: Amount; readonly last: number }> {
  const charged = new Map<number, { quantity: Amount; last: number }>();
  for (const [place, { kind, procurement_line_id: id, quantity }] of lines.entries()) {
    if (kind !== 'item' || id === null) continue;
    const own = quantity !== null && isAmount(quantity) ? quantity : '0';
    charged.set(id, { quantity: sum([charged.get(id)?.quantity ?? '0', own]), last: place });
  }
  return charged;
}

/** Whether a line has another unit than its order line, but the open amount: packs instead of pieces. */
function isOtherUnit(
  { unit, total_netto: net }: LinkedLine,
  orderLine: OrderLine,
  currency: string,
  { pricePercent, priceAmount }: Tolerances,
): boolean {
  const price = unitPrice(orderLine);
  if (isSameUnit(unit, orderLine.unit) || orderLine.currency !== currency || price === null) return false;
  if (net === null || !isAmount(net)) return false;
  const open = round(times(price, minus(orderLine.quantity ?? '0', orderLine.quantity_invoiced)), 2);
  return !exceeds(absolute(minus(net, open)), absolute(open), pricePercent, priceAmount);
}

const ofNumbers: readonly Difference['code'][] = ['price_above', 'price_below', 'quantity_above'];

/** Replaces numeric differences between different units by one question about the unit (INV-26). */
function inOtherUnit(differences: readonly Difference[], { unit }: OrderLine): readonly Difference[] {
  const others = differences.filter(({ code }) => !ofNumbers.includes(code));
  if (others.length === differences.length) return differences;
  return [{ code: 'other_unit', unit: unit ?? '' }, ...others];
}

/** The net of a line beyond the agreed price; 0 where it is not more or cannot be compared. */
function priceAbove({ quantity, total_netto: net }: LinkedLine, orderLine: OrderLine): Amount {
  const ordered = unitPrice(orderLine);
  if (ordered === null || quantity === null || net === null || !isAmount(quantity) || !isAmount(net))
    return '0';
  const by = minus(absolute(net), absolute(round(times(ordered, quantity), 2)));
  return compareAmounts(by, '0') > 0 ? by : '0';
}

/** Compares the unit price of a line, with allowance and charge, with the order price. */
function priceDifferences(
  { quantity, total_netto: net }: LinkedLine,
  orderLine: OrderLine,
  currency: string,
  { pricePercent, priceAmount }: Tolerances,
): readonly Difference[] {
  if (orderLine.currency !== currency) return [{ code: 'other_currency', currency: orderLine.currency }];
  const ordered = unitPrice(orderLine);
  if (ordered === null || quantity === null || net === null || !isAmount(quantity) || !isAmount(net))
    return [];
  if (isZero(quantity)) return [];
  const expected = round(times(ordered, quantity), 2);
  const by = minus(absolute(net), absolute(expected));
  if (!exceeds(absolute(by), absolute(expected), pricePercent, priceAmount)) return [];
  const perUnit = round(dividedBy(by, absolute(quantity)), priceDecimals);
  return [{ code: compareAmounts(by, '0') > 0 ? 'price_above' : 'price_below', ordered, by: perUnit }];
}

const priceDecimals = 4;

function quantityDifferences(
  charged: Amount,
  { kind, quantity, quantity_received: received }: OrderLine,
  isInAdvance: boolean,
  { quantityPercent, quantityAmount }: Tolerances,
): readonly Difference[] {
  const ordered = quantity ?? '0';
  const above = minus(charged, ordered);
  const missing = minus(charged, received);
  if (exceeds(above, ordered, quantityPercent, quantityAmount))
    return [{ code: 'quantity_above', ordered, by: above }];
  const isGoods = kind === 'item' && !isInAdvance;
  return isGoods && exceeds(missing, ordered, quantityPercent, quantityAmount)
    ? [{ code: 'not_received', received, by: missing }]
    : [];
}

/** Whether a difference exceeds both tolerances. */
function exceeds(difference: Amount, of: Amount, percent: Amount, amount: Amount): boolean {
  const allowed = dividedBy(times(of, percent), '100');
  return compareAmounts(difference, amount) > 0 && compareAmounts(difference, allowed) > 0;
}

/** The differences to confirm before the invoice goes on; lower charges need no confirmation. */
export const askedDifferences = [
  'price_above',
  'quantity_above',
  'not_received',
  'other_currency',
  'other_unit',
] as const;
export type AskedDifference = (typeof askedDifferences)[number];

/** The positions of the lines with a difference, from 1. */
export function placesOf(lines: readonly ComparedLine[], code: Difference['code']): readonly number[] {
  return lines
    .filter(({ differences }) => differences.some((one) => one.code === code))
    .map(({ place }) => place + 1);
}
