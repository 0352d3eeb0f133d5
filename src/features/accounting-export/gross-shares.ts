import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import { untaxed } from '../invoice/lines.ts';
import type { TaxCategory, TaxRow } from '../invoice/model.ts';
import { largestOf } from './base-amounts.ts';

/** The part of a line that its share depends on: net in the invoice's currency, rate in percent. */
export interface NetLine {
  readonly net: Amount;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
}

const cent: Amount = '0.01';

/**
 * The share of each line in the gross total: its net plus its tax, in whole cents. The lines of a rate add up to their
 * nets plus the stated tax, and all lines to the total, exactly (EXP-12): DATEV computes the tax from these sums.
 * Leftover cents go to the lines that lost most by rounding, among equals to the last ones; zero lines stay zero. A
 * document with the opposite amounts has the opposite shares, so that a full credit note leaves nothing on any account.
 */
export function grossShares(
  lines: readonly NetLine[],
  taxRows: readonly TaxRow[],
  total: Amount,
): readonly Amount[] {
  const leading = [total, ...lines.map(({ net }) => net)].find((amount) => !isZero(amount)) ?? '0';
  if (compareAmounts(leading, '0') > 0) return positiveShares(lines, taxRows, total);
  const opposite = lines.map((line) => ({ ...line, net: minus('0', line.net) }));
  const rows = taxRows.map((row) => ({ ...row, tax: minus('0', row.tax) }));
  return positiveShares(opposite, rows, minus('0', total)).map((share) => round(minus('0', share), 2));
}

function positiveShares(
  lines: readonly NetLine[],
  taxRows: readonly TaxRow[],
  total: Amount,
): readonly Amount[] {
  const shares = lines.map((): Amount => '0');
  let rest = total;
  const share = (row: TaxRow | null, places: readonly number[]): void => {
    const exact = exactGrosses(
      places.flatMap((place) => lines[place] ?? []),
      row,
    );
    // Lines without a stated tax make up the rest of the total.
    const cut = inCents(exact, row === null ? rest : round(sum(exact), 2));
    for (const [at, place] of places.entries()) shares[place] = cut[at] ?? '0';
    rest = minus(rest, sum(cut));
  };
  const groups = Map.groupBy(lines.keys(), (place) => rateOf(lines[place], taxRows));
  for (const [row, places] of groups) if (row !== null) share(row, places);
  share(null, groups.get(null) ?? []);
  return isZero(rest) ? shares.map((amount) => round(amount, 2)) : withDeviation(shares, rest);
}

/** The row with the stated tax of a line; null where its tax must be computed. */
function rateOf(line: NetLine | undefined, taxRows: readonly TaxRow[]): TaxRow | null {
  return (line && taxRows.find((row) => isSameRate(row, line))) ?? null;
}

/** Whole-cent amounts that add up to the whole, as far as rounding explains the difference. */
function inCents(exact: readonly Amount[], whole: Amount): readonly Amount[] {
  const cut = exact.map(floor);
  const left = dividedBy(minus(whole, sum(cut)), cent);
  const loss = (place: number): Amount => minus(exact[place] ?? '0', cut[place] ?? '0');
  const places = exact
    .map((_, place) => place)
    .filter((place) => !isZero(exact[place] ?? '0'))
    .toSorted((one, other) => compareAmounts(loss(other), loss(one)) || other - one);
  const isByRounding = compareAmounts(left, '0') >= 0 && compareAmounts(left, String(places.length)) <= 0;
  if (!isByRounding) return cut;
  const raised = new Set(places.slice(0, Number(left)));
  return cut.map((amount, place) => (raised.has(place) ? sum([amount, cent]) : amount));
}

/**
 * The lines of one rate with their tax. A deviation of the stated tax is split by the size of the lines: by their nets,
 * a deduction of about the same size would multiply it.
 */
function exactGrosses(lines: readonly NetLine[], stated: TaxRow | null): readonly Amount[] {
  const taxes = lines.map(computedTax);
  const sizes = lines.map(({ net }) => absolute(net));
  const size = sum(sizes);
  const deviation = stated === null || isZero(size) ? '0' : minus(stated.tax, sum(taxes));
  const partOf = (place: number): Amount =>
    isZero(deviation) ? '0' : dividedBy(times(deviation, sizes[place] ?? '0'), size);
  return lines.map(({ net }, place) => sum([net, taxes[place] ?? '0', partOf(place)]));
}

function computedTax({ net, tax_percentage: rate, tax_category: category }: NetLine): Amount {
  return untaxed.has(category) ? '0' : dividedBy(times(net, rate), '100');
}

type Rate = Pick<NetLine, 'tax_percentage' | 'tax_category'>;

/** Whether both have the same category and rate. */
function isSameRate(one: Rate, other: Rate): boolean {
  return (
    one.tax_category === other.tax_category && compareAmounts(one.tax_percentage, other.tax_percentage) === 0
  );
}

/** A deviation beyond rounding was accepted by the check; the largest line takes it. */
function withDeviation(amounts: readonly Amount[], deviation: Amount): readonly Amount[] {
  const largest = largestOf(amounts);
  return amounts.map((amount, place) => round(place === largest ? sum([amount, deviation]) : amount, 2));
}

/** Rounds down to whole cents, -0.015 to -0.02. */
function floor(value: Amount): Amount {
  const rounded = round(value, 2);
  return compareAmounts(rounded, value) > 0 ? minus(rounded, cent) : rounded;
}
