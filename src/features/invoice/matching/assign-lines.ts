import { absolute, compareAmounts, dividedBy, isAmount } from '../../../base/money.ts';
import { canonical } from '../../../base/search.ts';
import type { InvoiceLineFields } from '../model.ts';
import { type OrderLine, unitPrice } from './order-line.ts';

/** A line of an invoice, as far as it tells what it is about. */
export type ReadLine = Pick<
  InvoiceLineFields,
  'kind' | 'item_number' | 'description' | 'quantity' | 'total_netto' | 'procurement_line_id'
>;

/** What speaks for a line being one of the order; alone only the item number or most of the words are enough. */
const weights = { itemNumber: 5, otherItemNumber: -2, words: 4, price: 2, quantity: 1 } as const;
const enough = 4;
/** One word in common is not much. */
const fewWords = 2;
/** Words that are shorter tell nothing apart. */
const shortestWord = 3;

/**
 * The line of the order that each line of an invoice is about, by item number, words, price and quantity (INV-23); what is
 * linked already stays. Each line of the order is given away once, the most alike first.
 */
export function assignedLines(
  lines: readonly ReadLine[],
  orderLines: readonly OrderLine[],
): readonly (number | null)[] {
  const given = lines.map(({ procurement_line_id }) => procurement_line_id);
  const isTaken = new Set(given);
  const pairs = lines.flatMap((line, place) =>
    line.kind !== 'item' || given[place] !== null
      ? []
      : orderLines.map((orderLine) => ({ place, orderLine, points: likeness(line, orderLine) })),
  );
  const best = pairs
    .filter(({ points }) => points >= enough)
    .toSorted((one, other) => other.points - one.points);
  for (const { place, orderLine } of best) {
    if (given[place] !== null || isTaken.has(orderLine.id)) continue;
    given[place] = orderLine.id;
    isTaken.add(orderLine.id);
  }
  return given;
}

function likeness(line: ReadLine, orderLine: OrderLine): number {
  return (
    numbersInCommon(keyOf(line.item_number), keyOf(orderLine.item_number)) +
    weights.words * commonWords(line, orderLine) +
    (isSamePrice(line, orderLine) ? weights.price : 0) +
    (isSame(line.quantity, orderLine.quantity) ? weights.quantity : 0)
  );
}

function numbersInCommon(own: string, ordered: string): number {
  if (own === '' || ordered === '') return 0;
  return own === ordered ? weights.itemNumber : weights.otherItemNumber;
}

/** The share of words that both descriptions have, of those of the shorter one; 0 to 1. */
function commonWords(line: ReadLine, orderLine: OrderLine): number {
  const own = wordsOf(line.description);
  const ordered = wordsOf(orderLine.description);
  const fewest = Math.min(own.size, ordered.size);
  const common = [...own].filter((word) => ordered.has(word)).length;
  return common / Math.max(fewest, fewWords);
}

function wordsOf(text: string | null): Set<string> {
  return new Set(
    canonical(text ?? '')
      .split(' ')
      .filter(({ length }) => length >= shortestWord),
  );
}

/** Letters and digits alone: suppliers put in blanks and dashes. */
function keyOf(itemNumber: string | null): string {
  return canonical(itemNumber ?? '').replaceAll(' ', '');
}

function isSamePrice({ quantity, total_netto: net }: ReadLine, orderLine: OrderLine): boolean {
  const ordered = unitPrice(orderLine);
  if (ordered === null || quantity === null || net === null || !isAmount(quantity) || !isAmount(net))
    return false;
  if (compareAmounts(quantity, '0') === 0 || compareAmounts(ordered, '0') === 0) return false;
  const ratio = absolute(dividedBy(dividedBy(net, quantity), ordered));
  return compareAmounts(ratio, '0.995') > 0 && compareAmounts(ratio, '1.005') < 0;
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && isAmount(one) && compareAmounts(absolute(one), other) === 0;
}
