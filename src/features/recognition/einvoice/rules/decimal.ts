import Big from 'big.js';
import { decimalPlaces } from '../../../../base/money.ts';
import type { Amount, Text } from '../model.ts';

/** As precise as amounts in the product. */
const Decimal = Big();
Decimal.DP = 40;

export type Exact = Big;

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
  const raised = value.plus(`5e-${decimals + 1}`);
  const cut = raised.round(decimals, Big.roundDown);
  return cut.gt(raised) ? cut.minus(`1e-${decimals}`) : cut;
}

export function cents(value: Exact): Exact {
  return rounded(value, 2);
}

/** The allowed difference of two numbers: none, less than one unit, or up to a limit. */
export type Slack = 'none' | 'below-one' | Exact;

export function isWithin(left: Exact, right: Exact, slack: Slack): boolean {
  const distance = left.minus(right).abs();
  if (slack === 'none') return distance.eq(0);
  return slack === 'below-one' ? distance.lt(1) : distance.lte(slack);
}

/** One cent per amount, the tolerance of Factur-X EXTENDED. */
export function centsFor(count: number): Exact {
  return new Decimal(count).div(100);
}

/** Plain notation with at least two decimals. */
export function plain(value: Exact): string {
  return value.toFixed(Math.max(2, decimalPlaces(value.toFixed())));
}
