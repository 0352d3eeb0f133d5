import { type Amount, absolute, compareAmounts, round } from '../../base/money.ts';
import type { ShownBooking } from '../invoice/shown-booking.ts';
import { baseAmounts } from './base-amounts.ts';
import type { BookedInvoice } from './booked-invoice.ts';
import { bookingCells } from './extf/booking-row.ts';
import { bookingAt } from './extf/fields.ts';
import type { ExportingCompany } from './model.ts';
import { ledgerInvoice, type ToldLedger } from './targets/datev/told-ledger.ts';
import type { DynamicsBooking } from './targets/ms365/model.ts';

/** The rows that a file of bookings gets of an invoice (EXP-28), read out of the very cells. */
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

/** The parts of a booking proposal of DATEV online. */
export function shownOnline(told: ToldLedger): readonly ShownBooking[] {
  const { parts, currency, bpAccountNo } = ledgerInvoice(told, false);
  return parts.map((part, place) => ({
    account: bpAccountNo,
    // As many digits as the account has, which DATEV's schema does not write.
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

/** The lines of the ledger in a journal of Dynamics 365, each against the vendor. */
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

function unsigned(base: Amount | undefined): Amount | null {
  return base === undefined ? null : round(absolute(base), 2);
}

/** An invoice stands in Haben at the creditor, a credit note in Soll (EXP-10, EXP-14). */
function sided(gross: Amount): Pick<ShownBooking, 'side' | 'amount'> {
  return { side: compareAmounts(gross, '0') > 0 ? 'H' : 'S', amount: absolute(gross) };
}
