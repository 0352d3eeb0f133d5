import { type Amount, compareAmounts, isZero, minus, sum } from '../../../base/money.ts';

/** Upper limit of the search: the number of ways to assign lines doubles with each line. */
const maxLines = 16;

/**
 * Infers the rate of each line when only the tax breakdown states rates: there must be exactly one way to assign the
 * lines so that their sums are the two bases, otherwise null.
 */
export function sharedRates(
  totals: readonly Amount[],
  rows: readonly { readonly rate: Amount; readonly base: Amount }[],
): readonly Amount[] | null {
  if (rows.length !== 2 || totals.length === 0 || totals.length > maxLines) return null;
  const [first, second] = rows;
  if (!first || !second || compareAmounts(sum(totals), sum([first.base, second.base])) !== 0) return null;
  const ways = subsetsOf(totals, first.base, 2);
  const [only] = ways;
  if (ways.length !== 1 || !only) return null;
  return totals.map((_, place) => (only.has(place) ? first.rate : second.rate));
}

/** The sets of indexes whose values add up to `target`, at most `maxSubsets` sets. */
function subsetsOf(values: readonly Amount[], target: Amount, maxSubsets: number): ReadonlySet<number>[] {
  const found: Set<number>[] = [];
  const extend = (place: number, chosen: readonly number[], left: Amount) => {
    if (found.length >= maxSubsets) return;
    if (place === values.length) {
      if (isZero(left)) found.push(new Set(chosen));
      return;
    }
    extend(place + 1, [...chosen, place], minus(left, values[place] ?? '0'));
    extend(place + 1, chosen, left);
  };
  extend(0, [], target);
  return found;
}
