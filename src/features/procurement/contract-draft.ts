import {
  type Amount,
  compareAmounts,
  couplePrice,
  decimalPlaces,
  dividedBy,
  round,
  times,
} from '../../base/money.ts';
import type { LinePrice } from './model.ts';

/** The price of a contract line: the net total of its whole quantity (CON-27). */
export interface ContractPrice {
  /** Null counts as one. */
  readonly quantity: Amount | null;
  readonly total: Amount;
  /** Percent. */
  readonly tax: Amount | null;
}

/**
 * The unit price that makes an order cost the contract price (PROC-25), with at most `decimals` places. A total that
 * does not divide evenly becomes the price of the whole quantity (PRICE-06), so that no cent is lost.
 */
export function agreedPrice(
  { quantity, total, tax }: ContractPrice,
  decimals: number,
): LinePrice & { readonly price_unit: Amount } {
  const units = quantity ?? '1';
  const each = round(dividedBy(total, units), decimals);
  const isEven = compareAmounts(times(each, units), total) === 0;
  const price = isEven ? each : round(total, Math.max(decimals, decimalPlaces(total)));
  return {
    ...couplePrice({ mode: 'net', price }, tax ?? '0', decimals),
    price_mode: 'net',
    price_unit: isEven ? '1' : units,
    tax,
  };
}
