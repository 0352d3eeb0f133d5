import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  grossOf,
  isAmount,
  isZero,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import { remembered } from '../../base/remembered.ts';
import type { InvoiceLineFields, TaxCategory, TaxRow } from './model.ts';

const totalDecimals = 2;
/** Unit prices keep all their decimals (PRICE-06). */
const priceDecimals = 8;

/** Categories of EN 16931 under which the supplier states no tax. */
export const untaxed: ReadonlySet<TaxCategory> = new Set(['Z', 'E', 'AE', 'K', 'G', 'O']);

type PricedLine = Pick<
  InvoiceLineFields,
  'quantity' | 'unit_net_price' | 'price_unit' | 'line_allowance' | 'line_charge'
>;

/**
 * quantity x price / price unit - allowance + charge, rounded (PRICE-06); null while quantity or price is missing.
 */
export function lineNet(line: PricedLine): Amount | null {
  const { quantity, unit_net_price: price, price_unit: unit } = line;
  if (quantity === null || price === null) return null;
  const goods = dividedBy(times(quantity, price), isZero(unit ?? '1') ? '1' : (unit ?? '1'));
  return round(sum([minus(goods, line.line_allowance ?? '0'), line.line_charge ?? '0']), totalDecimals);
}

/** The computed net of an item that states another net; null if they agree or one is missing (INV-26). */
export function netOtherwise(
  line: PricedLine & Pick<InvoiceLineFields, 'kind' | 'total_netto'>,
): Amount | null {
  const computed = line.kind === 'item' ? lineNet(line) : null;
  const isStated = line.total_netto !== null && isAmount(line.total_netto);
  return computed !== null && isStated && compareAmounts(computed, line.total_netto) !== 0 ? computed : null;
}

/** A line as stored: a missing quantity is 1 (VAL-19), a missing price or net is computed from the other. */
export function settledLine<Line extends InvoiceLineFields>(line: Line): Line {
  if (line.kind !== 'item') return line;
  const counted = { ...line, quantity: line.quantity ?? '1' };
  const priced = { ...counted, unit_net_price: counted.unit_net_price ?? priceOf(counted) };
  return { ...priced, total_netto: priced.total_netto ?? lineNet(priced) };
}

function priceOf(line: InvoiceLineFields): Amount | null {
  const { quantity, total_netto: net, price_unit: unit } = line;
  if (quantity === null || net === null || isZero(quantity)) return null;
  const goods = sum([minus(net, line.line_charge ?? '0'), line.line_allowance ?? '0']);
  return round(dividedBy(times(goods, unit ?? '1'), quantity), priceDecimals);
}

/** The tax of a net amount of a category at a rate in percent. */
export function taxOf(net: Amount, rate: Amount, category: TaxCategory): Amount {
  const tax = untaxed.has(category) ? '0' : minus(grossOf(net, rate, totalDecimals), net);
  return round(tax, totalDecimals);
}

/**
 * The breakdown by category and rate: nets from the lines, tax as stated for the same net, else computed (INV-11).
 * Without lines, the stated breakdown.
 */
export function taxRowsOf(
  lines: readonly Pick<InvoiceLineFields, 'total_netto' | 'tax_percentage' | 'tax_category'>[],
  stated: readonly TaxRow[],
): readonly TaxRow[] {
  if (lines.length === 0) return stated;
  const groups = Map.groupBy(lines, (line) => rateOf(line).key);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const net = round(sum(group.map(({ total_netto }) => total_netto ?? '0')), totalDecimals);
      const row = { ...rateOf(first).rate, net, tax: '0' };
      return [{ ...row, tax: statedTax(row, stated) ?? taxOf(net, row.tax_percentage, row.tax_category) }];
    })
    .toSorted((one, other) => compareAmounts(other.tax_percentage, one.tax_percentage));
}

const rateOf = remembered(
  ({ tax_percentage, tax_category }: Pick<InvoiceLineFields, 'tax_percentage' | 'tax_category'>) => {
    const rate = {
      tax_percentage: sum([tax_percentage ?? '0']),
      tax_category: tax_category ?? ('S' as const),
    };
    return { rate, key: taxRowKey(rate) };
  },
);

/** The key that rows of one category and rate share. */
export function taxRowKey({ tax_percentage, tax_category }: Omit<TaxRow, 'net' | 'tax'>): string {
  return `${tax_category} ${sum([tax_percentage])}`;
}

function statedTax(row: TaxRow, stated: readonly TaxRow[]): Amount | undefined {
  return stated.find((one) => taxRowKey(one) === taxRowKey(row) && compareAmounts(one.net, row.net) === 0)
    ?.tax;
}

/** Whether two breakdowns are equal. */
export function isSameBreakdown(one: readonly TaxRow[], other: readonly TaxRow[]): boolean {
  const rowKeys = (rows: readonly TaxRow[]) =>
    rows
      .map((row) => `${taxRowKey(row)} ${sum([row.net])} ${sum([row.tax])}`)
      .toSorted()
      .join('|');
  return rowKeys(one) === rowKeys(other);
}

/**
 * Whether a stated tax is further from the computed one than the company tolerates (INV-11).
 *
 * @param tolerance in the currency of the invoice
 */
export function isTaxDoubtful(
  { net, tax, tax_percentage, tax_category }: TaxRow,
  tolerance: Amount,
): boolean {
  const difference = absolute(minus(tax, taxOf(net, tax_percentage, tax_category)));
  return compareAmounts(difference, tolerance) > 0;
}

/** The gross total minus the sum of nets and taxes; 0 if they agree. */
export function openDifference(total: Amount, rows: readonly TaxRow[]): Amount {
  return round(minus(total, sum(rows.flatMap(({ net, tax }) => [net, tax]))), totalDecimals);
}
