import type { Day } from '../../base/day.ts';
import { round, times } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../base/refusal.ts';
import { datevRate } from '../export-target/datev.ts';
import { rateProblem } from '../invoice/rate.ts';
import { baseAmounts, isNothing } from './base-amounts.ts';
import { bookingDay, type ClosedPeriod } from './booking-day.ts';
import { bookingsOf, creditorOf } from './bookings.ts';
import { prepaymentProblem } from './final-rest.ts';
import type { Booking, ExportedInvoice, ExportingCompany } from './model.ts';

/** An invoice as exported: the basis of a reversal and of a repeated file (EXP-23, EXP-24). */
export interface BookedInvoice {
  readonly invoice: Pick<
    ExportedInvoice,
    | 'guid'
    | 'number'
    | 'name'
    | 'invoice_date'
    | 'due_date'
    | 'delivery_date'
    | 'currency'
    | 'exchange_rate'
    | 'total_brutto'
    | 'terms'
  > & { readonly supplier: string | null };
  readonly creditor: string;
  readonly day: Day;
  readonly bookings: readonly Booking[];
}

/**
 * The bookings of an invoice for DATEV. Refuses (EXP-09, EXP-18) a company or supplier without DATEV numbers, a year
 * without payables, a closed period, a foreign currency without a rate that DATEV accepts, and everything `bookingsOf`
 * refuses.
 */
export function bookedInvoice(
  invoice: ExportedInvoice,
  company: ExportingCompany,
  closedPeriod: ClosedPeriod,
): BookedInvoice | Refusal {
  const refused = companyProblem(company) ?? prepaymentProblem(invoice);
  if (refused !== null) return refused;
  const creditor = creditorOf(invoice.supplier, company);
  if (isRefusal(creditor)) return creditor;
  const rate = rateProblem(invoice, company.currency, datevRate);
  if (rate !== null) return refuseField(rate);
  const day = bookingDay(invoice.invoice_date, company.datev_closed_until, closedPeriod);
  if (isRefusal(day)) return day;
  const bookings = bookingsOf(invoice, company);
  if (isRefusal(bookings)) return bookings;
  const { guid, number, name, invoice_date, due_date, delivery_date } = invoice;
  const { currency, exchange_rate, total_brutto, terms, supplier } = invoice;
  const reported = { guid, number, name, invoice_date, due_date, delivery_date, currency, exchange_rate };
  const based = inBase(bookings, currency === company.currency ? null : exchange_rate);
  if (isRefusal(based)) return based;
  return {
    invoice: { ...reported, total_brutto, terms, supplier: supplier.name },
    creditor,
    day,
    bookings: based,
  };
}

/**
 * An exported booking in the account length of a later day: DATEV appends zeros when a company gets longer accounts, and
 * would read a shorter number as another account (EXP-10, EXP-24).
 *
 * @param length of a ledger account; personal accounts have one more digit
 */
export function inLength<Exported extends BookedInvoice>(exported: Exported, length: number): Exported {
  const { creditor, bookings } = exported;
  return {
    ...exported,
    creditor: creditor.padEnd(length + 1, '0'),
    bookings: bookings.map((booking) => ({ ...booking, account: booking.account.padEnd(length, '0') })),
  };
}

/** Adds the amounts in the company's currency; refuses an amount that would be zero there. */
function inBase(bookings: readonly Booking[], rate: string | null): readonly Booking[] | Refusal {
  if (rate === null) return bookings;
  const bases = baseAmounts(
    bookings.map(({ gross }) => gross),
    rate,
  );
  const nothing = bookings[bases.findIndex((base) => isNothing(base))];
  if (nothing !== undefined) return refuse('export_worth_nothing', { values: { line: nothing.text } });
  return bookings.map((booking, place) => ({ ...booking, base: bases[place] ?? '0' }));
}

/**
 * The booking text, the same in files and online: the supplier, and the name of the invoice or of its line (EXP-10).
 */
export function bookingText(
  { supplier, name }: Pick<BookedInvoice['invoice'], 'supplier' | 'name'>,
  { text }: Pick<Booking, 'text'>,
): string {
  return [supplier, name ?? text].filter(Boolean).join(', ');
}

/** The gross total of an invoice in the company's currency, for control totals. */
export function controlAmount({ invoice }: BookedInvoice): string {
  return round(times(invoice.total_brutto, invoice.exchange_rate ?? '1'), 2);
}

/** The missing settings without which a company cannot book at DATEV (EXP-09). */
export function companyProblem(company: ExportingCompany): Refusal | null {
  const { consultant_number, client_number, name, payables_ledger } = company;
  if (consultant_number === null || client_number === null)
    return refuse('export_company_numbers_missing', { values: { company: name } });
  return payables_ledger ? null : refuse('export_payables_missing', { values: { company: name } });
}
