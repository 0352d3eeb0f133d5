import { type Amount, compareAmounts, minus, sum } from '../../../base/money.ts';

/** More lines than this have too many ways to be shared out. */
const mostLines = 16;

/**
 * The rate of each line, where only the tax breakdown says how much was taxed at which rate: told when there is exactly
 * one way to share out the lines so that their sums are the bases. Null else.
 */
export function sharedRates(
  totals: readonly Amount[],
  rows: readonly { readonly rate: Amount; readonly base: Amount }[],
): readonly Amount[] | null {
  if (rows.length !== 2 || totals.length === 0 || totals.length > mostLines) return null;
  const [first, second] = rows;
  if (!first || !second || compareAmounts(sum(totals), sum([first.base, second.base])) !== 0) return null;
  const ways = subsetsOf(totals, first.base, 2);
  const [only] = ways;
  if (ways.length !== 1 || !only) return null;
  return totals.map((_, place) => (only.has(place) ? first.rate : second.rate));
}

/** The sets of places whose values add up to `target`, up to `most` of them. */
function subsetsOf(values: readonly Amount[], target: Amount, most: number): ReadonlySet<number>[] {
  const found: Set<number>[] = [];
  const extend = (place: number, chosen: readonly number[], left: Amount) => {
    if (found.length >= most) return;
    if (place === values.length) {
      if (compareAmounts(left, '0') === 0) found.push(new Set(chosen));
      return;
    }
    extend(place + 1, [...chosen, place], minus(left, values[place] ?? '0'));
    extend(place + 1, chosen, left);
  };
  extend(0, [], target);
  return found;
}
