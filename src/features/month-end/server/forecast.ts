import { type Amount, compareAmounts, round, sum } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { costPerMonth, type ForecastMonth, monthsAfter } from '../forecast.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { contractsOf, figuresOf } from './contracts.ts';
import { committedByMonth } from './order-lines.ts';

interface Part {
  readonly cost_center: string | null;
  readonly currency: string;
  readonly period: string;
  /** The commitment of contracts until their earliest end, and their cost if no notice is given. */
  readonly bound: Amount;
  readonly expected: Amount;
  readonly orders: Amount;
}

/**
 * The cost of contracts and open orders in each of the next 24 months, by cost center (DASH-09). Nothing counts
 * twice: invoices in advance and orders of a contract are taken off its first months. Orders count in the month of
 * their delivery, overdue ones in the first.
 */
export async function forecastRows(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const months = monthsAfter(query.day);
  const parts = [...(await ofContracts(tx, query, months)), ...(await ofOrders(tx, query, months))];
  const keyOf = ({ period, currency, cost_center }: Part): string =>
    `${period} ${currency} ${cost_center ?? ''}`;
  return [...Map.groupBy(parts, keyOf)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, own]) => own.slice(0, 1).map((first) => rowOf(first, own)));
}

function rowOf({ cost_center, currency, period }: Part, own: readonly Part[]): MonthEndRow {
  const sumOf = (key: 'bound' | 'expected' | 'orders'): Amount => round(sum(own.map((part) => part[key])), 2);
  return {
    ...{ kind: null, id: null, currency, period, cost_center },
    ...{ bound: sumOf('bound'), expected: sumOf('expected'), orders: sumOf('orders') },
    forecast: round(sum([sumOf('expected'), sumOf('orders')]), 2),
  };
}

async function ofContracts(
  tx: Tx,
  query: MonthEndQuery,
  months: readonly ForecastMonth[],
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const found of contractsOf(tx, query)) {
    for (const contract of found) {
      const { until, expectedUntil, covered, costOf } = figuresOf(contract, query.day);
      const expected = costPerMonth(months, { until: expectedUntil, covered, costOf });
      // Without a possible end, nothing is bound.
      const bound = costPerMonth(months, { until: until ?? query.day, covered, costOf });
      const { cost_center, currency } = contract;
      for (const [place, { period }] of months.entries()) {
        const part = { bound: bound[place] ?? '0', expected: expected[place] ?? '0', orders: '0' };
        if (compareAmounts(part.expected, '0') > 0 || compareAmounts(part.bound, '0') > 0)
          parts.push({ ...part, cost_center, currency, period });
      }
    }
  }
  return parts;
}

async function ofOrders(
  tx: Tx,
  { day, client, department, cost_center }: MonthEndQuery,
  months: readonly ForecastMonth[],
): Promise<readonly Part[]> {
  const first = months[0]?.period ?? '';
  const last = months.at(-1)?.period ?? '';
  const found = await tx.query<Omit<Part, 'bound' | 'expected'> & object>(committedByMonth, [
    ...[day, client, department, cost_center],
    ...[first, last],
  ]);
  return found.map((part) => ({ ...part, bound: '0', expected: '0' }));
}
