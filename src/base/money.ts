import Big from 'big.js';

/** Everything but a quotient is exact; a quotient has so many places that rounding it never rounds twice. */
const Decimal = Big();
Decimal.DP = 40;
Decimal.RM = Big.roundHalfUp;

/**
 * A decimal number in plain notation with a point, such as `-1234.50`, as read and written by PostgreSQL's `numeric`.
 */
export type Amount = string;

const plainDecimal = /^-?\d+(\.\d+)?$/;

export function isAmount(text: string): boolean {
  return plainDecimal.test(text);
}

/**
 * Converts an external number (a JSON number of the API, API-05) to an amount. JSON has the shortest text of a
 * number, so 12.35 becomes `12.35` without loss. Throws on anything that is not a finite number.
 */
export function amountOf(value: number | string): Amount {
  return plain(new Decimal(value));
}

/** An amount of the API as decimal text; null if missing or hidden. */
export function amountOrNull(value: number | null | undefined): Amount | null {
  return value === null || value === undefined ? null : amountOf(value);
}

/** Rounds half up on the absolute value, -0.005 to -0.01 (PRICE-02), and pads to exactly `decimals` places. */
export function round(value: Amount, decimals: number): Amount {
  return rounded(new Decimal(value), decimals);
}

export function sum(values: readonly Amount[]): Amount {
  return plain(values.reduce((total, value) => total.plus(value), new Decimal(0)));
}

export function minus(left: Amount, right: Amount): Amount {
  return plain(new Decimal(left).minus(right));
}

export function times(left: Amount, right: Amount): Amount {
  return plain(new Decimal(left).times(right));
}

/** Throws when `right` is zero. */
export function dividedBy(left: Amount, right: Amount): Amount {
  if (isZero(right)) throw new RangeError('division by zero');
  return plain(new Decimal(left).div(right));
}

export function absolute(value: Amount): Amount {
  return plain(new Decimal(value).abs());
}

/** The amount, or zero if it is negative. */
export function atLeastZero(value: Amount): Amount {
  return compareAmounts(value, '0') > 0 ? value : '0';
}

/** Negative, zero or positive if `left` is less than, equal to or greater than `right`. */
export function compareAmounts(left: Amount, right: Amount): number {
  return new Decimal(left).cmp(right);
}

/** Significant places after the point: 2 for `12.350`. */
export function larger(left: Amount, right: Amount): Amount {
  return compareAmounts(left, right) > 0 ? left : right;
}

export function smaller(left: Amount, right: Amount): Amount {
  return compareAmounts(left, right) < 0 ? left : right;
}

export function isZero(value: Amount): boolean {
  return compareAmounts(value, '0') === 0;
}

export function decimalPlaces(value: Amount): number {
  const { c: digits, e: exponent } = new Decimal(value);
  return Math.max(0, digits.length - exponent - 1);
}

/** price_brutto = round(price_netto x (1 + tax/100)), `tax` in percent (PRICE-02). */
export function grossOf(net: Amount, tax: Amount, decimals: number): Amount {
  return rounded(taxFactor(tax).times(net), decimals);
}

/** price_netto = round(price_brutto / (1 + tax/100)), `tax` in percent (PRICE-02). */
export function netOf(gross: Amount, tax: Amount, decimals: number): Amount {
  return rounded(new Decimal(gross).div(taxFactor(tax)), decimals);
}

export interface CoupledPrice {
  readonly price_netto: Amount;
  readonly price_brutto: Amount;
}

/** Keeps the price typed last and computes the other one (PRICE-01, PRICE-02). */
export function couplePrice(
  typed: { readonly mode: 'net' | 'gross'; readonly price: Amount },
  tax: Amount,
  decimals: number,
): CoupledPrice {
  return typed.mode === 'net'
    ? { price_netto: typed.price, price_brutto: grossOf(typed.price, tax, decimals) }
    : { price_netto: netOf(typed.price, tax, decimals), price_brutto: typed.price };
}

function taxFactor(tax: Amount): Big {
  return new Decimal(tax).div(100).plus(1);
}

function rounded(value: Big, decimals: number): Amount {
  const text = value.toFixed(decimals);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

function plain(value: Big): Amount {
  return value.eq(0) ? '0' : value.toFixed();
}
