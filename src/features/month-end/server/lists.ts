import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Tx } from '../../../platform/server/database.ts';
import {
  columnsOf,
  hasPeriods,
  type MonthEndAnswer,
  type MonthEndQuery,
  type MonthEndRow,
  type MonthEndTotal,
  shownRows,
  totalledKeys,
} from '../model.ts';
import { budgetUse } from './budget-use.ts';
import { changedAfterClosing } from './changed-after-closing.ts';
import { accrualsLeftOut } from './closing/accrued.ts';
import { committedContracts, unbilledServices } from './contracts.ts';
import { forecastDocuments, forecastRows } from './forecast.ts';
import { discounts, notExported } from './invoices.ts';
import type { ListStatement } from './list-statement.ts';
import { committedOrders, invoicedNotReceived, receivedNotInvoiced } from './order-lines.ts';
import { productLines } from './product-lines.ts';
import { renewals } from './renewals.ts';
import { supplierInvoices, supplierSpend } from './supplier-spend.ts';
import { throughputRows } from './throughput.ts';
import { timeZoneOf } from './time-zone.ts';
import { addTotals, totalsOf } from './totals.ts';

/** Statement of a list; null if its few rows are computed. */
const statements: Readonly<Record<MonthEndQuery['list'], ListStatement | null>> = {
  received_not_invoiced: receivedNotInvoiced,
  services_not_invoiced: null,
  invoiced_not_received: invoicedNotReceived,
  commitments: committedOrders,
  renewals,
  forecast: null,
  forecast_documents: null,
  not_exported: notExported,
  discounts,
  throughput: null,
  changed_after_closing: changedAfterClosing,
  accruals_left_out: null,
  budget_use: budgetUse,
  supplier_spend: supplierSpend,
  supplier_invoices: supplierInvoices,
  product_lines: productLines,
};

/** Computed rows in addition to the statement's. */
const others: Readonly<
  Partial<Record<MonthEndQuery['list'], (tx: Tx, query: MonthEndQuery) => Promise<MonthEndRow[]>>>
> = {
  services_not_invoiced: unbilledServices,
  accruals_left_out: accrualsLeftOut,
  commitments: committedContracts,
  forecast: forecastRows,
  forecast_documents: forecastDocuments,
  throughput: throughputRows,
};

/** Rows in memory at a time. */
const rowsAtOnce = 1000;

/** First rows and sums of a list, as the person of this transaction sees it. */
export async function readList(tx: Tx, query: MonthEndQuery): Promise<MonthEndAnswer> {
  const statement = statements[query.list];
  const [found, beside] = await firstFailure(
    statement === null ? Promise.resolve(nothing) : readFirst(tx, query, statement),
    others[query.list]?.(tx, query) ?? Promise.resolve([]),
  );
  return {
    list: query.list,
    day: query.day,
    count: found.count + beside.length,
    rows: [...found.rows, ...beside].slice(0, shownRows),
    totals: addTotals(found.totals, totalsOf(query.list, beside)),
  };
}

const nothing: Pick<MonthEndAnswer, 'count' | 'rows' | 'totals'> = { count: 0, rows: [], totals: [] };

interface Found {
  readonly rows: MonthEndRow[] | null;
  readonly count: number;
  readonly totals: readonly (MonthEndTotal & { readonly count: number })[] | null;
}

/** Reads first rows and sums per currency and period in one query. */
async function readFirst(tx: Tx, query: MonthEndQuery, statement: ListStatement): Promise<typeof nothing> {
  const keys = totalledKeys(query.list);
  const period = hasPeriods(query.list) ? 'l.period' : 'null::text';
  const sums = keys.map((key) => `'${key}', (${statement.inCurrency(`sum(l.${key})`)})::text`).join(', ');
  const { rows, totals } = await tx.one<Found>(
    `with l as materialized (${statement.narrowed}),
       first as materialized (select * from l order by ${statement.order} limit ${shownRows})
     select (select json_agg(r) from (select ${selected(query)} from (${statement.named('first')}) l) r) as rows,
       (select json_agg(t) from (
         select l.currency, ${period} as period, count(*) as count, json_build_object(${sums}) as amounts from l group by 1, 2 order by 1, 2
       ) t) as totals`,
    await valuesOf(tx, query, statement),
  );
  const counted = totals ?? [];
  return {
    rows: rows ?? [],
    count: counted.reduce((sum, total) => sum + total.count, 0),
    totals: counted.map(({ count: _, ...total }) => total),
  };
}

/** All rows of a list in batches, between which other requests can run. */
export async function* eachRow(tx: Tx, query: MonthEndQuery): AsyncGenerator<readonly MonthEndRow[]> {
  const statement = statements[query.list];
  if (statement !== null) {
    // Optimise the cursor for reading all rows.
    await tx.query("select set_config('cursor_tuple_fraction', '1', true)");
    await tx.query(
      `declare listed no scroll cursor for with r as materialized (${statement.narrowed})
         select ${selected(query)} from (${statement.named('r')}) l`,
      await valuesOf(tx, query, statement),
    );
    for (;;) {
      const rows = await tx.query<MonthEndRow>(`fetch ${rowsAtOnce} from listed`);
      if (rows.length === 0) break;
      yield rows;
      await nextTurn();
    }
    await tx.query('close listed');
  }
  const beside = (await others[query.list]?.(tx, query)) ?? [];
  if (beside.length > 0) yield beside;
}

/** The output columns, with amounts as decimal text. */
function selected({ list }: MonthEndQuery): string {
  const columns = columnsOf[list].flatMap(({ key, sort }) =>
    key === 'currency' ? [] : sort === 'amount' ? `round(l.${key}, 2)::text as ${key}` : `l.${key}`,
  );
  return ['l.kind', 'l.id', 'l.currency', ...columns].join(', ');
}

async function valuesOf(tx: Tx, query: MonthEndQuery, { also = [] }: ListStatement): Promise<unknown[]> {
  const { day, client, department, cost_center } = query;
  const zone = also.includes('time_zone') ? await timeZoneOf(tx) : null;
  return [
    ...[day, client, department, cost_center],
    ...also.map((name) => (name === 'time_zone' ? zone : (query[name] ?? null))),
  ];
}
