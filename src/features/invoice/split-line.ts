import { apportioned } from '../../base/apportion.ts';
import { type Amount, absolute, compareAmounts, minus, round, sum } from '../../base/money.ts';
import { quantityDecimals } from './fields.ts';
import type { InvoiceLineFields } from './model.ts';

/** The units in which a line is split (VAL-19). */
export const splitModes = ['percent', 'amount'] as const;
export type SplitMode = (typeof splitModes)[number];

/** The divided fields of a line: its net and the values that make it up. */
type Divided = 'total_netto' | 'quantity' | 'line_allowance' | 'line_charge';
type DividedLine = Pick<InvoiceLineFields, Divided>;

const hundred: Amount = '100';
const cents = 2;

/** The share of the last part: the rest after the others, in percent or in the currency of the invoice. */
export function restOf(mode: SplitMode, net: Amount, shares: readonly (Amount | null)[]): Amount {
  return minus(mode === 'percent' ? hundred : net, sum(shares.map((share) => share ?? '0')));
}

/** Whether every part gets a share with the sign of the whole and without fractions of a cent. */
export function isSplit(
  mode: SplitMode,
  net: Amount,
  shares: readonly (Amount | null)[],
): shares is readonly Amount[] {
  const whole = compareAmounts(net, '0');
  const sign = mode === 'percent' ? Math.abs(whole) : whole;
  const typed = shares.filter((share) => share !== null);
  const parts = [...typed, restOf(mode, net, typed)];
  return (
    sign !== 0 &&
    typed.length === shares.length &&
    parts.every((part) => compareAmounts(part, '0') === sign && (mode === 'percent' || isWhole(part))) &&
    netsOf(mode, net, typed).every((part) => compareAmounts(part, '0') === whole)
  );
}

function isWhole(part: Amount): boolean {
  return compareAmounts(round(part, cents), part) === 0;
}

/** The nets of the parts, which sum exactly to the net of the line; `shares` are those of all parts but the last. */
export function netsOf(mode: SplitMode, net: Amount, shares: readonly Amount[]): readonly Amount[] {
  const parts = [...shares, restOf(mode, net, shares)];
  return mode === 'percent' ? apportioned(net, parts, cents) : parts.map((part) => round(part, cents));
}

/**
 * Splits a line into parts with these nets (VAL-19). Quantity, allowance and charge are divided like the net, the
 * price stays: the parts together still equal the line, also when compared with an order line (INV-23).
 */
export function splitLine<Line extends DividedLine>(line: Line, nets: readonly Amount[]): readonly Line[] {
  const weights = nets.map(absolute);
  const divided = (value: Amount | null, decimals: number): readonly (Amount | null)[] =>
    value === null ? nets.map(() => null) : apportioned(value, weights, decimals);
  const quantities = divided(line.quantity, quantityDecimals).map((part) => part && sum([part]));
  const allowances = divided(line.line_allowance, cents);
  const charges = divided(line.line_charge, cents);
  return nets.map((total_netto, place) => ({
    ...line,
    total_netto,
    quantity: quantities[place] ?? null,
    line_allowance: allowances[place] ?? null,
    line_charge: charges[place] ?? null,
  }));
}
