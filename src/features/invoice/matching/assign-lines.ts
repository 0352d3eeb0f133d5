import { isAmount } from '../../../base/money.ts';
import { canonical } from '../../../base/search.ts';
import type { InvoiceLineFields } from '../model.ts';
import { type OrderLine, unitPrice } from './order-line.ts';

/** The fields of an invoice line used to match it. */
export type ReadLine = Pick<
  InvoiceLineFields,
  'kind' | 'item_number' | 'description' | 'quantity' | 'total_netto' | 'procurement_line_id'
>;

/** Scores of matching evidence; only the item number or most of the words suffice alone. */
const weights = { itemNumber: 5, otherItemNumber: -2, words: 4, price: 2, quantity: 1 } as const;
const enough = 4;
/** Minimum divisor of the word share, as one common word is weak evidence. */
const fewWords = 2;
/** Shorter words do not distinguish lines. */
const shortestWord = 3;
/** Prices that differ by less than this share are equal. */
const samePrice = 0.005;
/** The best candidates per line; enough that one is still free among many equal lines. */
const maxCandidates = 500;

/**
 * The order line matching each invoice line, by item number, words, price and quantity (INV-23); existing links stay.
 * Each order line is assigned once, best matches first; a return on the same invoice matches the same order line
 * (INV-26).
 */
export function assignedLines(
  lines: readonly ReadLine[],
  orderLines: readonly OrderLine[],
): readonly (number | null)[] {
  const given = lines.map(({ procurement_line_id }) => procurement_line_id);
  const isTaken = new Set(lines.map((line) => use(line, line.procurement_line_id)));
  const ordered = orderLines.map((orderLine) => ({ id: orderLine.id, comparable: ofOrderLine(orderLine) }));
  const pairs = lines.flatMap((line, place) => {
    if (line.kind !== 'item' || given[place] !== null) return [];
    const own = ofLine(line);
    return ordered
      .map(({ id, comparable }) => ({ place, id, points: likeness(own, comparable) }))
      .filter(({ points }) => points >= enough)
      .toSorted((one, other) => other.points - one.points)
      .slice(0, maxCandidates);
  });
  const best = pairs.toSorted((one, other) => other.points - one.points);
  for (const { place, id } of best) {
    const key = use(lines[place], id);
    if (given[place] !== null || isTaken.has(key)) continue;
    given[place] = id;
    isTaken.add(key);
  }
  return given;
}

/** The key of an order line and the direction, delivered or returned. */
function use(line: ReadLine | undefined, id: number | null): string {
  return `${line?.quantity?.startsWith('-') ? 'returned' : 'delivered'} ${id}`;
}

/** A line prepared for comparison, so that comparing many pairs is cheap. */
interface Comparable {
  /** Only letters and digits: suppliers add blanks and dashes. */
  readonly itemNumber: string;
  readonly words: ReadonlySet<string>;
  /** Approximate, as similarity does not depend on cents. */
  readonly price: number | null;
  readonly quantity: number | null;
}

function namesOf({ item_number, description }: Pick<ReadLine, 'item_number' | 'description'>) {
  const words = canonical(description ?? '').split(' ');
  return {
    itemNumber: canonical(item_number ?? '').replaceAll(' ', ''),
    words: new Set(words.filter(({ length }) => length >= shortestWord)),
  };
}

function ofLine(line: ReadLine): Comparable {
  const [quantity, net] = [numberOf(line.quantity), numberOf(line.total_netto)];
  const price = quantity === null || net === null || quantity === 0 ? null : Math.abs(net / quantity);
  return { ...namesOf(line), price, quantity };
}

function ofOrderLine(line: OrderLine): Comparable {
  return { ...namesOf(line), price: numberOf(unitPrice(line)), quantity: numberOf(line.quantity) };
}

function numberOf(amount: string | null): number | null {
  return amount !== null && isAmount(amount) ? Math.abs(Number(amount)) : null;
}

function likeness(own: Comparable, ordered: Comparable): number {
  const hasNumbers = own.itemNumber !== '' && ordered.itemNumber !== '';
  const ofNumbers = own.itemNumber === ordered.itemNumber ? weights.itemNumber : weights.otherItemNumber;
  return (
    (hasNumbers ? ofNumbers : 0) +
    weights.words * commonWords(own.words, ordered.words) +
    (isSamePrice(own.price, ordered.price) ? weights.price : 0) +
    (own.quantity !== null && own.quantity === ordered.quantity ? weights.quantity : 0)
  );
}

/** The number of common words as a share of the shorter description; 0 to 1. */
function commonWords(own: ReadonlySet<string>, ordered: ReadonlySet<string>): number {
  let common = 0;
  for (const word of own) if (ordered.has(word)) common += 1;
  return common / Math.max(Math.min(own.size, ordered.size), fewWords);
}

function isSamePrice(own: number | null, ordered: number | null): boolean {
  if (own === null || ordered === null || ordered === 0) return false;
  return Math.abs(own / ordered - 1) < samePrice;
}
