import { type Amount, absolute, compareAmounts, minus, round, times } from '../../../base/money.ts';
import { rateAtDatev } from '../../export-target/datev.ts';
import { bookingText } from '../booked-invoice.ts';
import type { BookedRow, Booking, ExportingCompany } from '../model.ts';
import { bookingColumns } from './fields.ts';
import { type Cell, dayAndMonth, decimal, longDay, quoted, record, shortDay } from './row.ts';

type Company = Pick<
  ExportingCompany,
  'currency' | 'datev_lock' | 'datev_service_date' | 'debit_credit_reverse'
>;

/** A booking against its creditor as a record of the file. */
export function bookingRow(row: BookedRow, company: Company): string {
  return record(bookingColumns.length, bookingCells(row, company));
}

/**
 * The cells of a booking, by column from 1: the credit of an invoice is in Haben, that of a credit note in Soll
 * (EXP-10).
 */
export function bookingCells(row: BookedRow, company: Company): Readonly<Record<number, Cell>> {
  const { invoice, booking, creditor, isReversal } = row;
  const isCredit = compareAmounts(booking.gross, '0') > 0;
  const { debit_credit_reverse: isReversed } = company;
  return {
    1: decimal(round(absolute(booking.gross), 2)),
    2: isCredit === isReversed ? '"S"' : '"H"',
    3: quoted(invoice.currency, 3),
    ...inBaseCurrency(booking, invoice, company.currency),
    7: isReversed ? booking.account : creditor,
    8: isReversed ? creditor : booking.account,
    9: quoted(booking.posting_key ?? '', 4),
    10: dayAndMonth(row.day),
    11: quoted(invoice.number ?? '', 36),
    12: invoice.due_date === null ? quoted('', 12) : quoted(shortDay(invoice.due_date), 12),
    14: quoted(bookingText(invoice, booking), 60),
    ...(invoice.guid === null ? {} : { 20: `"BEDI ""${invoice.guid.toUpperCase()}"""` }),
    ...termCells(invoice.terms),
    37: quoted(booking.cost_center ?? '', 36),
    38: quoted(booking.cost_object ?? '', 36),
    114: company.datev_lock ? '1' : '0',
    ...serviceCells(invoice, company),
    118: isReversal ? '"1"' : '""',
  };
}

/**
 * Rate, amount and currency of the company, only where the invoice has another currency (EXP-10). The rate is in
 * units of the foreign currency per unit of the company's.
 */
function inBaseCurrency(
  { gross, base }: Booking,
  { currency, exchange_rate: rate }: BookedRow['invoice'],
  own: string,
): Readonly<Record<number, Cell>> {
  if (currency === own || rate === null) return {};
  return {
    4: decimal(rateAtDatev(rate)),
    5: decimal(round(absolute(base ?? times(gross, rate)), 2)),
    6: quoted(own, 3),
  };
}

/** Discounts as text for the payer; the discount column is for payments only (EXP-10). */
function termCells(terms: BookedRow['invoice']['terms']): Readonly<Record<number, Cell>> {
  const reported = terms.flatMap(({ percentage, date }) =>
    percentage === null || date === null
      ? []
      : [`${decimal(trimmed(percentage))} % bis ${date.split('-').reverse().join('.')}`],
  );
  return reported.length === 0 ? {} : { 21: quoted('Skonto', 20), 22: quoted(reported.join(', '), 210) };
}

/** The service date and the period of its tax: both or neither (EXP-10). */
function serviceCells(
  { delivery_date: day }: BookedRow['invoice'],
  { datev_service_date: isReported }: Company,
): Readonly<Record<number, Cell>> {
  return isReported && day !== null ? { 115: longDay(day), 116: longDay(day) } : {};
}

/** `3.00` as `3` */
function trimmed(amount: Amount): Amount {
  return minus(amount, '0');
}
