import { addDays, type Day } from '../../base/day.ts';
import { type Amount, amountOf, compareAmounts, minus, round, sum, times } from '../../base/money.ts';
import { inCurrencyOf, type Rated } from '../../document/currency.ts';
import { cancelledStatuses, documentKinds } from '../../timeline/kinds.ts';
import type { UsageType } from '../procurement/enumerations.ts';
import type { ContractLineFields } from './model.ts';
import { firstDay, monthsBetween, periodEnd } from './term/periods.ts';
import { type InvoiceInterval, monthsPerInterval } from './term/reminders.ts';

type Interval = Exclude<UsageType, 'usage_based'>;

/** What a contract may cost in one of its intervals (CON-27, INV-14). */
export interface AgreedValue {
  readonly interval: Interval;
  /** Net, in the currency of the contract. */
  readonly total: Amount;
}

type AgreedLine = Pick<ContractLineFields, 'total' | 'usage_type'>;

/**
 * The value that is agreed for the longest interval of the lines, so that what is billed once a year does not exceed a month.
 * Null where nobody can say it: there are no prices, or something is billed by what is used.
 */
export function agreedValue(lines: readonly AgreedLine[], ofContract: UsageType | null): AgreedValue | null {
  const priced = lines.flatMap(({ total, usage_type }) => {
    const usage = usage_type ?? ofContract;
    return total === null ? [] : [{ total, usage }];
  });
  const certain = priced.flatMap(({ total, usage }) =>
    usage === null || usage === 'usage_based' ? [] : [{ total, usage }],
  );
  const [first, ...others] = certain;
  if (first === undefined || certain.length < priced.length) return null;
  const interval = others.reduce<Interval>(
    (longest, { usage }) => (monthsPerInterval[usage] > monthsPerInterval[longest] ? usage : longest),
    first.usage,
  );
  const totals = certain.map(({ total, usage }) =>
    times(total, String(monthsPerInterval[interval] / monthsPerInterval[usage])),
  );
  return { interval, total: round(sum(totals), 2) };
}

/** The interval in which a day lies, counted from the start of the contract, before it too; else that of the calendar. */
export function intervalAround(day: Day, start: Day | null, interval: Interval): InvoiceInterval | null {
  const months = monthsPerInterval[interval];
  const origin = start ?? firstDay;
  const endOf = (place: number): Day | null => periodEnd(origin, place * months, 'month');
  let place = Math.floor(monthsBetween(origin, day) / months);
  // The month alone does not tell on which side of its day in the month a day lies.
  while ((endOf(place) ?? day) < day) place += 1;
  const to = endOf(place);
  const before = endOf(place - 1);
  if (to === null) return null;
  return { from: before === null ? firstDay : addDays(before, 1), to };
}

/** By how much more was spent than is agreed; null where it was not. */
export function excessOver(agreed: AgreedValue, spent: Amount): Amount | null {
  return compareAmounts(spent, agreed.total) > 0 ? round(minus(spent, agreed.total), 2) : null;
}

/** One invoice under a contract. */
export interface Spending {
  readonly day: Day;
  readonly net: Amount;
}

/** What was invoiced in one interval. */
export interface IntervalSpending extends InvoiceInterval {
  readonly spent: Amount;
}

/** The interval of today and those in which something was invoiced, the latest first. */
export function spendingPerInterval(
  invoices: readonly Spending[],
  { interval }: AgreedValue,
  start: Day | null,
  today: Day,
): readonly IntervalSpending[] {
  const isBegun = start === null || start <= today;
  const counted = [...invoices, ...(isBegun ? [{ day: today, net: '0' }] : [])];
  const found = counted.flatMap(({ day, net }) => {
    const around = intervalAround(day, start, interval);
    return around === null ? [] : [{ ...around, net }];
  });
  return [...Map.groupBy(found, ({ to }) => to).values()]
    .flatMap((members) =>
      members.slice(0, 1).map(({ from, to }) => ({
        from,
        to,
        spent: round(sum(members.map(({ net }) => net)), 2),
      })),
    )
    .sort((one, other) => other.to.localeCompare(one.to));
}

/** Documents of which nothing came. */
export const withoutEffect: readonly string[] = [
  'draft',
  ...documentKinds.flatMap((kind) => cancelledStatuses(kind)),
];

/** An invoice of a contract as lists know it. */
export interface InvoicedRow {
  readonly status: string;
  readonly created_at: string;
  readonly invoice_date: Day | null;
  readonly currency: string;
  /** Null where prices are hidden (ROLE-07). */
  readonly total_netto: number | null;
  /** In the currency of the company. */
  readonly company_netto: number | null;
}

/** The day by which a document under a contract counts: its own date, else the day of the tenant on which it came (GEN-14). */
export function countedOn(
  { invoice_date, created_at }: Pick<InvoicedRow, 'invoice_date' | 'created_at'>,
  dayOf: (instant: string) => Day,
): Day {
  return invoice_date ?? dayOf(created_at);
}

/** What a document under a contract is worth in the currency of the contract (PRICE-07). */
export function netUnder({ currency, total_netto, company_netto }: InvoicedRow, contract: Rated): Amount {
  if (currency === contract.currency) return amountOf(total_netto ?? 0);
  const own = { currency, exchange_rate: null };
  return inCurrencyOf(amountOf(company_netto ?? 0), own, contract);
}

/** What invoices make in the currency of their contract; those of which nothing came do not count. */
export function spendingOf(
  invoices: readonly InvoicedRow[],
  contract: Rated,
  dayOf: (instant: string) => Day,
): readonly Spending[] {
  return invoices
    .filter((row) => !withoutEffect.includes(row.status))
    .map((row) => ({ day: countedOn(row, dayOf), net: netUnder(row, contract) }));
}
