import { Decimal as DefaultDecimal } from 'decimal.js';
import type { Amount, Text } from '../model.ts';

/** The precision of amounts in the product: no sum of an invoice needs more than 40 digits. */
const Decimal = DefaultDecimal.clone({ precision: 40 });

export type Exact = InstanceType<typeof Decimal>;

export const zero: Exact = new Decimal(0);

/** `xsd:decimal`, limited in length to bound the computation. */
const written = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$/;

/** The number in a text; null when missing or not a number. */
export function exactOf(text: Text): Exact | null {
  return text !== null && written.test(text) ? new Decimal(text.replace(/^\+/, '')) : null;
}

export function numberOf(amount: Amount | null): Exact | null {
  return exactOf(amount?.value ?? null);
}

/** The sum of all present numbers. */
export function sumOf(amounts: readonly (Amount | null)[]): Exact {
  return amounts.reduce((sum, amount) => sum.plus(numberOf(amount) ?? zero), zero);
}

/** Rounds like the official rules: half up, so -0.005 becomes 0 (XPath `round`). */
export function rounded(value: Exact, decimals: number): Exact {
  return value.toDecimalPlaces(decimals, DefaultDecimal.ROUND_HALF_CEIL);
}

export function cents(value: Exact): Exact {
  return rounded(value, 2);
}

/** The allowed difference of two numbers: none, less than one unit, or up to a limit. */
export type Slack = 'none' | 'below-one' | Exact;

export function isWithin(left: Exact, right: Exact, slack: Slack): boolean {
  const distance = left.minus(right).abs();
  if (slack === 'none') return distance.isZero();
  return slack === 'below-one' ? distance.lessThan(1) : distance.lessThanOrEqualTo(slack);
}

/** One cent per amount, the tolerance of Factur-X EXTENDED. */
export function centsFor(count: number): Exact {
  return new Decimal(count).dividedBy(100);
}

/** Plain notation with at least two decimals. */
export function plain(value: Exact): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}
