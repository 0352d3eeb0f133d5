import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import { type Amount, amountOf, round, sum } from '../../src/base/money.ts';
import {
  budgetRowsOf,
  nearDeadlinesOf,
  overviewOf,
  productRowsOf,
  questionOf,
  type RowsAddress,
  runningContractsOf,
} from '../../src/features/dashboard/dashboard-links.ts';
import type { DashboardView } from '../../src/features/dashboard/dashboard-search.ts';
import { type DashboardAnswers, dashboardQuery } from '../../src/features/dashboard/query.ts';
import { currenciesOf, effectiveStatuses, effectiveTotal } from '../../src/features/dashboard/shares.ts';
import {
  hasPeriods,
  type MonthEndAnswer,
  type MonthEndRow,
  totalledKeys,
} from '../../src/features/month-end/model.ts';
import { type MonthEndSearch, monthEndLists, monthEndSearchOf } from '../../src/features/month-end/search.ts';
import { eachRow } from '../../src/features/month-end/server/lists.ts';
import { type FilterFacts, whereOf } from '../../src/features/overview/filter.ts';
import { type OverviewSearch, viewOf } from '../../src/features/overview/overview-search.ts';
import { modules } from '../../src/platform/modules.ts';
import { documentKinds } from '../../src/timeline/kinds.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { thisYear, today } from '../support/today.ts';

let demo: DemoWeb;
let filters: Readonly<Record<'client' | 'department' | 'cost_center', readonly number[]>>;
const year = thisYear();

/** A person of each scope (ROLE-04). */
const scopes = {
  all: 'admin',
  company: 'approver1',
  department: 'approver2',
  involved: 'approver3',
} as const;
const ofCompany = '-belonging-to-own-company';
const ofDepartment = '-belonging-to-own-department';
/** Invoices have no scope of a department. */
const rolesOf = {
  company: ['all-orders', 'all-invoices', 'contracts'].map((kind) => `user-see-${kind}${ofCompany}`),
  department: [
    `user-see-all-orders${ofDepartment}`,
    `user-see-all-invoices${ofCompany}`,
    `user-see-contracts${ofDepartment}`,
  ],
  involved: ['orders', 'invoices', 'contracts'].map((kind) => `user-see-own-${kind}-and-involved`),
} as const;

beforeAll(async () => {
  demo = await demoWeb();
  const shown = ['user-dashboard', 'user-price'];
  for (const scope of ['company', 'department', 'involved'] as const) {
    await demo.web.sql('update lb_user set roles = $2 where email = $1', [
      `${scopes[scope]}@demo.test`,
      [...shown, ...rolesOf[scope]],
    ]);
  }
  const { context } = await demo.person('admin@demo.test');
  await addInvoices(context.tenantId, context.userId);
  const idsOf = async (table: string) =>
    (
      await demo.web.sql<{ id: number }>(`select id from ${table} where tenant_id = $1 order by id limit 4`, [
        context.tenantId,
      ])
    ).map(({ id }) => Number(id));
  filters = {
    client: await idsOf('client'),
    department: await idsOf('department'),
    cost_center: await idsOf('cost_center'),
  };
});
afterAll(() => demo.close());

/** Invoices in every status, with and without order, records and rate, within and beyond orders and budgets. */
async function addInvoices(tenantId: number, userId: number): Promise<void> {
  await demo.web.sql(
    `with n as (select n from generate_series(1, 80) n),
     t as (insert into timeline (tenant_id) select $1 from n returning id),
     pairs as (select t.id, row_number() over (order by id)::int as n from t)
     insert into invoice (tenant_id, timeline_id, creator_id, running_number, status, client_id, department_id, cost_center_id,
         ledger_account_id, procurement_id, currency, exchange_rate, total_netto, total_brutto, invoice_date)
       select $1, p.id, $2, 800000 + p.n,
         (array['open', 'approval', 'financial-approval', 'clearing', 'accounting', 'completed', 'declined'])[1 + p.n % 7],
         case when p.n % 5 > 0 then (select id from client where tenant_id = $1 order by md5(id::text || p.n) limit 1) end,
         case when p.n % 4 > 0 then (select id from department where tenant_id = $1 order by md5(id::text || p.n) limit 1) end,
         case when p.n % 3 > 0 then (select cost_center_id from budget where tenant_id = $1 and active order by md5(id::text || p.n) limit 1) end,
         case when p.n % 2 > 0 then (select id from ledger_account where tenant_id = $1 order by md5(id::text || p.n) limit 1) end,
         case when p.n % 4 = 0 then (select id from procurement where tenant_id = $1 and status = 'ordered' order by md5(id::text || p.n) limit 1) end,
         case when p.n % 6 = 0 then 'CHF' else 'EUR' end, case when p.n % 6 = 0 then 1.0433 end,
         p.n * 10.01 - 50, p.n * 10.01 - 50, make_date($3, 1 + p.n % 12, 1 + p.n % 28)
       from pairs p`,
    [tenantId, userId, year],
  );
}

