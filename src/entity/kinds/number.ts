import {
  type Amount,
  amountOf,
  compareAmounts,
  isAmount,
  decimalPlaces as placesOf,
} from '../../base/money.ts';
import { formatNumber, typedNumber, unreadable } from '../../base/typed-number.ts';
import { decimalPlaces } from '../../platform/constants.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Finding, Kind } from '../kind.ts';

interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound. */
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
  /** The maximum number of decimal places. */
  readonly decimals?: number;
  /** A sign that spreadsheet programs show with the number; it is ignored when read. */
  readonly sign?: '%';
}

/**
 * A decimal number, never a binary float: money, percentages, quantities. It keeps the typed places; prices have at
 * least the tenant's decimals (I18N-05), so that nothing is hidden and amounts align.
 */
export function decimal(options: FieldOptions<Amount> & Decimals = {}): Field<Amount> {
  const { decimals, sign = '€' } = options;
  const kind: Kind<Amount> = {
    input: 'number',
    read: (typed, { language }) => typedNumber(withoutSign(typed, sign), language),
    write: (value, { language, decimals: places = decimalPlaces.default }) =>
      formatNumber(amountOf(value), language, options.price ? Math.max(places, placesOf(value)) : undefined),
    csv: (value) => ({ number: amountOf(value) }),
    normal: (value) => (isAmount(String(value)) ? amountOf(value) : value),
    problem(value) {
      if (!isAmount(value)) return { code: 'invalid_type' };
      if (decimals !== undefined && placesOf(value) > decimals) {
        return { code: 'validation_failed', values: { decimals } };
      }
      return outside(value, options);
    },
  };
  return { ...options, kind };
}

/** `5.000,00 €` and `19 %` as spreadsheet programs copy them; amounts are in the currency of the field. */
function withoutSign(text: string, sign: '€' | '%'): string {
  const trimmed = text.trim();
  if (trimmed.endsWith(sign)) return trimmed.slice(0, -1);
  return trimmed.startsWith(sign) ? trimmed.slice(1) : text;
}

/** A tax rate in percent: at most two digits and two decimals (VAL-31). */
export function percent(options: FieldOptions<Amount> = {}): Field<Amount> {
  return decimal({ ...options, decimals: 2, min: 0, max: 99.99, sign: '%' });
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
