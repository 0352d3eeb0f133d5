import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  minus,
  round,
  times,
} from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import type { Evidence } from './evidence.ts';
import type { Row } from './layout.ts';
import { inRow as inRowOf } from './near.ts';

/** One printed row of rate, base and tax. */
export interface PrintedTaxRow {
  readonly rate: Amount;
  readonly base: PrintedAmount | null;
  readonly tax: PrintedAmount | null;
  readonly row: Row;
  /** Whether base, rate and tax fit each other. */
  readonly isExact: boolean;
}

/** Rates that tables print without a percent sign: those of Germany and its neighbours. */
const usualRates = new Set([
  '19',
  '7',
  '20',
  '10',
  '5.5',
  '2.1',
  '21',
  '16',
  '5',
  '13',
  '8.1',
  '7.7',
  '2.6',
  '0',
  '6',
  '9',
  '12',
  '17',
  '22',
  '25',
]);
/** Tax is rounded per row or per line, so it may differ from rate times base by this amount. */
const roundingTolerance = '0.03';

/** Whether `tax` is `rate` percent of `base`, within the rounding tolerance. */
export function fitsRate(base: Amount, rate: Amount, tax: Amount): boolean {
  return compareAmounts(gapOf(base, rate, tax), roundingTolerance) <= 0;
}

function gapOf(base: Amount, rate: Amount, tax: Amount): Amount {
  return absolute(minus(dividedBy(times(base, rate), '100'), tax));
}

/**
 * Finds rows of rate, base and tax: rows anywhere whose numbers fit each other, and rows labelled as tax with a rate
 * and one amount.
 */
export function taxRowsOf(evidence: Evidence, lineRows: ReadonlySet<number>): PrintedTaxRow[] {
  return evidence.layout.rows.flatMap((row) => {
    const inRow = inRowOf(evidence.amounts, row.index);
    const exact = exactRow(row, inRow, lineRows.has(row.index));
    if (exact) return [exact];
    const labelled = labelledRow(evidence, row, inRow);
    return labelled ? [labelled] : [];
  });
}

function exactRow(row: Row, inRow: readonly PrintedAmount[], isLine: boolean): PrintedTaxRow | null {
  const money = inRow.filter(({ isPercent, decimals }) => !isPercent && decimals === 2);
  const fitting = ratesOf(inRow, isLine).flatMap((rate) =>
    money.flatMap((base) =>
      money
        .filter((tax) => new Set([rate, base, tax]).size === 3 && !isZero(base.value))
        .filter((tax) => isSameSign(base, tax) && fitsRate(base.value, rate.value, tax.value))
        .map((tax) => ({ rate, base, tax, gap: Number(gapOf(base.value, rate.value, tax.value)) })),
    ),
  );
  // Small amounts may fit several times: take the closest fit, and of equals the one next to the tax.
  const best = fitting.toSorted(
    (left, right) => left.gap - right.gap || right.base.cell.place - left.base.cell.place,
  )[0];
  return best ? { rate: rateText(best.rate), base: best.base, tax: best.tax, row, isExact: true } : null;
}

function isSameSign(base: PrintedAmount, tax: PrintedAmount): boolean {
  return Number(base.value) * Number(tax.value) >= 0;
}

/** Rates with a percent sign, else numbers that are usual rates. */
function ratesOf(inRow: readonly PrintedAmount[], isLine: boolean): readonly PrintedAmount[] {
  const percents = inRow.filter(({ isPercent }) => isPercent);
  // The quantity 10 of an invoice line is no rate of 10 %.
  if (percents.length > 0 || isLine) return percents;
  return inRow.filter((amount) => amount.currency === null && usualRates.has(rateText(amount)));
}

function rateText({ value }: PrintedAmount): Amount {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

function labelledRow(evidence: Evidence, row: Row, inRow: readonly PrintedAmount[]): PrintedTaxRow | null {
  const isTax = inRowOf(evidence.labels, row.index).some(({ name }) => name === 'tax' || name === 'withTax');
  const [rate, ...otherRates] = inRow.filter(({ isPercent }) => isPercent);
  if (!isTax || !rate || otherRates.length > 0) return null;
  const money = inRow.filter(
    (amount) => !amount.isPercent && amount.decimals === 2 && amount.cell.place >= rate.cell.place,
  );
  const [tax, ...others] = money;
  if (!tax || others.length > 0) return null;
  return { rate: rateText(rate), base: null, tax, row, isExact: false };
}

/** The usual rate that net and tax imply; null when there is none. */
export function rateFrom(net: Amount, tax: Amount): Amount | null {
  if (isZero(net)) return null;
  const rate = round(dividedBy(times(tax, '100'), net), 1);
  const plain = rate.replace(/\.0$/, '');
  return usualRates.has(plain) && fitsRate(net, plain, tax) ? plain : null;
}

/** Groups adjacent rows of a page into tables, the last first; all rows together are one more candidate. */
export function tablesOf(rows: readonly PrintedTaxRow[]): PrintedTaxRow[][] {
  const groups: PrintedTaxRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1)?.at(-1);
    if (last && last.row.page === row.row.page && row.row.index - last.row.index <= 3)
      groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return [...groups.toReversed(), rows.slice()];
}
