import type { Day } from '../../src/base/day.ts';
import { type Amount, absolute, compareAmounts, minus, times } from '../../src/base/money.ts';
import { bookingAt, bookingColumns } from '../../src/features/accounting-export/extf/fields.ts';
import type { ExtfRule, Findings } from '../../src/features/accounting-export/extf/findings.ts';
import type { ExtfRecord } from '../../src/features/accounting-export/extf/records.ts';
import type { ExtfHeader } from './header.ts';
import { amountOfText, dayOfDayMonthYear } from './values.ts';

/** A booking's contribution to the control totals, in the currency of the header. */
export interface CheckedBooking {
  readonly side: string;
  readonly amount: Amount | null;
}

/** Checks the columns of one booking against each other and against the header (EXP-10, EXP-20, EXP-22). */
export function checkBooking(record: ExtfRecord, header: ExtfHeader, findings: Findings): CheckedBooking {
  const booking = new Booking(record, findings);
  const isForeign = checkCurrency(booking, header);
  checkAmount(booking);
  checkAccounts(booking, header.accountLength);
  checkDays(booking, header);
  checkReferences(booking);
  checkLockAndReversal(booking, header);
  for (const position of alwaysEmpty) booking.mustBeEmpty(position);
  const amount = booking.at(isForeign ? bookingAt.baseAmount : bookingAt.amount);
  return { side: booking.at(bookingAt.side), amount: amountOfText(amount) };
}

/**
 * Discounts belong to payments, the VAT ids are for bookings that Kontor does not make, and the due day is in column
 * 12 (EXP-10).
 */
const alwaysEmpty = [
  bookingAt.discount,
  bookingAt.euVatId,
  bookingAt.due,
  bookingAt.euVatIdOfOrigin,
] as const;

class Booking {
  readonly #record: ExtfRecord;
  readonly #findings: Findings;

  constructor(record: ExtfRecord, findings: Findings) {
    this.#record = record;
    this.#findings = findings;
  }

  at(position: number): string {
    return this.#record.cells[position - 1]?.text ?? '';
  }

  add(position: number, rule: ExtfRule, why: string): void {
    this.#findings.add(this.#record.line, position, rule, `${bookingColumns[position - 1]?.name}: ${why}`);
  }

  mustBeEmpty(position: number): void {
    if (this.at(position) !== '') this.add(position, 'must_be_empty', 'must be empty');
  }

  /** An empty cell matches; mandatory cells are checked elsewhere. */
  matches(position: number, pattern: RegExp, wanted: string): void {
    const text = this.at(position);
    if (text !== '' && !pattern.test(text)) this.add(position, 'form', `"${text}" is not ${wanted}`);
  }
}

function checkAmount(booking: Booking): void {
  booking.matches(bookingAt.side, /^[SH]$/, 'S or H');
  for (const position of [bookingAt.amount, bookingAt.baseAmount]) {
    const amount = amountOfText(booking.at(position));
    if (amount !== null && compareAmounts(amount, '0') <= 0)
      booking.add(position, 'amount', 'is not greater than 0');
  }
}

/**
 * Rate, base amount and base currency must be given together, and only with another currency. Returns whether they
 * are.
 */
function checkCurrency(booking: Booking, header: ExtfHeader): boolean {
  const currency = booking.at(bookingAt.currency);
  const ofBase = [bookingAt.rate, bookingAt.baseAmount, bookingAt.baseCurrency];
  const filled = ofBase.filter((position) => booking.at(position) !== '');
  if (header.currency === '') return false;
  const isForeign = currency !== '' && currency !== header.currency;
  if (filled.length !== (isForeign ? ofBase.length : 0)) {
    const why = isForeign
      ? 'rate, base amount and base currency are required'
      : 'a rate without a foreign currency';
    booking.add(bookingAt.currency, 'currency', why);
    return false;
  }
  if (!isForeign) return false;
  booking.matches(bookingAt.currency, /^[A-Z]{3}$/, 'a currency of three capital letters');
  if (booking.at(bookingAt.baseCurrency) !== header.currency) {
    booking.add(bookingAt.baseCurrency, 'currency', `is not ${header.currency} as in the header`);
  }
  checkRate(booking);
  return true;
}

/** One unit of the base currency is worth `rate` of the other; an inverse rate is far off. */
function checkRate(booking: Booking): void {
  const amount = amountOfText(booking.at(bookingAt.amount));
  const rate = amountOfText(booking.at(bookingAt.rate));
  const base = amountOfText(booking.at(bookingAt.baseAmount));
  if (amount === null || rate === null || base === null) return;
  const difference = absolute(minus(times(base, rate), amount));
  // The tolerance of a cent of the base amount, and one percent for a rounded rate.
  const isNear =
    compareAmounts(difference, times(rate, '0.02')) <= 0 ||
    compareAmounts(difference, times(amount, '0.01')) <= 0;
  if (!isNear)
    booking.add(bookingAt.rate, 'currency', 'the base amount at this rate differs from the amount');
}

