import { amountOrNull } from '../../../base/money.ts';
import type { PricedLine } from '../../totals.ts';

/** The API fields of a line that determine totals. */
export interface PricedRow {
  readonly quantity: number | null;
  /** Null for readers without `user-price` (ROLE-07). */
  readonly price_netto: number | null;
  readonly price_brutto: number | null;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit: number;
  readonly tax: number | null;
}

/** Converts an API line for the totals. */
export function pricedLine(row: PricedRow): PricedLine {
  return {
    quantity: amountOrNull(row.quantity),
    price_netto: amountOrNull(row.price_netto),
    price_brutto: amountOrNull(row.price_brutto),
    price_mode: row.price_mode,
    price_unit: amountOrNull(row.price_unit),
    tax: amountOrNull(row.tax),
  };
}
