import { type Amount, dividedBy, round, times } from '../base/money.ts';

/** The currency and rate of an amount. */
export interface Rated {
  readonly currency: string;
  /** Company currency per unit of `currency`; null for the same currency, or while it is unknown (PRICE-04). */
  readonly exchange_rate: Amount | null;
}

/**
 * The company's currency per unit of an amount: 1 in that currency or without a company, null while the rate is
 * unknown (PRICE-07).
 *
 * @param own the company's currency
 */
export function knownRate({ currency, exchange_rate }: Rated, own: string | null): Amount | null {
  return exchange_rate ?? (own === null || currency === own ? '1' : null);
}

/** Converts an amount to cents of the company's currency; null without a rate. */
export function inCompanyCurrency(amount: Amount, rate: Amount | null): Amount | null {
  return rate === null ? null : round(times(amount, rate), 2);
}

/**
 * Converts an amount between the currencies of two documents of one company, through the company's currency; in cents.
 * Null while a needed rate is unknown (PRICE-07).
 *
 * @param own the company's currency
 */
export function inCurrencyOf(amount: Amount, from: Rated, to: Rated, own: string | null): Amount | null {
  if (from.currency === to.currency) return amount;
  const [rate, target] = [knownRate(from, own), knownRate(to, own)];
  return rate === null || target === null ? null : round(dividedBy(times(amount, rate), target), 2);
}
