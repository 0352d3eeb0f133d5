import type { Day } from '../base/day.ts';
import { type Amount, amountOf, amountOrNull, round, sum, times } from '../base/money.ts';
import {
  type AgreedLine,
  agreedValue,
  excessOver,
  intervalAround,
  type Spending,
  withoutEffect,
} from './agreed.ts';
import { inCurrencyOf, knownRate, type Rated } from './currency.ts';
import type { Doubt } from './outcome.ts';
import type { UsageType } from './usage.ts';

/** A contract as orders and invoices under it are compared with it. */
export interface ContractAbove extends Rated {
  readonly number: string | null;
  /** It is signed, and neither inactive nor discarded. */
  readonly is_in_force: boolean;
  readonly start_date: Day | null;
  readonly end_date: Day | null;
  readonly supplier_id: number | null;
  readonly client_id: number | null;
  /** Of its company; null without one. */
  readonly company_currency: string | null;
  readonly usage_type: UsageType | null;
  readonly lines: readonly AgreedLine[];
}

/** An order or an invoice under a contract. */
export interface UnderContract {
  readonly day: Day;
  readonly supplierIds: readonly number[];
  readonly clientId: number | null;
}

/**
 * The doubts about an order or invoice under a contract (CON-40): the contract is not in force on its day, or has
 * another supplier or company. An approver decides.
 */
export function contractDoubtsOf(
  contract: ContractAbove,
  { day, supplierIds, clientId }: UnderContract,
): readonly Doubt[] {
  const { number, start_date, end_date } = contract;
  const holds =
    contract.is_in_force &&
    (start_date === null || start_date <= day) &&
    (end_date === null || end_date >= day);
  const isOtherSupplier = supplierIds.some((id) => id !== contract.supplier_id);
  const isOtherCompany = clientId !== null && clientId !== contract.client_id;
  const values = { contract: number };
  return [
    ...(holds ? [] : [{ code: 'contract_not_in_force' as const, values }]),
    ...(isOtherSupplier ? [{ code: 'contract_other_supplier' as const, values }] : []),
    ...(isOtherCompany ? [{ code: 'contract_other_company' as const, values }] : []),
  ];
}

/** An order placed on a day, with the other orders under its contract in the contract's currency. */
export interface OrderedUnder extends Rated {
  readonly total_netto: Amount;
  readonly day: Day;
  readonly others: readonly Spending[];
}

/**
 * A doubt about orders of an interval that together exceed its agreed net value (CON-40). Compares in the contract's
 * currency, so that rates of different days are no excess; states the excess in the company's currency.
 * There is none while a rate is unknown, which is asked for first.
 */
export function orderValueDoubts(
  { number, lines, usage_type, start_date, company_currency: company, ...contract }: ContractAbove,
  order: OrderedUnder,
): readonly Doubt[] {
  const agreed = agreedValue(lines, usage_type);
  const around = agreed && intervalAround(order.day, start_date, agreed.interval);
  if (agreed === null || around === null) return [];
  const others = order.others.filter(({ day }) => around.from <= day && day <= around.to);
  const own = inCurrencyOf(order.total_netto, order, contract, company);
  const rate = knownRate(contract, company);
  if (own === null || rate === null) return [];
  const excess = excessOver(agreed, sum([own, ...others.map(({ net }) => net)]));
  if (excess === null) return [];
  const amount = round(times(excess, rate), 2);
  return [{ code: 'order_exceeds_contract', values: { contract: number }, amounts: { amount } }];
}

/** An invoice of a contract, as a list row. */
export interface InvoicedRow {
  readonly status: string;
  readonly created_at: string;
  readonly invoice_date: Day | null;
  readonly currency: string;
  /** Null where prices are hidden (ROLE-07). */
  readonly total_netto: number | null;
  /** In the currency of the company; null while the rate is unknown. */
  readonly company_netto: number | null;
  readonly company_currency: string;
}

/** The day on which a document under a contract counts: its own date, else the tenant's day of arrival (GEN-14). */
export function countedOn(
  { invoice_date, created_at }: Pick<InvoicedRow, 'invoice_date' | 'created_at'>,
  dayOf: (instant: string) => Day,
): Day {
  return invoice_date ?? dayOf(created_at);
}

/** The net value of an invoice in the currency of the contract; null while a needed rate is unknown (PRICE-07). */
export function netUnder(row: InvoicedRow, contract: Rated): Amount | null {
  if (row.currency === contract.currency) return amountOf(row.total_netto ?? 0);
  const net = amountOrNull(row.company_netto);
  const own = row.company_currency;
  return net && inCurrencyOf(net, { currency: own, exchange_rate: null }, contract, own);
}

/**
 * The invoiced amounts in the currency of the contract, without drafts, cancelled invoices and those of an unknown rate.
 */
export function spendingOf(
  invoices: readonly InvoicedRow[],
  contract: Rated,
  dayOf: (instant: string) => Day,
): readonly Spending[] {
  return effective(invoices).flatMap((row) => {
    const net = netUnder(row, contract);
    return net === null ? [] : [{ day: countedOn(row, dayOf), net }];
  });
}

/** The number of invoices that `spendingOf` leaves out because a needed rate is unknown (PRICE-07). */
export function countWithoutRate(invoices: readonly InvoicedRow[], contract: Rated): number {
  return effective(invoices).filter((row) => netUnder(row, contract) === null).length;
}

function effective(invoices: readonly InvoicedRow[]): readonly InvoicedRow[] {
  return invoices.filter((row) => !withoutEffect.includes(row.status));
}
