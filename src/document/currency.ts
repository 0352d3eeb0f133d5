import { type Amount, dividedBy, round, times } from '../base/money.ts';

/** In which currency an amount is. */
export interface Rated {
  readonly currency: string;
  /** Company currency per unit of it; null while both are the same (PRICE-04). */
  readonly exchange_rate: Amount | null;
}

/** An amount of one document in the currency of another one of the same company, by way of the company's; in cents (PRICE-07). */
export function inCurrencyOf(amount: Amount, from: Rated, to: Rated): Amount {
  if (from.currency === to.currency) return amount;
  return round(dividedBy(times(amount, from.exchange_rate ?? '1'), to.exchange_rate ?? '1'), 2);
}
