import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import { amountOf, round, sum } from '../../src/base/money.ts';
import type { Where } from '../../src/document/listed-kind.ts';
import { nearDeadlinesOf } from '../../src/features/dashboard/dashboard-links.ts';
import {
  type BudgetFigures,
  type ContractFigures,
  type Dimension,
  dimensions,
  type Figure,
  type OwnTurnAround,
  type ProductFigure,
} from '../../src/features/dashboard/model.ts';
import { freeOf } from '../../src/features/dashboard/shares.ts';
import { type FilterFacts, whereOf } from '../../src/features/overview/filter.ts';
import { viewOf } from '../../src/features/overview/overview-search.ts';
import { modules } from '../../src/platform/modules.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { thisYear, today } from '../support/today.ts';

let demo: DemoApi;
let admin: Caller;
let buyer: Caller;

const days = { from: '2020-01-01', to: '2099-12-31' };
const nobody = { client: [], department: [], cost_center: [] };

beforeAll(async () => {
  demo = await demoApi();
  await demo.db.sql(
    `update lb_user set roles = array_cat(roles, array['user-dashboard', 'user-price'])
     where email = any ($1) and not roles @> array['user-dashboard']`,
    [['buyer', 'approver1', 'approver3', 'accountant'].map((login) => `${login}@demo.test`)],
  );
  [admin, buyer] = await Promise.all([demo.person('admin@demo.test'), demo.person('buyer@demo.test')]);
  await addInvoices(admin);
});
afterAll(() => demo.close());

/** Invoices in every status, with and without optional fields, including a credit note. */
async function addInvoices({ context }: Caller): Promise<void> {
  await demo.db.sql(
    `with n as (select n from generate_series(1, 40) n),
     t as (insert into timeline (tenant_id) select $1 from n returning id),
     pairs as (select t.id, row_number() over (order by id) as n from t)
     insert into invoice (tenant_id, timeline_id, creator_id, running_number, status, client_id, department_id, cost_center_id,
         ledger_account_id, currency, exchange_rate, total_netto, total_brutto, invoice_date)
       select $1, p.id, $2, 800000 + p.n,
         (array['open', 'approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed'])[1 + p.n % 7],
         case when p.n % 5 > 0 then (select min(id) from client where tenant_id = $1) end,
         case when p.n % 4 > 0 then (select min(id) from department where tenant_id = $1) end,
         case when p.n % 3 > 0 then (select min(id) from cost_center where tenant_id = $1) end,
         case when p.n % 2 > 0 then (select min(id) from ledger_account where tenant_id = $1) end,
         case when p.n % 6 = 0 then 'CHF' else 'EUR' end, case when p.n % 6 = 0 then 1.0433 end,
         p.n * 10.01 - 50, p.n * 10.01 - 50, date '2026-03-01' + p.n::int
       from pairs p`,
    [context.tenantId, context.userId],
  );
}

async function question<Answer>(
  caller: Caller,
  name: string,
  filter: Partial<Record<'client' | 'department' | 'cost_center', readonly number[]>> = {},
  on: { readonly from: string; readonly to: string } = days,
): Promise<Answer> {
  const answer = await caller.get<Record<string, Answer>>(
    `query ($from: date!, $to: date!, $client: [bigint!], $department: [bigint!], $cost_center: [bigint!]) {
      ${name}(from: $from, to: $to, client: $client, department: $department, cost_center: $cost_center)
    }`,
    { ...on, ...filter },
  );
  const found = answer[name];
  if (found === undefined) throw new Error(`no answer to ${name}`);
  return found;
}

const figuresOf = (caller: Caller, filter = {}) =>
  question<readonly Figure[]>(caller, 'dashboard_figures', filter);

function factsOf(caller: Caller): FilterFacts {
  return {
    userId: caller.context.userId,
    persons: [caller.context.userId],
    today: '2026-11-26',
    timeZone: 'Europe/Berlin',
    seesPrices: true,
    modules,
    listed,
  };
}

