import { type Day, daysBetween } from '../../base/day.ts';
import { type Amount, dividedBy, isZero, round, sum, times } from '../../base/money.ts';
import { firstDayOf, lastDayOf, type Month } from '../../base/month.ts';

/** What is counted and charged per unit (OP-07). */
export const countedKinds = ['document', 'procurement', 'invoice', 'recognition'] as const;
export type CountedKind = (typeof countedKinds)[number];
export type Counts = Readonly<Record<CountedKind, number>>;

/** Kinds with a base price that covers a number of documents. */
const basedKinds = ['document', 'procurement', 'invoice'] as const;
export type BasedKind = (typeof basedKinds)[number];

/** A tenant's conditions (DATA-04, DATA-08): an empty limit covers any number, an empty price charges nothing. */
export type Conditions = Readonly<Record<`${BasedKind}_limit`, number | null>> &
  Readonly<Record<`base_price_${BasedKind}` | `extra_price_${BasedKind}`, Amount | null>> & {
    readonly recognition_unit_price: Amount | null;
    readonly standard_package: boolean;
  };

/** An additional item (DATA-09), charged in each month that it touches. */
export interface AdditionalItem {
  readonly description: string;
  readonly net_amount: Amount | null;
  readonly start_date: Day | null;
  readonly end_date: Day | null;
}

/** A tiered price for documents (DATA-09, OP-08). */
export interface Tier {
  readonly quantity: number | null;
  readonly base_price: Amount | null;
  readonly unit_price: Amount | null;
}

export interface BillFacts {
  readonly month: Month;
  readonly counts: Counts;
  readonly conditions: Conditions;
  readonly items: readonly AdditionalItem[];
  readonly tiers: readonly Tier[];
  /** Days in the tenant's time zone on which it was created and archived; null: not archived. */
  readonly created_on: Day;
  readonly archived_on: Day | null;
}

export const billItemKinds = [
  ...basedKinds.flatMap((kind) => [`base_${kind}`, `extra_${kind}`] as const),
  'tier_base',
  'tier_unit',
  'recognition',
  'additional',
  'credit',
] as const;
export type BillItemKind = (typeof billItemKinds)[number];

/** A line of a bill; `net` is quantity times price, rounded to cents. */
export interface BillItem {
  readonly kind: BillItemKind;
  /** Only for additional items and credit notes; others are named by kind. */
  readonly description: string | null;
  readonly quantity: number;
  readonly price: Amount;
  readonly net: Amount;
  /** Only for a base price charged for part of the month: charged days and days of the month (OP-13). */
  readonly days?: Share;
}

export interface Share {
  readonly charged: number;
  readonly of: number;
}

export interface Bill {
  readonly month: Month;
  readonly counts: Counts;
  readonly items: readonly BillItem[];
  readonly net: Amount;
  /** In percent. */
  readonly vatRate: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** Value-added tax rate for tenants, in percent. */
export const vatRate: Amount = '19';

const cents = 2;

/**
 * A tenant's bill for a month (OP-07, OP-08). Amounts are in euros, each item rounded half up to cents, the tax once
 * on their sum. A tenant created or archived within the month pays base prices by days, first and last day included
 * (OP-13). The standard package charges only the base price of documents, with its limit and extra price. Items
 * without cost are omitted.
 * @see docs/topics/billing.md
 */
export function billOf(facts: BillFacts): Bill {
  const share = shareOf(facts);
  const items = itemsOf(facts).map((one) => (isBase(one) ? forDays(one, share) : one));
  return summed({ month: facts.month, counts: facts.counts, items });
}

/** A bill with its sums; items of zero are omitted. */
export function summed({ month, counts, items: all }: Pick<Bill, 'month' | 'counts' | 'items'>): Bill {
  const items = all.filter(({ net }) => !isZero(net));
  const net = round(sum(items.map((item) => item.net)), cents);
  const vat = round(times(times(net, vatRate), '0.01'), cents);
  const gross = round(sum([net, vat]), cents);
  return { month, counts, items, net, vatRate, vat, gross };
}

/** The days of the month on which the tenant existed. */
function shareOf({ month, created_on, archived_on }: BillFacts): Share {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const from = created_on > first ? created_on : first;
  const until = archived_on !== null && archived_on < last ? archived_on : last;
  return { charged: from > until ? 0 : daysBetween(from, until) + 1, of: daysBetween(first, last) + 1 };
}

/** A base price covers the whole month; other prices are per unit. */
export function isBase({ kind }: Pick<BillItem, 'kind'>): boolean {
  return kind.startsWith('base_') || kind === 'tier_base';
}

function forDays(base: BillItem, days: Share): BillItem {
  if (days.charged === days.of) return base;
  const net = round(dividedBy(times(base.price, String(days.charged)), String(days.of)), cents);
  return { ...base, net, days };
}

function itemsOf(facts: BillFacts): BillItem[] {
  const { counts, conditions, month } = facts;
  if (conditions.standard_package) return basedItems('document', facts);
  return [
    ...(tierItems(facts) ?? basedItems('document', facts)),
    ...basedItems('procurement', facts),
    ...basedItems('invoice', facts),
    item('recognition', counts.recognition, conditions.recognition_unit_price),
    ...facts.items
      .filter((additional) => isCharged(additional, month))
      .map(({ description, net_amount }) => ({ ...item('additional', 1, net_amount), description })),
  ];
}

function basedItems(kind: BasedKind, { counts, conditions }: BillFacts): BillItem[] {
  const limit = conditions[`${kind}_limit`];
  const extra = limit === null ? 0 : Math.max(0, counts[kind] - limit);
  return [
    item(`base_${kind}`, 1, conditions[`base_price_${kind}`]),
    item(`extra_${kind}`, extra, conditions[`extra_price_${kind}`]),
  ];
}

/** Items of the highest tier that the number of documents reaches (OP-08); null if none is reached. */
function tierItems({ counts, tiers }: BillFacts): BillItem[] | null {
  const reached = tiers.filter(({ quantity }) => (quantity ?? 0) <= counts.document);
  const [tier] = reached.toSorted((left, right) => (right.quantity ?? 0) - (left.quantity ?? 0));
  if (!tier) return null;
  return [item('tier_base', 1, tier.base_price), item('tier_unit', counts.document, tier.unit_price)];
}

/** Whether the item's period touches the month; an empty start or end is open. */
function isCharged({ start_date, end_date }: AdditionalItem, month: Month): boolean {
  const hasBegun = start_date === null || start_date <= lastDayOf(month);
  return hasBegun && (end_date === null || end_date >= firstDayOf(month));
}

function item(kind: BillItemKind, quantity: number, price: Amount | null): BillItem {
  const net = round(times(String(quantity), price ?? '0'), cents);
  return { kind, description: null, quantity, price: price ?? '0', net };
}
