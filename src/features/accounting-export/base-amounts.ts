import { type Amount, minus, round, sum, times } from '../../base/money.ts';

/**
 * Parts of an invoice in the currency of its company, which together are its total there to the cent: each is what the sum up to
 * it is worth, less what the sum before it is.
 *
 * @param rate units of the company's currency for one of the invoice's; null where both are the same
 */
export function baseAmounts(grosses: readonly Amount[], rate: Amount | null): readonly (Amount | null)[] {
  const worthOf = (count: number): Amount => round(times(sum(grosses.slice(0, count)), rate ?? '1'), 2);
  return grosses.map((_, place) =>
    rate === null ? null : round(minus(worthOf(place + 1), worthOf(place)), 2),
  );
}
