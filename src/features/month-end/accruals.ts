import { addDays, type Day } from '../../base/day.ts';
import { type Amount, minus } from '../../base/money.ts';
import { isRefusal } from '../../base/refusal.ts';
import { ledgerAccountOf } from '../accounting-export/account-number.ts';
import type { BookedRow } from '../accounting-export/model.ts';
import { automaticOff } from '../invoice/tax-keys.ts';
import type { MonthEndRow } from './model.ts';

/** Goods or services of a month without an invoice. */
export interface Accrued extends MonthEndRow {
  readonly number: string | null;
  readonly supplier: string | null;
  readonly account: string | null;
  /** 1 where the account posts tax automatically, which an accrual must not. */
  readonly is_automatic: number;
  readonly cost_center_number: string | null;
  /** The ids of the lines of an order, separated by commas; null for a contract. */
  readonly lines: string | null;
  /** In the currency of the company. */
  readonly net: Amount;
}

export interface AccruingCompany {
  readonly currency: string;
  readonly ledger_account_length: number;
  readonly datev_kost_length: number;
  readonly accrual_account: string;
  /** The accounts of its chart. */
  readonly charted: ReadonlySet<string>;
}

/** What an amount lacks to be booked; `accrual_account` is about the account of the company. */
export type Lack = (typeof lacks)[number];
export const lacks = ['account', 'account_too_long', 'account_unclear', 'accrual_account'] as const;

export interface Accruals {
  /** On the last day of the month. */
  readonly bookings: readonly BookedRow[];
  /** The same with the opposite sign, on the first of the next month. */
  readonly reversals: readonly BookedRow[];
  /** What they book. */
  readonly booked: readonly Accrued[];
  /** The number of amounts without a bookable account. */
  readonly leftOut: number;
}

/**
 * Books the goods and services of a month that have no invoice (DASH-08): net, the expense against the accrual
 * account of the company, on the last day of the month, and reversed on the next day.
 */
export function accrualsOf(
  accrued: readonly Accrued[],
  company: AccruingCompany,
  day: Day,
  text: (number: string) => string,
): Accruals {
  const rows = accrued.flatMap((one) => {
    const accounts = accountsOf(one, company);
    if (typeof accounts === 'string') return [];
    return [{ one, row: rowOf(one, { ...accounts, company, day, text: text(one.number ?? '') }) }];
  });
  const bookings = rows.map(({ row }) => row);
  const reversals = bookings.map((row) => ({
    ...row,
    day: addDays(day, 1),
    booking: { ...row.booking, gross: minus('0', row.booking.gross) },
  }));
  const booked = rows.map(({ one }) => one);
  return { bookings, reversals, booked, leftOut: accrued.length - bookings.length };
}

/** What an amount lacks to be booked; null if it can be. */
export function lackOf(one: Pick<Accrued, 'account'>, company: AccruingCompany): Lack | null {
  const accounts = accountsOf(one, company);
  return typeof accounts === 'string' ? accounts : null;
}

interface Accounts {
  readonly account: string;
  readonly against: string;
}

function accountsOf(
  { account: number }: Pick<Accrued, 'account'>,
  company: AccruingCompany,
): Accounts | Lack {
  const { accrual_account, ledger_account_length: length, charted } = company;
  const against = ledgerAccountOf(accrual_account, length, charted);
  if (isRefusal(against)) return 'accrual_account';
  if (number === null) return 'account';
  const account = ledgerAccountOf(number, length, charted);
  if (!isRefusal(account)) return { account, against };
  return account.code === 'export_account_too_long' ? 'account_too_long' : 'account_unclear';
}

interface RowParts extends Accounts {
  readonly company: AccruingCompany;
  readonly day: Day;
  readonly text: string;
}

function rowOf(one: Accrued, { account, against, company, day, text }: RowParts): BookedRow {
  const { cost_center_number: costCenter } = one;
  const fits = costCenter !== null && costCenter.length <= company.datev_kost_length;
  return {
    invoice: {
      ...{ guid: null, number: one.number, name: null, supplier: one.supplier },
      ...{ due_date: null, delivery_date: null, currency: company.currency, exchange_rate: null, terms: [] },
    },
    booking: {
      ...{ gross: one.net, account, posting_key: one.is_automatic === 1 ? automaticOff : null, text },
      ...{ cost_center: fits ? costCenter : null, cost_object: null },
      ...{ tax_percentage: '0', tax_category: 'Z' },
    },
    creditor: against,
    day,
    isReversal: false,
  };
}
