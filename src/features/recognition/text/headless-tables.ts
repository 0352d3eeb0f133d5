import { boxAround } from '../words.ts';
import type { PrintedAmount } from './amounts.ts';
import { boxOf, type Evidence } from './evidence.ts';
import type { Row } from './layout.ts';
import type { Column, TableHead } from './line-columns.ts';
import { isProduct } from './line-numbers.ts';
import { inRow } from './near.ts';

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
