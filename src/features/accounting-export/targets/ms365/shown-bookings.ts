import type { ShownBooking } from '../../../invoice/shown-booking.ts';
import { baseAmounts } from '../../base-amounts.ts';
import { sided, unsigned } from '../../shown-bookings.ts';
import type { DynamicsBooking } from './model.ts';

/** The ledger lines of a journal in Dynamics 365, each against the vendor. */
export function shownInDynamics(booking: DynamicsBooking): readonly ShownBooking[] {
  const { vendor, currency, exchange_rate: rate, lines, text } = booking;
  const grosses = lines.map(({ gross }) => gross);
  const bases = rate === null ? [] : baseAmounts(grosses, rate);
  return lines.map((line, place) => ({
    account: vendor,
    counter_account: line.account,
    posting_key: [line.tax_group, line.tax_item_group].filter(Boolean).join(' / ') || null,
    tax_percentage: null,
    ...sided(line.gross),
    currency,
    base_amount: unsigned(bases[place]),
    cost_objects: Object.values(line.dimensions).filter((value) => typeof value === 'string'),
    text: line.text ?? text,
  }));
}
