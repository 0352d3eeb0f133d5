import type { ShownBooking } from '../../../invoice/shown-booking.ts';
import { sided, unsigned } from '../../shown-bookings.ts';
import { ledgerInvoice, type ToldLedger } from './told-ledger.ts';

/** The parts of a booking proposal for DATEV online. */
export function shownOnline(told: ToldLedger): readonly ShownBooking[] {
  const { parts, currency, bpAccountNo } = ledgerInvoice(told, false);
  return parts.map((part, place) => ({
    account: bpAccountNo,
    // With leading zeros, which DATEV's schema omits.
    counter_account: told.bookings[place]?.account ?? part.accountNo,
    posting_key: part.buCode ?? null,
    tax_percentage: told.bookings[place]?.tax_percentage ?? null,
    ...sided(part.amount),
    currency,
    base_amount: unsigned(told.bookings[place]?.base),
    cost_objects: [part.costCategoryId, part.costCategoryId2].filter((one) => typeof one === 'string'),
    text: part.bookingText ?? '',
  }));
}
