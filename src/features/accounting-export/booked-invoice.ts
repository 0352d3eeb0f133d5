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

/** An invoice as it leaves: what a reversal takes back, and what the same file would say again (EXP-23, EXP-24). */
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
 * What DATEV is told of an invoice. Refused by name (EXP-09, EXP-18): company or supplier without their numbers there, a
 * year without payables, a closed period, another currency without a rate that DATEV writes, and whatever `bookingsOf` refuses.
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
  const told = { guid, number, name, invoice_date, due_date, delivery_date, currency, exchange_rate };
  const based = inBase(bookings, currency === company.currency ? null : exchange_rate);
  if (isRefusal(based)) return based;
  return {
    invoice: { ...told, total_brutto, terms, supplier: supplier.name },
    creditor,
    day,
    bookings: based,
  };
}

/** With what each is in the currency of the company; refused where one would be nothing there. */
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

/** What a booking is called, in files and online alike: the supplier, and the name of the invoice or of its line (EXP-10). */
export function bookingText(
  { supplier, name }: Pick<BookedInvoice['invoice'], 'supplier' | 'name'>,
  { text }: Pick<Booking, 'text'>,
): string {
  return [supplier, name ?? text].filter(Boolean).join(', ');
}

/** The gross total of an invoice in the currency of its company, for control totals. */
export function controlAmount({ invoice }: BookedInvoice): string {
  return round(times(invoice.total_brutto, invoice.exchange_rate ?? '1'), 2);
}

/** What a company lacks for any booking at DATEV, by name (EXP-09). */
export function companyProblem(company: ExportingCompany): Refusal | null {
  const { consultant_number, client_number, name, payables_ledger } = company;
  if (consultant_number === null || client_number === null)
    return refuse('export_company_numbers_missing', { values: { company: name } });
  return payables_ledger ? null : refuse('export_payables_missing', { values: { company: name } });
}