/** The sum above the overview's list. */
async function overviewSum(caller: Caller, where: Where) {
  type Answer = {
    document_aggregate: { aggregate: { count: number; sum: { company_netto: number | null } } };
  };
  const { document_aggregate: found } = await caller.get<Answer>(
    `query ($where: document_bool_exp!) {
      document_aggregate(where: $where) { aggregate { count sum { company_netto } } }
    }`,
    { where },
  );
  return { count: found.aggregate.count, net: round(amountOf(found.aggregate.sum.company_netto ?? 0), 2) };
}

describe('DASH-03 DASH-05 figures of documents', () => {
  test('ROLE-06 figures contain only visible documents', async () => {
    const [all, own] = await Promise.all(
      ['admin', 'approver1'].map(async (login) => figuresOf(await demo.person(`${login}@demo.test`))),
    );
    const count = (figures: readonly Figure[] = []) =>
      figures.filter(({ dimension }) => dimension === null).reduce((sum, each) => sum + each.count, 0);
    expect(count(own)).toBeGreaterThan(0);
    expect(count(own)).toBeLessThan(count(all));
  });

  test('the parts of a chart add up to the total, in number and to the cent', async () => {
    const figures = await figuresOf(admin);
    const totals = figures.filter(({ dimension }) => dimension === null);
    expect(new Set(totals.map(({ kind }) => kind))).toEqual(new Set(['contract', 'invoice', 'procurement']));
    for (const total of totals)
      for (const dimension of dimensions) {
        const parts = figures.filter(
          (each) =>
            each.kind === total.kind && each.currency === total.currency && each.dimension === dimension,
        );
        expect(sum(parts.map(({ count }) => String(count)))).toBe(String(total.count));
        expect(round(sum(parts.map(({ net }) => net)), 2)).toBe(round(total.net, 2));
      }
  });

  test('records beyond the named ones are summed as the rest', async () => {
    const { tenantId, userId } = admin.context;
    await demo.db.sql(
      `with k as (insert into cost_center (tenant_id, number, name)
         select $1, 'Z' || n, 'Stelle ' || n from generate_series(1, 60) n returning id),
       numbered as (select id, row_number() over (order by id) as n from k),
       t as (insert into timeline (tenant_id) select $1 from numbered returning id),
       pairs as (select n.id, n.n, t.id as timeline_id from numbered n
         join (select id, row_number() over (order by id) as n from t) t using (n))
       insert into procurement (tenant_id, timeline_id, creator_id, number, status, client_id, cost_center_id, currency,
           total_netto, total_tax, total_brutto, created_at)
         select $1, timeline_id, $2, 700000 + n, 'approval',
           (select min(id) from client where tenant_id = $1), id, 'EUR', n, 0, n, '2019-05-05' from pairs`,
      [tenantId, userId],
    );
    const figures = await question<readonly Figure[]>(
      admin,
      'dashboard_figures',
      {},
      { from: '2019-05-05', to: '2019-05-05' },
    );
    const centers = figures.filter(({ dimension }) => dimension === 'cost_center');
    const [rest, ...more] = centers.filter(({ is_rest }) => is_rest);
    expect(more).toEqual([]);
    expect(centers).toHaveLength(51);
    expect(rest).toMatchObject({ count: 10, net: '55.00', name: null });
  });

  test('PRICE-04 an amount in another currency counts in company currency', async () => {
    const { tenantId, userId } = admin.context;
    await demo.db.sql(
      `with t as (insert into timeline (tenant_id) values ($1) returning id)
       insert into procurement (tenant_id, timeline_id, creator_id, number, status, client_id, currency, exchange_rate,
           total_netto, total_tax, total_brutto, created_at)
         select $1, id, $2, 710000, 'approval', (select min(id) from client where tenant_id = $1), 'USD', 0.5,
           100.01, 0, 100.01, '2018-05-05' from t`,
      [tenantId, userId],
    );
    const figures = await question<readonly Figure[]>(
      admin,
      'dashboard_figures',
      {},
      { from: '2018-05-05', to: '2018-05-05' },
    );
    expect(figures.find(({ dimension }) => dimension === null)).toMatchObject({
      currency: 'EUR',
      net: '50.01',
    });
  });

  test('GEN-10 excludes documents of a switched-off module', async () => {
    const turn = (value: string) =>
      demo.db.sql("update configuration set value = $1 where key = 'module_contract' returning id", [value]);
    expect((await turn('false')).length).toBeGreaterThan(0);
    const kinds = new Set((await figuresOf(admin)).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['invoice', 'procurement']));
    await turn('true');
  });

  test('DASH-02 company, department and cost center filter everything', async () => {
    const all = await figuresOf(admin);
    const named = (dimension: Dimension) =>
      Number(all.find((each) => each.dimension === dimension && each.key)?.key);
    const totalOf = (figures: readonly Figure[], kind: string) =>
      figures.find((each) => each.kind === kind && each.dimension === null)?.count ?? 0;
    for (const dimension of ['department', 'cost_center'] as const) {
      const id = named(dimension);
      const narrowed = await figuresOf(admin, { [dimension]: [id] });
      const expected = all.filter((each) => each.dimension === dimension && each.key === String(id));
      for (const { kind, count } of expected) expect(totalOf(narrowed, kind)).toBe(count);
    }
    expect(await figuresOf(admin, { client: [999_999_999] })).toEqual([]);
  });
});

