import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import type { TaxCategory, TaxRow } from '../invoice/model.ts';

/** A line as far as its share of the total goes: its net in the currency of the invoice, its rate in percent. */
export interface NetLine {
  readonly net: Amount;
  readonly tax_percentage: Amount;
  readonly tax_category: TaxCategory;
}

const cent: Amount = '0.01';

/**
 * What each line is of the gross total: its net and its share of the tax that is stated for its rate, in whole cents. The lines
 * of each rate are together their nets and the tax that is stated for them, and all of them the total, exactly (EXP-12): DATEV
 * computes the tax out of these sums. Cents that are left over go to the lines that lost most by rounding, of equals to the last
 * ones; lines of nothing stay nothing. Signs are those of the lines.
 */
export function grossShares(
  lines: readonly NetLine[],
  taxRows: readonly TaxRow[],
  total: Amount,
): readonly Amount[] {
  const exact = lines.map((line) => sum([line.net, taxShare(line, lines, taxRows)]));
  const places = Map.groupBy(lines.keys(), (place) => rateOf(lines[place], taxRows));
  const shares = exact.map(() => '0');
  let rest = total;
  const share = (some: readonly number[], whole: Amount): void => {
    const cut = inCents(
      some.map((place) => exact[place] ?? '0'),
      whole,
    );
    for (const [at, place] of some.entries()) shares[place] = cut[at] ?? '0';
    rest = minus(rest, sum(cut));
  };
  for (const [rate, some] of places)
    if (rate !== null) share(some, round(sum(some.map((place) => exact[place] ?? '0')), 2));
  // What no tax is stated for makes up the total.
  const others = places.get(null) ?? [];
  if (others.length > 0) share(others, rest);
  return compareAmounts(rest, '0') === 0
    ? shares.map((amount) => round(amount, 2))
    : withDeviation(shares, rest);
}

/** The row that states the tax of a line; null where its tax has to be computed. */
function rateOf(line: NetLine | undefined, taxRows: readonly TaxRow[]): TaxRow | null {
  return (line && taxRows.find((row) => isSameRate(row, line))) ?? null;
}

/** Amounts in whole cents that are together the whole, as far as their roundings explain it. */
function inCents(exact: readonly Amount[], whole: Amount): readonly Amount[] {
  const cut = exact.map(floor);
  const left = dividedBy(minus(whole, sum(cut)), cent);
  const loss = (place: number): Amount => minus(exact[place] ?? '0', cut[place] ?? '0');
  const places = exact
    .map((_, place) => place)
    .filter((place) => compareAmounts(exact[place] ?? '0', '0') !== 0)
    .toSorted((one, other) => compareAmounts(loss(other), loss(one)) || other - one);
  const isByRounding = compareAmounts(left, '0') >= 0 && compareAmounts(left, String(places.length)) <= 0;
  if (!isByRounding) return cut;
  const raised = new Set(places.slice(0, Number(left)));
  return cut.map((amount, place) => (raised.has(place) ? sum([amount, cent]) : amount));
}

/** The tax that is stated for the rate of the line, by its share of the net; where none is stated, the computed one. */
function taxShare(line: NetLine, lines: readonly NetLine[], taxRows: readonly TaxRow[]): Amount {
  const stated = taxRows.find((row) => isSameRate(row, line));
  const base = sum(lines.filter((other) => isSameRate(other, line)).map(({ net }) => net));
  if (stated === undefined || compareAmounts(base, '0') === 0)
    return dividedBy(times(line.net, line.tax_percentage), '100');
  return dividedBy(times(stated.tax, line.net), base);
}

type Rate = Pick<NetLine, 'tax_percentage' | 'tax_category'>;

/** Whether both have the same category and rate. */
export function isSameRate(one: Rate, other: Rate): boolean {
  return (
    one.tax_category === other.tax_category && compareAmounts(one.tax_percentage, other.tax_percentage) === 0
  );
}

/** More than roundings explain is a deviation that the check has let pass; the largest line carries it. */
function withDeviation(amounts: readonly Amount[], deviation: Amount): readonly Amount[] {
  const largest = amounts.reduce(
    (place, amount, other) =>
      compareAmounts(absolute(amount), absolute(amounts[place] ?? '0')) > 0 ? other : place,
    0,
  );
  return amounts.map((amount, place) => round(place === largest ? sum([amount, deviation]) : amount, 2));
}

/** Down to whole cents, -0.015 to -0.02. */
function floor(value: Amount): Amount {
  const rounded = round(value, 2);
  return compareAmounts(rounded, value) > 0 ? minus(rounded, cent) : rounded;
}
