import { addDays, type Day } from '../../base/day.ts';
import { type Amount, minus } from '../../base/money.ts';
import { isRefusal } from '../../base/refusal.ts';
import { ledgerAccountOf } from '../accounting-export/account-number.ts';
import type { BookedRow } from '../accounting-export/model.ts';
import { automaticOff } from '../invoice/tax-keys.ts';

/** Goods or services of a month without an invoice. */
export interface Accrued {
  readonly number: string | null;
  readonly supplier: string | null;
  readonly account: string | null;
  /** The account posts tax automatically, which an accrual must not. */
  readonly is_automatic: boolean;
  readonly cost_center: string | null;
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

export interface Accruals {
  /** On the last day of the month. */
  readonly bookings: readonly BookedRow[];
  /** The same with the opposite sign, on the first of the next month. */
  readonly reversals: readonly BookedRow[];
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
  const against = ledgerAccountOf(company.accrual_account, company.ledger_account_length, company.charted);
  const bookings = accrued.flatMap((one) => {
    const account =
      one.account === null
        ? null
        : ledgerAccountOf(one.account, company.ledger_account_length, company.charted);
    if (account === null || isRefusal(account) || isRefusal(against)) return [];
    return [rowOf(one, { account, against, company, day, text: text(one.number ?? '') })];
  });
  const reversals = bookings.map((row) => ({
    ...row,
    day: addDays(day, 1),
    booking: { ...row.booking, gross: minus('0', row.booking.gross) },
  }));
  return { bookings, reversals, leftOut: accrued.length - bookings.length };
}

interface RowParts {
  readonly account: string;
  readonly against: string;
  readonly company: AccruingCompany;
  readonly day: Day;
  readonly text: string;
}

function rowOf(one: Accrued, { account, against, company, day, text }: RowParts): BookedRow {
  const fits = one.cost_center !== null && one.cost_center.length <= company.datev_kost_length;
  return {
    invoice: {
      ...{ guid: null, number: one.number, name: null, supplier: one.supplier },
      ...{ due_date: null, delivery_date: null, currency: company.currency, exchange_rate: null, terms: [] },
    },
    booking: {
      ...{ gross: one.net, account, posting_key: one.is_automatic ? automaticOff : null, text },
      ...{ cost_center: fits ? one.cost_center : null, cost_object: null },
      ...{ tax_percentage: '0', tax_category: 'Z' },
    },
    creditor: against,
    day,
    isReversal: false,
  };
}
