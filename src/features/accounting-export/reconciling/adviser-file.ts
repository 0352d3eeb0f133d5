import { type Day, dayFrom, partsOf } from '../../../base/day.ts';
import { type Amount, compareAmounts, isAmount, minus, sum } from '../../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.ts';
import { type BookedInvoice, inLength } from '../booked-invoice.ts';
import { bookingCategory } from '../extf/categories.ts';
import { bookingAt, headerAt } from '../extf/fields.ts';
import { openExtf } from '../extf/open-extf.ts';
import type { ExtfRecord } from '../extf/records.ts';
import { differencesOf, type Found, foundWith, missing, type Side, unknown } from './found.ts';

/** The adviser's bookings, with a parsed header. */
export interface AdviserFile {
  readonly consultant: string;
  readonly client: string;
  /** The days that the file covers. */
  readonly from: Day;
  readonly to: Day;
  /** The length of a ledger account. */
  readonly accountLength: number;
  readonly rows: Iterable<ExtfRecord>;
}

/** A row of the file from the view of the ledger account. */
export interface AdviserRow extends Side {
  /** Without leading zeros. */
  readonly creditor: string;
  readonly day: Day | null;
  readonly isReversal: boolean;
}

/** Opens a booking file of any format version: the columns read here have not moved. Refuses like `openExtf`. */
export function openAdviserFile(bytes: Uint8Array): AdviserFile | Refusal {
  const opened = openExtf(bytes);
  if (isRefusal(opened)) return opened;
  const { at, reported, records } = opened;
  const category = reported(headerAt.category);
  if (category !== bookingCategory.category)
    return refuse('extf_category', {
      field: 'file',
      values: { category, name: reported(headerAt.formatName) },
    });
  const [from, to] = [longDay(at(headerAt.from)), longDay(at(headerAt.to))];
  if (records.next().done || from === null || to === null)
    return refuse('extf_unreadable', { field: 'file' });
  return {
    consultant: reported(headerAt.consultant),
    client: reported(headerAt.client),
    from,
    to,
    accountLength: Number(at(headerAt.accountLength)) || 0,
    rows: records,
  };
}

/** The bookings of a file for some documents, by normalised document number. */
export class AdviserRows {
  readonly #file: AdviserFile;
  readonly #rows: ReadonlyMap<string, AdviserRow[]>;

  /** @param wanted the documents whose rows are kept */
  constructor(file: AdviserFile, wanted: readonly BookedInvoice[]) {
    this.#file = file;
    this.#rows = new Map(wanted.map(({ invoice }) => [comparable(invoice.number ?? ''), []]));
  }

  take(records: readonly ExtfRecord[]): void {
    for (const record of records) this.#take(record);
  }

  #take(record: ExtfRecord): void {
    const cell = (position: number): string => (record.cells[position - 1]?.text ?? '').trim();
    const rows = this.#rows.get(comparable(cell(bookingAt.reference)));
    const amount = cell(bookingAt.amount).replace(',', '.');
    if (rows === undefined || !isAmount(amount)) return;
    const [account, counter] = [plain(cell(bookingAt.account)), plain(cell(bookingAt.counterAccount))];
    const isDebit = cell(bookingAt.side) === 'S';
    const day = this.#dayOf(cell(bookingAt.day));
    const isReversal = cell(bookingAt.reversal) === '1';
    const details = detailsOf(cell(bookingAt.postingKey), cell(bookingAt.kost1), cell(bookingAt.kost2));
    // The comparison decides which of the two accounts is the creditor.
    rows.push(
      {
        account: `${counter}${details}`,
        creditor: account,
        amount: signed(amount, !isDebit),
        day,
        isReversal,
      },
      {
        account: `${account}${details}`,
        creditor: counter,
        amount: signed(amount, isDebit),
        day,
        isReversal,
      },
    );
  }

  /** Compares the adviser's bookings with an exported invoice; days outside of the file are unknown. */
  found(exported: BookedInvoice, isReversal: boolean): Found {
    if (exported.day < this.#file.from || exported.day > this.#file.to) return unknown;
    const reported = inLength(exported, this.#file.accountLength);
    const ours = reported.bookings.map((booking) => ({
      account: `${plain(booking.account)}${detailsOf(booking.posting_key, booking.cost_center, booking.cost_object)}`,
      amount: booking.gross,
    }));
    const side = compareAmounts(sum(ours.map(({ amount }) => amount)), '0');
    const accounts = new Set(ours.map(({ account }) => account));
    const rows = this.#rows.get(comparable(reported.invoice.number ?? '')) ?? [];
    const theirs = rows.filter(
      (row) =>
        row.creditor === plain(reported.creditor) &&
        row.isReversal === isReversal &&
        // Payments are on the other side, and on other accounts than deductions.
        (compareAmounts(row.amount, '0') === side || accounts.has(row.account)),
    );
    if (theirs.length === 0) return missing;
    const days = theirs.flatMap(({ day }) => day ?? []);
    const otherDay = days.find((day) => day !== reported.day);
    return foundWith([
      ...differencesOf(ours, theirs),
      ...(otherDay === undefined ? [] : [{ account: null, ours: reported.day, theirs: otherDay }]),
    ]);
  }

  /** Days are written without their year. */
  #dayOf(text: string): Day | null {
    const { from, to } = this.#file;
    const padded = text.padStart(4, '0');
    const [day, month] = [Number(padded.slice(0, 2)), Number(padded.slice(2))];
    const years = [partsOf(from).year, partsOf(to).year];
    return years.map((year) => dayFrom(year, month, day)).find((one) => one !== null && one >= from) ?? null;
  }
}

function signed(amount: Amount, isPositive: boolean): Amount {
  return isPositive ? amount : minus('0', amount);
}

/** ` 9 100`: the key and the cost objects, where present. */
function detailsOf(...parts: readonly (string | null)[]): string {
  return parts
    .map((part) => plain(part ?? ''))
    .map((part) => (part === '' ? '' : ` ${part}`))
    .join('');
}

/** DATEV writes accounts and keys with or without leading zeros. */
function plain(text: string): string {
  return text.replace(/^0+(?=.)/, '');
}

function comparable(number: string): string {
  return number.trim().toUpperCase();
}

/** `20261001` */
function longDay(text: string): Day | null {
  return /^\d{8}$/.test(text)
    ? dayFrom(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
    : null;
}
