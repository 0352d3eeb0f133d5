import { compareAmounts, sum } from '../../../base/money.ts';
import { boxAround } from '../words.ts';
import type { PrintedAmount } from './amounts.ts';
import { boxOf, type Evidence } from './evidence.ts';
import type { Row } from './layout.ts';
import type { Column, TableHead } from './line-columns.ts';
import { isProduct } from './line-numbers.ts';
import { inRow, valuesNear } from './near.ts';

/** Three numbers of a row where quantity times price is the total. */
interface Product {
  readonly row: Row;
  readonly quantity: PrintedAmount;
  readonly price: PrintedAmount;
  readonly total: PrintedAmount;
}

/** The largest distance between right edges of one column, as a fraction of the page. */
const alignment = 0.012;

/**
 * Finds tables whose heads are missing, unknown or not recognised: rows where quantity times price is the total, with
 * prices and totals aligned below each other. The positions of these numbers define the columns.
 */
export function headlessTablesOf(evidence: Evidence): TableHead[] {
  const products = evidence.layout.rows.flatMap((row) => productIn(row, evidence));
  const [first] = products;
  if (!first) return [];
  const alike = products.filter(
    ({ price, total }) => isBelow(price, first.price) && isBelow(total, first.total),
  );
  if (alike.length < 2) return [];
  const column = (name: 'quantity' | 'price' | 'total'): Column => ({
    name,
    box: boxAround(alike.map((product) => boxOf(product[name]))),
  });
  const columns = [column('quantity'), column('price'), column('total')];
  return [{ page: first.row.page, first: first.row.index - 1, last: first.row.index - 1, columns }];
}

/**
 * Finds tables without a head whose rows only have a text and an amount: the amounts are aligned below each other and
 * add up to the net total that is printed below them.
 */
export function summedTablesOf(evidence: Evidence): TableHead[] {
  const { amounts, labels, layout } = evidence;
  const sums = labels
    .filter(({ name }) => name === 'net' || name === 'lineTotal' || name === 'total')
    .flatMap((label) =>
      valuesNear(layout, label, labels, amounts)
        .slice(-1)
        // "Summe" alone also labels a single amount again.
        .map(({ value }) => ({ value, least: label.name === 'total' ? 2 : 1 })),
    )
    .toSorted((one, other) => one.value.cell.row - other.value.cell.row);
  for (const { value, least } of sums) {
    const ends = layout.rows.slice(0, value.cell.row).flatMap((row) => amountBehindText(row, amounts));
    const last = ends.at(-1);
    const alike = last ? ends.filter((amount) => isBelow(amount, last)) : [];
    const isSum = compareAmounts(sum(alike.map((amount) => amount.value)), value.value) === 0;
    if (value.decimals === 2 && isSum && alike.length >= least) return [tableOf(alike)];
  }
  return [];
}

function tableOf(totals: readonly PrintedAmount[]): TableHead {
  const [first] = totals;
  const above = (first?.cell.row ?? 0) - 1;
  const columns: Column[] = [{ name: 'total', box: boxAround(totals.map(boxOf)) }];
  return { page: first?.cell.page ?? 1, first: above, last: above, columns };
}

/** The amount at the end of a row that begins with a text. */
function amountBehindText(row: Row, amounts: readonly PrintedAmount[]): PrintedAmount[] {
  const last = inRow(amounts, row.index).at(-1);
  const [start] = row.cells;
  if (last?.decimals !== 2 || last.isPercent || last.cell.place !== row.cells.length - 1) return [];
  return start !== undefined && start !== last.cell && /\p{L}{3}/u.test(start.text) ? [last] : [];
}

function isBelow(amount: PrintedAmount, first: PrintedAmount): boolean {
  return Math.abs(boxOf(amount)[2] - boxOf(first)[2]) < alignment;
}

/** Quantity, price and total appear in this order. A quantity of one proves nothing. */
function productIn(row: Row, { amounts }: Evidence): Product[] {
  const numbers = inRow(amounts, row.index).filter(({ isPercent }) => !isPercent);
  const total = numbers.at(-1);
  if (total?.decimals !== 2) return [];
  const price = numbers.findLast((amount) => amount !== total && amount.decimals >= 2);
  if (!price) return [];
  const quantity = numbers
    .slice(0, numbers.indexOf(price))
    .find(
      (amount) =>
        amount.currency === null && amount.value !== '1' && isProduct(amount.value, price.value, total.value),
    );
  return quantity ? [{ row, quantity, price, total }] : [];
}
