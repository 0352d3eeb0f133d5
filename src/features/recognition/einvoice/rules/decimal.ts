import { Decimal as DefaultDecimal } from 'decimal.js';
import type { Amount, Text } from '../model.ts';

/** As exact as the amounts of the product: no sum of an invoice needs more than 40 digits. */
const Decimal = DefaultDecimal.clone({ precision: 40 });

export type Exact = InstanceType<typeof Decimal>;

export const zero: Exact = new Decimal(0);

/** A decimal number as XML Schema writes it; longer ones than any amount are none, which bounds the work. */
const written = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$/;

/** The number of a text, or null where there is no text or it is no number. */
export function exactOf(text: Text): Exact | null {
  return text !== null && written.test(text) ? new Decimal(text.replace(/^\+/, '')) : null;
}

export function numberOf(amount: Amount | null): Exact | null {
  return exactOf(amount?.value ?? null);
}

/** The sum of what is there and a number. */
export function sumOf(amounts: readonly (Amount | null)[]): Exact {
  return amounts.reduce((sum, amount) => sum.plus(numberOf(amount) ?? zero), zero);
}

/** Rounded as the official rules round: a half goes up, -0.005 to 0 (XPath `round`). */
export function rounded(value: Exact, decimals: number): Exact {
  return value.toDecimalPlaces(decimals, DefaultDecimal.ROUND_HALF_CEIL);
}

export function cents(value: Exact): Exact {
  return rounded(value, 2);
}

/** How far two numbers may be apart: equal, less than one unit, or up to a limit. */
export type Slack = 'none' | 'below-one' | Exact;

export function isWithin(left: Exact, right: Exact, slack: Slack): boolean {
  const distance = left.minus(right).abs();
  if (slack === 'none') return distance.isZero();
  return slack === 'below-one' ? distance.lessThan(1) : distance.lessThanOrEqualTo(slack);
}

/** A cent for each of so many amounts, which is what Factur-X EXTENDED allows. */
export function centsFor(count: number): Exact {
  return new Decimal(count).dividedBy(100);
}

/** In plain notation with two decimals at least. */
export function plain(value: Exact): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}
