import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  minus,
  sum,
  times,
} from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import { boxOf, type Evidence } from './evidence.ts';
import type { Row } from './layout.ts';
import type { Column, ColumnName, TableHead } from './line-columns.ts';
import { inRow } from './near.ts';

/** The printed numbers of one line. */
export interface LineNumbers {
  readonly quantity: PrintedAmount | null;
  readonly price: PrintedAmount | null;
  readonly total: PrintedAmount | null;
  readonly tax: PrintedAmount | null;
  readonly discount: PrintedAmount | null;
  /** The price applies to this many units; null means one. */
  readonly base: Amount | null;
  /** Whether quantity times price is the line total. */
  readonly isExact: boolean;
}

const farthest = 0.07;
/** Line totals reveal prices per hundred and per thousand, even when no head states them. */
const unprintedBases: readonly Amount[] = ['100', '1000'];

/** Assigns the numbers of a row to the columns of its table; null when the row starts no line. */
export function lineNumbersOf(evidence: Evidence, head: TableHead, row: Row): LineNumbers | null {
  const printed = inRow(evidence.amounts, row.index).filter(isAlone);
  const placed = new Map<ColumnName, PrintedAmount>();
  const distances = printed
    .flatMap((amount) =>
      head.columns.map((column) => ({ amount, column, distance: distanceTo(column, amount) })),
    )
    .filter(({ distance, column, amount }) => distance < farthest && maySubstitute(column.name, amount))
    .toSorted((left, right) => left.distance - right.distance);
  const taken = new Set<PrintedAmount>();
  for (const { amount, column } of distances) {
    if (taken.has(amount) || placed.has(column.name)) continue;
    placed.set(column.name, amount);
    taken.add(amount);
  }
  const byColumn = weigh(placed);
  if (byColumn?.isExact || placed.has('grossPrice')) return byColumn;
  const fitting = byProduct(printed, placed);
  return fitting ?? byColumn;
}

/** Whether a number is printed by itself and is not part of a text. */
function isAlone({ cell, start, end }: PrintedAmount): boolean {
  const rest = cell.text.slice(0, start) + cell.text.slice(end);
  const letters = rest.replace(/EUR|CHF|USD|GBP/g, '').replace(/[^\p{L}]/gu, '').length;
  const isAtEdge = start <= 1 || end >= cell.text.length - 1;
  return letters <= 14 || (isAtEdge && cell.text.length < 60);
}

/** Article numbers such as a GTIN have at least this many digits. */
const fewestOfArticle = 8;

function maySubstitute(name: ColumnName, amount: PrintedAmount): boolean {
  const { isPercent, decimals, currency, value } = amount;
  if (decimals === 0 && currency === null && value.length >= fewestOfArticle)
    return name === 'article' || name === 'description';
  if (isPercent) return name === 'tax' || name === 'discount' || name === 'description';
  if (currency !== null) return name !== 'quantity' && name !== 'tax' && name !== 'position';
  return name === 'position' ? decimals === 0 : true;
}

function distanceTo({ box: head }: Column, amount: PrintedAmount): number {
  const box = boxOf(amount);
  const gap = Math.max(head[0] - box[2], box[0] - head[2], 0);
  const right = Math.abs(head[2] - box[2]);
  const left = Math.abs(head[0] - box[0]);
  const middle = Math.abs(head[0] + head[2] - box[0] - box[2]) / 2;
  return gap + Math.min(right, left, middle) * 0.3;
}

function weigh(placed: ReadonlyMap<ColumnName, PrintedAmount>): LineNumbers | null {
  const at = (name: ColumnName) => placed.get(name) ?? null;
  const [quantity, price, total] = [at('quantity'), at('price'), at('total') ?? at('gross')];
  if (price && total && at('grossPrice') && !at('total')) {
    return { quantity, price, total: null, tax: at('tax'), discount: null, base: null, isExact: false };
  }
  const hasMoney = total !== null && (total.decimals > 0 || total.currency !== null);
  if (!(hasMoney && (quantity || price || placed.size >= 1)) && !(quantity && price)) return null;
  const discount = at('discount');
  const base =
    quantity && price && total
      ? baseOf(quantity.value, price.value, total.value, discount, at('base'))
      : null;
  return {
    quantity,
    price,
    total,
    tax: at('tax'),
    discount,
    base: base === '1' ? null : base,
    isExact: base !== null,
  };
}

/** The price base quantity with which the line adds up; null when there is none. */
function baseOf(
  quantity: Amount,
  price: Amount,
  total: Amount,
  discount: PrintedAmount | null,
  printedBase: PrintedAmount | null,
): Amount | null {
  const hasBase = printedBase !== null && compareAmounts(printedBase.value, '1') > 0;
  const bases = hasBase ? ['1', printedBase.value, ...unprintedBases] : ['1', ...unprintedBases];
  const percent = discount === null ? '0' : absolute(discount.value);
  const part = dividedBy(minus('100', percent), '100');
  const amount = absolute(total);
  for (const base of bases) {
    const product = absolute(dividedBy(times(quantity, price), base));
    for (const factor of discount === null ? ['1'] : [part, '1']) {
      const expected = times(product, factor);
      if (compareAmounts(absolute(minus(expected, amount)), '0.011') <= 0) return base;
    }
    const isAmountOff = discount !== null && compareAmounts(minus(product, percent), amount) === 0;
    if (isAmountOff) return base;
  }
  return null;
}

/** Without usable columns: quantity, price and total from three numbers whose product holds, the total last. */
function byProduct(
  printed: readonly PrintedAmount[],
  placed: ReadonlyMap<ColumnName, PrintedAmount>,
): LineNumbers | null {
  const numbers = printed.filter(({ isPercent }) => !isPercent);
  const totals = numbers.filter(({ decimals }) => decimals === 2).toReversed();
  const fitting = totals.flatMap((total) =>
    numbers.flatMap((quantity) =>
      numbers
        .filter(
          (price) =>
            new Set([total, quantity, price]).size === 3 && price.decimals >= 2 && quantity.currency === null,
        )
        .filter((price) => isProduct(quantity.value, price.value, total.value))
        .map((price) => ({ quantity, price, total })),
    ),
  );
  const kept = ({ quantity, price, total }: (typeof fitting)[number]) =>
    Number(placed.get('quantity') === quantity) * 2 +
    Number(placed.get('price') === price) +
    Number(placed.get('total') === total) * 2;
  const [best, second] = fitting.toSorted((left, right) => kept(right) - kept(left));
  if (!best || (second && kept(second) === kept(best)) || kept(best) === 0) return null;
  return { ...best, tax: taxOf(placed, best), discount: null, base: null, isExact: true };
}

function taxOf(
  placed: ReadonlyMap<ColumnName, PrintedAmount>,
  {
    quantity,
    price,
    total,
  }: { readonly quantity: PrintedAmount; readonly price: PrintedAmount; readonly total: PrintedAmount },
): PrintedAmount | null {
  const tax = placed.get('tax') ?? null;
  return tax === quantity || tax === price || tax === total ? null : tax;
}

/** Whether quantity times price equals the line total, within a cent. A total of zero proves nothing. */
export function isProduct(quantity: Amount, price: Amount, total: Amount): boolean {
  if (isZero(total)) return false;
  return compareAmounts(absolute(minus(absolute(times(quantity, price)), absolute(total))), '0.011') <= 0;
}

/** The sum of all line totals; null when a line has none. */
export function sumOfLines(totals: readonly (Amount | null)[]): Amount | null {
  const known = totals.filter((total) => total !== null);
  return known.length === totals.length && known.length > 0 ? sum(known) : null;
}
