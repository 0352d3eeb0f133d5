import { type Amount, amountOf, compareAmounts, decimalPlaces, isAmount } from '../../base/money.ts';
import { formatNumber, typedNumber, unreadable } from '../../base/typed-number.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Finding, Kind } from '../kind.ts';

interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Values must be greater. */
  readonly above?: number;
}

/** A whole number, such as a count of days. */
export function whole(options: FieldOptions<number> & Range = {}): Field<number> {
  const kind: Kind<number> = {
    input: 'number',
    read(typed, { language }) {
      const amount = typedNumber(typed, language);
      if (amount === null || amount === unreadable) return amount;
      return Number.isSafeInteger(Number(amount)) ? Number(amount) : unreadable;
    },
    write: (value, { language }) => formatNumber(amountOf(value), language),
    csv: (value) => ({ number: amountOf(value) }),
    normal: (value) => value,
    problem: (value) =>
      Number.isInteger(value)
        ? outside(amountOf(value), options)
        : { code: 'invalid_type', values: { rule: 'whole' } },
  };
  return { ...options, kind };
}

interface Decimals extends Range {
  /** Most places after the point that a value may have; shown with as many. */
  readonly decimals?: number;
}

/** A decimal number that is never a binary float: money, percentages, quantities. */
export function decimal(options: FieldOptions<Amount> & Decimals = {}): Field<Amount> {
  const { decimals } = options;
  const kind: Kind<Amount> = {
    input: 'number',
    read: (typed, { language }) => typedNumber(typed, language),
    write: (value, { language }) => formatNumber(amountOf(value), language, shownPlaces(value, decimals)),
    csv: (value) => ({ number: amountOf(value) }),
    normal: (value) => (isAmount(String(value)) ? amountOf(value) : value),
    problem(value) {
      if (!isAmount(value)) return { code: 'invalid_type' };
      if (decimals !== undefined && decimalPlaces(value) > decimals) {
        return { code: 'validation_failed', values: { decimals } };
      }
      return outside(value, options);
    },
  };
  return { ...options, kind };
}

/** A tax rate in percent: at most two digits and two decimals (VAL-31). */
export function percent(options: FieldOptions<Amount> = {}): Field<Amount> {
  return decimal({ ...options, decimals: 2, min: 0, max: 99.99 });
}

/** A value that has more places than it should is shown with all of them, so that nothing is hidden. */
function shownPlaces(value: Amount, decimals: number | undefined): number | undefined {
  if (decimals === undefined) return undefined;
  return Math.max(decimals, decimalPlaces(amountOf(value)));
}

function outside(value: Amount, { min, max, above }: Range): Finding | undefined {
  if (above !== undefined && compareAmounts(value, amountOf(above)) <= 0) {
    return { code: 'number_out_of_range', values: { above } };
  }
  const tooSmall = min !== undefined && compareAmounts(value, amountOf(min)) < 0;
  const tooLarge = max !== undefined && compareAmounts(value, amountOf(max)) > 0;
  if (!tooSmall && !tooLarge) return undefined;
  return { code: 'number_out_of_range', values: { min: min ?? null, max: max ?? null } };
}
