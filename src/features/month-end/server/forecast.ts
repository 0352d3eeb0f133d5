import { type Amount, compareAmounts, round, sum } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { costPerMonth, type ForecastMonth, monthsAfter } from '../forecast.ts';
import type { MonthEndQuery, MonthEndRow } from '../model.ts';
import { type Contract, contractsOf, figuresOf, ofContract } from './contracts.ts';
import { committedByMonth, committedOfMonth } from './order-lines.ts';

interface Part {
  readonly cost_center_id: number | null;
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
  const keyOf = ({ period, currency, cost_center, cost_center_id }: Part): string =>
    `${period} ${currency} ${cost_center ?? ''} ${cost_center_id ?? ''}`;
  return [...Map.groupBy(parts, keyOf)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, own]) => own.slice(0, 1).map((first) => rowOf(first, own)));
}

function rowOf({ cost_center_id, cost_center, currency, period }: Part, own: readonly Part[]): MonthEndRow {
  const sumOf = (key: 'bound' | 'expected' | 'orders'): Amount => round(sum(own.map((part) => part[key])), 2);
  return {
    ...{ kind: null, id: cost_center_id, currency, period, cost_center },
    ...{ bound: sumOf('bound'), expected: sumOf('expected'), orders: sumOf('orders') },
    forecast: round(sum([sumOf('expected'), sumOf('orders')]), 2),
  };
}

/** The contracts and order lines that a row of the forecast adds up (DASH-10). */
export async function forecastDocuments(tx: Tx, query: MonthEndQuery): Promise<MonthEndRow[]> {
  const [period = '', place = ''] = query.row?.split('/') ?? [];
  const center = place === 'none' ? null : Number(place);
  const months = monthsAfter(query.day);
  if (!months.some((month) => month.period === period)) return [];
  const scope = { ...query, cost_center: center ?? query.cost_center };
  const parts = (await ofContracts(tx, scope, months)).filter(
    (part) => part.period === period && part.cost_center_id === center,
  );
  const lines = await tx.query<MonthEndRow & { readonly orders: Amount }>(committedOfMonth, [
    ...ordersIn(scope, months),
    ...[period, center],
  ]);
  return [
    ...parts.map(({ contract, bound, expected }) => ({
      ...{ ...ofContract(contract), document: 'contract', line: null },
      ...{
        bound: round(bound, 2),
        expected: round(expected, 2),
        orders: '0.00',
        forecast: round(expected, 2),
      },
    })),
    ...lines.map((line) => ({ ...line, bound: '0.00', expected: '0.00', forecast: line.orders })),
  ];
}

interface ContractPart extends Part {
  readonly contract: Contract;
}

async function ofContracts(
  tx: Tx,
  query: MonthEndQuery,
  months: readonly ForecastMonth[],
): Promise<readonly ContractPart[]> {
  const parts: ContractPart[] = [];
  for await (const found of contractsOf(tx, query)) {
    for (const contract of found) {
      const { until, expectedUntil, covered, costOf } = figuresOf(contract, query.day);
      const expected = costPerMonth(months, { until: expectedUntil, covered, costOf });
      // Without a possible end, nothing is bound.
      const bound = costPerMonth(months, { until: until ?? query.day, covered, costOf });
      const { cost_center_id, cost_center, currency } = contract;
      for (const [place, { period }] of months.entries()) {
        const part = { bound: bound[place] ?? '0', expected: expected[place] ?? '0', orders: '0' };
        if (compareAmounts(part.expected, '0') > 0 || compareAmounts(part.bound, '0') > 0)
          parts.push({ ...part, cost_center_id, cost_center, currency, period, contract });
      }
    }
  }
  return parts;
}

async function ofOrders(
  tx: Tx,
  query: MonthEndQuery,
  months: readonly ForecastMonth[],
): Promise<readonly Part[]> {
  const values = ordersIn(query, months);
  const found = await tx.query<Omit<Part, 'bound' | 'expected'> & object>(committedByMonth, values);
  return found.map((part) => ({ ...part, bound: '0', expected: '0' }));
}

function ordersIn(
  { day, client, department, cost_center }: MonthEndQuery,
  months: readonly ForecastMonth[],
): unknown[] {
  return [day, client, department, cost_center, months[0]?.period ?? '', months.at(-1)?.period ?? ''];
}
