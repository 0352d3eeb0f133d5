import {
  type Amount,
  absolute,
  compareAmounts,
  isZero,
  larger,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';

/**
 * Converts the parts of an invoice into the company's currency, so that they add up to the converted total to the
 * cent: each part is the converted sum up to it, less the converted sum before it. A part that would be zero becomes
 * one cent, taken from the largest part, because DATEV accepts no row of 0.00. The largest part gives up one cent, or
 * up to a hundredth of itself, so that it stays close to its converted value; further parts remain zero.
 *
 * @param rate units of the company's currency per unit of the invoice's currency
 */
export function baseAmounts(grosses: readonly Amount[], rate: Amount): readonly Amount[] {
  const worthOf = (count: number): Amount => round(times(sum(grosses.slice(0, count)), rate), 2);
  const bases = grosses.map((_, place) => round(minus(worthOf(place + 1), worthOf(place)), 2));
  const largest = largestOf(bases);
  const bearable = larger('0.01', minus(times(absolute(bases[largest] ?? '0'), '0.01'), '0.01'));
  let borne: Amount = '0';
  for (const [place, gross] of grosses.entries()) {
    if (!isNothing(bases[place]) || isNothing(gross)) continue;
    const cent = compareAmounts(gross, '0') > 0 ? '0.01' : '-0.01';
    const left = round(minus(bases[largest] ?? '0', cent), 2);
    const all = sum([borne, cent]);
    if (isNothing(bases[largest]) || isNothing(left) || compareAmounts(absolute(all), bearable) > 0) continue;
    borne = all;
    bases[largest] = left;
    bases[place] = cent;
  }
  return bases;
}

/** Whether an amount is 0.00. */
export function isNothing(amount: Amount = '0'): boolean {
  return isZero(amount);
}

/** The place of the amount that is largest without its sign; the first of equal ones. */
export function largestOf(amounts: readonly Amount[]): number {
  return amounts.reduce(
    (largest, amount, place) =>
      compareAmounts(absolute(amount), absolute(amounts[largest] ?? '0')) > 0 ? place : largest,
    0,
  );
}