/** A figure as a page shows it, with the sums of the rows that its link opens. */
interface Shown {
  readonly name: string;
  readonly shown: Readonly<Record<string, Amount | number>>;
  readonly opened: () => Promise<Readonly<Record<string, Amount | number>>>;
}

type View = Pick<DashboardView, 'range' | 'references'>;

function factsOf({ context }: WebCaller): FilterFacts {
  return {
    ...{ userId: context.userId, persons: [context.userId], today: today(), timeZone: 'Europe/Berlin' },
    ...{ seesPrices: true, modules, listed },
  };
}

/** Number and sum of the documents that an address of the overview lists. */
async function overviewRows(who: WebCaller, search: OverviewSearch, currency?: string) {
  const { tab, filter } = viewOf({ ...search }, listed);
  const where = whereOf(tab, filter, factsOf(who));
  const inCurrency = currency === undefined ? {} : { company_currency: { _eq: currency } };
  type Answer = {
    document_aggregate: { aggregate: { count: number; sum: { company_netto: number | null } } };
  };
  const { document_aggregate: found } = await who.get<Answer>(
    `query ($where: document_bool_exp!) {
      document_aggregate(where: $where) { aggregate { count sum { company_netto } } } }`,
    { where: { _and: [where, inCurrency] } },
  );
  return { count: found.aggregate.count, net: round(amountOf(found.aggregate.sum.company_netto ?? 0), 2) };
}

/** All rows of a month-end list, whose first rows, count and sums are as the page shows them. */
async function monthEndRows(who: WebCaller, address: RowsAddress | MonthEndSearch): Promise<MonthEndRow[]> {
  const search = monthEndSearchOf({ ...address });
  const answer = await who.send({ method: 'POST', url: '/api/month-end', payload: search });
  const { list, day, count, totals } = answer.json<MonthEndAnswer>();
  const { client = null, department = null, cost_center = null, from = null, product = null } = search;
  const rows = await demo.web.database.inTenant(who.context, async (tx) => {
    const found: MonthEndRow[] = [];
    const query = { list, day, client, department, cost_center, from, product };
    for await (const some of eachRow(tx, query)) found.push(...some);
    return found;
  });
  expect(rows.length, list).toBe(count);
  for (const { currency, period, amounts } of totals) {
    const own = rows.filter((row) => row.currency === currency && (period ?? row.period) === row.period);
    const summed = totalledKeys(list).map((key) => [key, sumOf(own, key)]);
    expect(Object.fromEntries(summed), `${list} ${period} ${currency}`).toEqual(amounts);
  }
  expect(totals.some(({ period }) => period !== null) || !hasPeriods(list) || count === 0).toBe(true);
  return rows;
}

function sumOf(rows: readonly MonthEndRow[], key: string): Amount {
  return round(sum(rows.map((row) => String(row[key] ?? '0'))), 2);
}

async function asked<Name extends keyof DashboardAnswers>(
  who: WebCaller,
  name: Name,
  view: View,
): Promise<DashboardAnswers[Name]> {
  const { client, department, cost_center, ...days } = questionOf(view, today());
  const chosen = Object.entries({ client, department, cost_center }).filter(([, ids]) => ids.length > 0);
  const answer = await who.get<DashboardAnswers>(dashboardQuery(name), {
    ...days,
    ...Object.fromEntries(chosen),
  });
  return answer[name];
}

/** Headlines and bars of documents (DASH-03). */
async function documentFigures(who: WebCaller, view: View): Promise<readonly Shown[]> {
  const figures = await asked(who, 'dashboard_figures', view);
  const bars = figures.flatMap(
    ({ kind, currency, dimension, key, count, net, is_rest }): readonly Shown[] => {
      if (dimension === null || is_rest) return [];
      return [
        {
          name: `${kind} by ${dimension} ${key}`,
          shown: { count, net: round(net, 2) },
          opened: () => overviewRows(who, overviewOf(view, kind, { dimension, key }), currency),
        },
      ];
    },
  );
  const headlines = currenciesOf(figures).flatMap((currency) =>
    documentKinds.map((kind): Shown => {
      const { count, net } = effectiveTotal(figures, kind, currency);
      const statuses = effectiveStatuses(kind);
      return {
        name: `headline ${kind}`,
        shown: { count, net: round(net, 2) },
        opened: () => overviewRows(who, overviewOf(view, kind, { statuses }), currency),
      };
    }),
  );
  return [...headlines, ...bars];
}

/** The yearly cost of contracts, and the number of near deadlines (CON-27). */
async function contractFigures(who: WebCaller, view: View): Promise<readonly Shown[]> {
  const { active, near_count } = await asked(who, 'dashboard_contracts', view);
  return [
    ...active.map(
      ({ currency, count, yearly }): Shown => ({
        name: 'contracts per year',
        shown: { count, net: round(yearly, 2) },
        opened: () => overviewRows(who, runningContractsOf(view), currency),
      }),
    ),
    {
      name: 'near deadlines',
      shown: { count: near_count },
      opened: async () => ({ count: (await overviewRows(who, nearDeadlinesOf(view))).count }),
    },
  ];
}

