import { type Amount, dividedBy, round, times } from '../base/money.ts';

/** The currency and rate of an amount. */
export interface Rated {
  readonly currency: string;
  /** Company currency per unit of `currency`; null for the same currency (PRICE-04). */
  readonly exchange_rate: Amount | null;
}

/**
 * Converts an amount between the currencies of two documents of one company, through the company's currency; in cents
 * (PRICE-07).
 */
export function inCurrencyOf(amount: Amount, from: Rated, to: Rated): Amount {
  if (from.currency === to.currency) return amount;
  return round(dividedBy(times(amount, from.exchange_rate ?? '1'), to.exchange_rate ?? '1'), 2);
}
