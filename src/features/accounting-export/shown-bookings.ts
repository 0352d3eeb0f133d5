import { type Amount, absolute, compareAmounts, round } from '../../base/money.ts';
import type { ShownBooking } from '../invoice/shown-booking.ts';

/** An amount in the company's currency for display. */
export function unsigned(base: Amount | undefined): Amount | null {
  return base === undefined ? null : round(absolute(base), 2);
}

/** An invoice is in Haben at the creditor, a credit note in Soll (EXP-10, EXP-14). */
export function sided(gross: Amount): Pick<ShownBooking, 'side' | 'amount'> {
  return { side: compareAmounts(gross, '0') > 0 ? 'H' : 'S', amount: absolute(gross) };
}