describe('DASH-01 who sees the dashboard', () => {
  test.each([
    'dashboard_figures',
    'dashboard_budgets',
    'dashboard_products',
    'dashboard_contracts',
    'dashboard_turn_around',
  ])('%s is refused without the right', async (name) => {
    const requester = await demo.person('requester@demo.test');
    const refused = await requester.refusal(`{ ${name}(from: "2026-01-01", to: "2026-12-31") }`);
    expect(refused.code).toBe('permission_denied');
  });
});

describe('DASH-04 budgets, products, contracts, own waiting times', () => {
  test('BUD-05 budgets are used as elsewhere, including everything committed and invoiced', async () => {
    // The demo has budgets for the current year.
    const year = thisYear();
    const {
      cost_centers: rows,
      months,
      day,
    } = await question<BudgetFigures>(
      buyer,
      'dashboard_budgets',
      {},
      { from: `${year}-01-01`, to: `${year}-12-31` },
    );
    expect(rows.length).toBeGreaterThan(0);
    const { cost_center: known } = await buyer.get<{
      cost_center: { id: number; free_budget: number | null }[];
    }>('{ cost_center { id free_budget } }');
    for (const { id, value, invoiced, committed } of rows) {
      const free = known.find((each) => each.id === id)?.free_budget ?? 0;
      expect(freeOf({ value, invoiced, committed })).toBe(round(amountOf(free), 2));
    }
    expect(day).toBe(today());
    const monthly = sum(months.map(({ invoiced, committed }) => sum([invoiced, committed])));
    const total = sum(rows.map(({ invoiced, committed }) => sum([invoiced, committed])));
    expect(Math.abs(Number(monthly) - Number(total))).toBeLessThan(0.05);
  });

  test('the twenty most ordered products by value, and by quantity', async () => {
    const { tenantId, userId } = admin.context;
    // Larger quantities have smaller values, so the two rankings share only the middle.
    await demo.db.sql(
      `with t as (insert into timeline (tenant_id) values ($1) returning id),
       p as (insert into procurement (tenant_id, timeline_id, creator_id, number, status, client_id, currency,
             total_netto, total_tax, total_brutto, created_at)
           select $1, id, $2, 720000, 'approval', (select min(id) from client where tenant_id = $1), 'EUR',
             1, 0, 1, '2017-05-05' from t returning id)
       insert into procurement_line (tenant_id, procurement_id, sort_no, description, item_number, unit, quantity, price_netto,
           total_netto)
         select $1, p.id, n, 'Artikel ' || n, 'A-' || n, 'Stück', n, 1, 1000 - n from p, generate_series(1, 30) n`,
      [tenantId, userId],
    );
    const day = { from: '2017-05-05', to: '2017-05-05' };
    const products = await question<readonly ProductFigure[]>(admin, 'dashboard_products', {}, day);
    const ranked = (place: 'by_value' | 'by_quantity') =>
      products
        .filter((product) => product[place] <= 20)
        .toSorted((one, other) => one[place] - other[place])
        .map(({ item_number }) => Number(item_number?.slice(2)));
    expect(ranked('by_value')).toEqual(Array.from({ length: 20 }, (_, place) => 1 + place));
    expect(ranked('by_quantity')).toEqual(Array.from({ length: 20 }, (_, place) => 30 - place));
    expect(products.find(({ item_number }) => item_number === 'A-7')).toMatchObject({
      ...{ unit: 'Stück', currency: 'EUR', net: '993.00' },
    });
  });

  test('CON-27 contracts in force with their value per year, and near deadlines', async () => {
    const { active, near, near_count } = await question<ContractFigures>(admin, 'dashboard_contracts');
    expect(active.reduce((total, { count }) => total + count, 0)).toBeGreaterThan(0);
    expect(near.length).toBe(Math.min(10, near_count));
    // The linked overview finds the same number.
    const { tab, filter } = viewOf({ ...nearDeadlinesOf({ references: nobody }) }, listed);
    const found = await overviewSum(admin, whereOf(tab, filter, { ...factsOf(admin), today: today() }));
    expect(found.count).toBe(near_count);
    // A line with its own interval counts by that.
    const yearly = async () =>
      Number((await question<ContractFigures>(admin, 'dashboard_contracts')).active[0]?.yearly);
    const before = await yearly();
    await demo.db.sql(
      `insert into contract_line (tenant_id, contract_id, name, quantity, tax, total, usage_type)
       select tenant_id, id, 'Wartung', 1, 19, 10, 'monthly' from contract
       where tenant_id = $1 and status = 'active' and usage_type = 'yearly' and payment_direction = 'outgoing' limit 1`,
      [admin.context.tenantId],
    );
    expect(await yearly()).toBeCloseTo(before + 120, 2);
    // Another currency counts by its rate (CON-37, PRICE-07).
    const turned = await demo.db.sql<{ net: number }>(
      `update contract k set currency = 'USD', exchange_rate = 0.5 from client c
       where c.id = k.client_id and c.currency = 'EUR' and k.tenant_id = $1 and k.status = 'active' and k.usage_type = 'yearly'
         and k.payment_direction = 'outgoing' and exists (select from contract_line l where l.contract_id = k.id and l.total > 0)
         and not exists (select from contract_line l where l.contract_id = k.id and l.usage_type is not null)
       returning (select sum(l.total) from contract_line l where l.contract_id = k.id)::float as net`,
      [admin.context.tenantId],
    );
    const net = turned.reduce((sum, each) => sum + each.net, 0);
    expect(net).toBeGreaterThan(0);
    expect(await yearly()).toBeCloseTo(before + 120 - net / 2, 2);
    const sorted = near.map(({ deadline }) => deadline);
    expect(sorted).toEqual(sorted.toSorted());
  });

  test('own finished steps with their waiting time', async () => {
    const own = await question<readonly OwnTurnAround[]>(buyer, 'dashboard_turn_around');
    const others = await question<readonly OwnTurnAround[]>(admin, 'dashboard_turn_around');
    expect(own).not.toEqual(others);
    for (const { count, median_hours } of own) {
      expect(count).toBeGreaterThan(0);
      expect(median_hours).toBeGreaterThanOrEqual(0);
    }
  });
});
