import type { Amount } from '../../../../base/money.ts';
import type { ShownBooking } from '../../../invoice/shown-booking.ts';
import type { BookedInvoice } from '../../booked-invoice.ts';
import { bookingCells } from '../../extf/booking-row.ts';
import { bookingAt } from '../../extf/fields.ts';
import type { ExportingCompany } from '../../model.ts';

/** The rows of an invoice in a booking file (EXP-28), read from its cells. */
export function shownInFile(
  { invoice, creditor, day, bookings }: BookedInvoice,
  company: ExportingCompany,
): readonly ShownBooking[] {
  return bookings.map((booking) => {
    const cells = bookingCells({ invoice, booking, creditor, day, isReversal: false }, company);
    const at = (column: number): string => (cells[column] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"');
    const amount = (column: number): Amount => at(column).replace(',', '.');
    return {
      account: at(bookingAt.account),
      counter_account: at(bookingAt.counterAccount),
      posting_key: at(bookingAt.postingKey) || null,
      tax_percentage: booking.tax_percentage,
      side: at(bookingAt.side) === 'S' ? 'S' : 'H',
      amount: amount(bookingAt.amount),
      currency: at(bookingAt.currency),
      base_amount: amount(bookingAt.baseAmount) || null,
      cost_objects: [at(bookingAt.kost1), at(bookingAt.kost2)].filter(Boolean),
      text: at(bookingAt.text),
    };
  });
}