/** Budgets of each cost center, and of all together (BUD-05). */
async function budgetFigures(who: WebCaller, view: View): Promise<readonly Shown[]> {
  const { cost_centers, day } = await asked(who, 'dashboard_budgets', view);
  const opened = async (address: RowsAddress, currency: string) => {
    const own = (await monthEndRows(who, address)).filter((row) => row.currency === currency);
    return { invoiced: sumOf(own, 'invoiced'), committed: sumOf(own, 'committed') };
  };
  const single = cost_centers.map(
    ({ id, number, currency, invoiced, committed }): Shown => ({
      name: `budgets of ${number}`,
      shown: { invoiced: round(invoiced, 2), committed: round(committed, 2) },
      opened: () => opened({ list: 'budget_use', day, cost_center: id }, currency),
    }),
  );
  const address = budgetRowsOf(view, day);
  const whole = [...Map.groupBy(cost_centers, ({ currency }) => currency)].map(
    ([currency, own]): Shown => ({
      name: `budgets in ${currency}`,
      shown: {
        invoiced: round(sum(own.map(({ invoiced }) => invoiced)), 2),
        committed: round(sum(own.map(({ committed }) => committed)), 2),
      },
      opened: () => opened(address ?? { list: 'budget_use', day }, currency),
    }),
  );
  return address === null ? single : [...single, ...whole];
}

/** The most ordered products (DASH-04). */
async function productFigures(who: WebCaller, view: View): Promise<readonly Shown[]> {
  const products = await asked(who, 'dashboard_products', view);
  return products.flatMap(({ key, name, currency, net, quantity }): readonly Shown[] => {
    const address = productRowsOf(view, questionOf(view, today()), key);
    if (address === null) return [];
    return [
      {
        name: `product ${name}`,
        shown: { net: round(net, 2), quantity: Number(quantity).toFixed(3) },
        opened: async () => {
          const own = (await monthEndRows(who, address)).filter((row) => row.currency === currency);
          const pieces = sum(own.map((row) => String(row.quantity ?? '0')));
          return { net: sumOf(own, 'value'), quantity: Number(pieces).toFixed(3) };
        },
      },
    ];
  });
}

const figures = [documentFigures, contractFigures, budgetFigures, productFigures] as const;

const lists = monthEndLists.filter((list) => list !== 'product_lines');

/** Any view of the dashboard: days, and up to two records of each kind. */
function views() {
  const chosen = (key: keyof typeof filters) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<readonly number[]>([]) },
      fc.subarray([...filters[key]], { minLength: 1, maxLength: 2 }),
    );
  return fc.record({
    range: fc.constantFrom<View['range']>(
      ...(['2020-01-01..2099-12-31', 'this_year', 'this_month', 'last_3_months'] as const),
    ),
    references: fc.record({
      client: chosen('client'),
      department: chosen('department'),
      cost_center: chosen('cost_center'),
    }),
  });
}

const everything: View = {
  range: '2020-01-01..2099-12-31',
  references: { client: [], department: [], cost_center: [] },
};

describe('DASH-10 DASH-05 every figure equals the sum of the rows that it opens', () => {
  it.each(someOf(Object.entries(scopes), 3))(
    'on the dashboard, for a person who sees %s',
    async (_scope, login) => {
      const who = await demo.person(`${login}@demo.test`);
      const kinds = new Set<string>();
      await fc.assert(
        fc.asyncProperty(views(), async (view) => {
          for (const figuresOf of figures)
            for (const { name, shown, opened } of await figuresOf(who, view)) {
              kinds.add(figuresOf.name);
              expect(await opened(), `${login} ${name}`).toEqual(shown);
            }
        }),
        { numRuns: inDepth(3, 12), examples: [[everything]] },
      );
      expect(kinds).toContain('documentFigures');
      if (login === scopes.all) expect(kinds.size).toBe(figures.length);
    },
  );

  it.each(someOf(Object.entries(scopes), 2))(
    'at the month end, for a person who sees %s',
    async (_scope, login) => {
      const who = await demo.person(`${login}@demo.test`);
      const scope = fc.record({
        client: fc.constantFrom(undefined, ...filters.client),
        cost_center: fc.constantFrom(undefined, undefined, ...filters.cost_center),
        day: fc.constantFrom(today(), `${year - 1}-12-31`, `${year}-06-30`, '2099-12-31'),
      });
      const found = new Set<string>();
      await fc.assert(
        fc.asyncProperty(scope, async ({ client, cost_center, day }) => {
          const chosen = { ...(client && { client }), ...(cost_center && { cost_center }), day };
          for (const list of lists) {
            const rows = await monthEndRows(who, { list, ...chosen });
            if (rows.length > 0) found.add(list);
          }
        }),
        {
          numRuns: inDepth(2, 8),
          examples: [[{ client: undefined, cost_center: undefined, day: '2099-12-31' }]],
        },
      );
      if (login === scopes.all) expect(found).toContain('commitments');
    },
  );
});