/**
 * The creditor against a ledger account; both in full length, because a number without its zero is another account.
 */
function checkAccounts(booking: Booking, length: number | null): void {
  for (const position of [bookingAt.account, bookingAt.counterAccount]) {
    const account = booking.at(position);
    if (!account.startsWith('0') || account.length === length) continue;
    booking.add(
      position,
      'leading_zero',
      `"${account}" begins with 0 but does not have ${length ?? 4} digits`,
    );
  }
  if (length !== null) {
    const creditor = new RegExp(`^[7-9]\\d{${length}}$`);
    const ledger = new RegExp(`^\\d{${length}}$`);
    // An accrual has no document, and books between two ledger accounts (DASH-08).
    const isAccrual = booking.at(bookingAt.link) === '' && ledger.test(booking.at(bookingAt.account));
    if (!isAccrual)
      checkAccount(
        booking,
        bookingAt.account,
        creditor,
        `a creditor of ${length + 1} digits starting with 7 or more`,
      );
    checkAccount(booking, bookingAt.counterAccount, ledger, `a ledger account of ${length} digits`);
  }
  booking.matches(bookingAt.postingKey, /^\d{1,4}$/, 'a key of 1 to 4 digits');
}

function checkAccount(booking: Booking, position: number, pattern: RegExp, wanted: string): void {
  const account = booking.at(position);
  if (account !== '' && !pattern.test(account)) {
    booking.add(position, 'account', `"${account}" is not ${wanted}`);
  }
}

/** The day of the booking has no year: it is the one within the period of the header. */
function checkDays(booking: Booking, { from, to }: ExtfHeader): void {
  const text = booking.at(bookingAt.day);
  if (from !== null && to !== null && dayOfDayMonthYear(`${text}2024`) !== null) {
    const years = [from, to].map((day: Day) => day.slice(0, 4));
    const isInside = years.some((year) => {
      const day = dayOfDayMonthYear(`${text}${year}`);
      return day !== null && day >= from && day <= to;
    });
    if (!isInside) booking.add(bookingAt.day, 'outside_period', `"${text}" is not between ${from} and ${to}`);
  }
  const due = booking.at(bookingAt.dueDay);
  const [match, dayAndMonth, year] = /^(\d{4})(\d\d)$/.exec(due) ?? [];
  const isDue = match !== undefined && dayOfDayMonthYear(`${dayAndMonth}20${year}`) !== null;
  if (due !== '' && !isDue) booking.add(bookingAt.dueDay, 'day', `"${due}" is not a day DDMMYY`);
  if ((booking.at(bookingAt.serviceDay) === '') !== (booking.at(bookingAt.taxPeriodDay) === '')) {
    booking.add(bookingAt.serviceDay, 'pair', 'requires the day of the tax period, and vice versa');
  }
}

const guid = /^BEDI "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"$/;

function checkReferences(booking: Booking): void {
  if (booking.at(bookingAt.reference) === '') booking.add(bookingAt.reference, 'missing', 'is empty');
  booking.matches(
    bookingAt.reference,
    /^[a-zA-Z0-9$&%*+\-/]+$/,
    'a number of letters, digits and $ & % * + - /',
  );
  booking.matches(bookingAt.link, guid, 'BEDI "GUID"');
  for (const position of [bookingAt.kost1, bookingAt.kost2]) {
    booking.matches(position, /^\S(.*\S)?$/, 'a cost object without surrounding blanks');
  }
  for (let kind = bookingAt.firstInfoKind; kind < bookingAt.kost1; kind += 2) checkInfoPair(booking, kind);
}

/** A content without its type is not displayed. */
function checkInfoPair(booking: Booking, kind: number): void {
  if ((booking.at(kind) === '') !== (booking.at(kind + 1) === '')) {
    booking.add(kind, 'pair', 'kind and content require each other');
  }
}

function checkLockAndReversal(booking: Booking, header: ExtfHeader): void {
  const lock = booking.at(bookingAt.lock);
  if (lock === '') booking.add(bookingAt.lock, 'lock', 'is empty, which means locked');
  else if (lock !== header.lock)
    booking.add(bookingAt.lock, 'lock', `${lock}, but ${header.lock} in the header`);
  booking.matches(bookingAt.reversal, /^[01]$/, '0 or 1');
}
