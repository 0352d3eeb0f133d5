import type { ShownBooking } from '../../../invoice/shown-booking.ts';
import { sided, unsigned } from '../../shown-bookings.ts';
import { type LedgerPayload, ledgerInvoice } from './ledger-payload.ts';

/** The parts of a booking proposal for DATEV online. */
export function shownOnline(payload: LedgerPayload): readonly ShownBooking[] {
  const { parts, currency, bpAccountNo } = ledgerInvoice(payload, false);
  return parts.map((part, place) => ({
    account: bpAccountNo,
    // With leading zeros, which DATEV's schema omits.
    counter_account: payload.bookings[place]?.account ?? part.accountNo,
    posting_key: part.buCode ?? null,
    tax_percentage: payload.bookings[place]?.tax_percentage ?? null,
    ...sided(part.amount),
    currency,
    base_amount: unsigned(payload.bookings[place]?.base),
    cost_objects: [part.costCategoryId, part.costCategoryId2].filter((one) => typeof one === 'string'),
    text: part.bookingText ?? '',
  }));
}
