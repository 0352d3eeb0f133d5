import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import type { Day } from '../../src/base/day.ts';
import { withoutRate } from '../../src/features/dashboard/dashboard-links.ts';
import { dashboardViewOf } from '../../src/features/dashboard/dashboard-search.ts';
import {
  type BudgetFigures,
  type ContractFigures,
  dimensions,
  type Figure,
  type ProductFigure,
} from '../../src/features/dashboard/model.ts';
import { dashboardQuery } from '../../src/features/dashboard/query.ts';
import { effectiveStatuses } from '../../src/features/dashboard/shares.ts';
import type { MonthEndList } from '../../src/features/month-end/search.ts';
import { whereOf } from '../../src/features/overview/filter.ts';
import { viewOf } from '../../src/features/overview/overview-search.ts';
import { modules } from '../../src/platform/modules.ts';
import { catalogueLines, completeForm, on as onRequest, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { thisYear, today } from '../support/today.ts';
import { checkable, type Invoice, on, save } from './invoices.ts';

/** Nobody publishes a rate of this currency. */
const rateless = 'GHS';
const year = thisYear();
const day: Day = `${year}-03-05`;

let demo: DemoWeb;
let accountant: WebCaller;
let requester: WebCaller;
let form: Record<string, unknown>;
let supplier: number;
let costCenter: number;
let brought = 0;

beforeAll(async () => {
  demo = await demoWeb();
  [accountant, requester] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('requester@demo.test'),
  ]);
  form = await completeForm(requester);
  const { tenantId } = accountant.context;
  await demo.web.sql(
    `update lb_user set roles = array_cat(roles, '{user-dashboard,user-price,user-admin}') where id = $1`,
    [accountant.context.userId],
  );
  accountant = await demo.person('accountant@demo.test');
  const { sql } = demo.web;
  const [found] = await sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 order by id limit 1',
    [tenantId],
  );
  supplier = Number(found?.id);
  const [center] = await sql<{ id: string }>(
    `insert into cost_center (tenant_id, number, name) values ($1, '9900', 'Werkstatt') returning id`,
    [tenantId],
  );
  costCenter = Number(center?.id);
  await sql('insert into cost_center_client (tenant_id, cost_center_id, client_id) values ($1, $2, $3)', [
    ...[tenantId, costCenter, form.client_id],
  ]);
  await sql(
    'insert into department_cost_center (tenant_id, cost_center_id, department_id) values ($1, $2, $3)',
    [tenantId, costCenter, form.department_id],
  );
  await sql(
    `insert into budget (tenant_id, cost_center_id, name, value, start, "end") values ($1, $2, 'Jahresbudget', 10000, $3, $4)`,
    [tenantId, costCenter, `${year}-01-01`, `${year}-12-31`],
  );
});
afterAll(() => demo.close());

async function invoice(gross: string, more: Record<string, unknown> = {}): Promise<Invoice> {
  brought += 1;
  const { client_id, department_id } = form;
  return await save(accountant, {
    head: {
      ...{ supplier_id: supplier, client_id, department_id, cost_center_id: costCenter, tax: '0' },
      ...{ number_printed: `OK-${brought}`, ...checkable, invoice_date: day, total_brutto: gross },
      ...{ currency: rateless, ...more },
    },
  });
}

async function budget() {
  type Found = { budget: readonly { consumed: number; without_rate: number }[] };
  const { budget: found } = await accountant.get<Found>(
    'query ($id: bigint!) { budget(where: { cost_center_id: { _eq: $id } }) { consumed without_rate } }',
    { id: costCenter },
  );
  return found[0];
}

async function dashboard<Answer>(name: Parameters<typeof dashboardQuery>[0]): Promise<Answer> {
  const answer = await accountant.get<Record<string, Answer>>(dashboardQuery(name), {
    ...{ from: '2020-01-01', to: '2099-12-31', client: [], department: [], cost_center: [costCenter] },
  });
  const found = answer[name];
  if (found === undefined) throw new Error(`no answer to ${name}`);
  return found;
}

interface Listed {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly totals: readonly {
    readonly currency: string;
    readonly amounts: Readonly<Record<string, string>>;
  }[];
}

async function monthEnd(list: MonthEndList, more: object = {}): Promise<Listed> {
  const asked = { client: null, department: null, cost_center: costCenter };
  const payload = { list, day: `${year}-12-31`, ...asked, ...more };
  return (await accountant.send({ method: 'POST', url: '/api/month-end', payload })).json<Listed>();
}

/** The rows that the link of a dashboard figure opens. */
async function opened(kind: 'invoice' | 'contract'): Promise<readonly number[]> {
  const search = withoutRate(
    dashboardViewOf({ range: '2020-01-01..2099-12-31' }),
    kind,
    effectiveStatuses(kind),
  );
  const { tab, filter } = viewOf({ ...search }, listed);
  const { userId } = accountant.context;
  const where = whereOf(tab, filter, {
    ...{
      userId,
      persons: [userId],
      today: today(),
      timeZone: 'Europe/Berlin',
      seesPrices: true,
      modules,
      listed,
    },
  });
  const { document } = await accountant.get<{ document: readonly { id: number }[] }>(
    'query ($where: document_bool_exp!) { document(where: $where) { id } }',
    { where },
  );
  return document.map(({ id }) => id);
}

describe('PRICE-04 PRICE-07 a document whose rate is unknown', () => {
  it('an invoice uses no budget until its rate is known, and the budget says that one is missing', async () => {
    const unrated = await invoice('700');
    expect(await budget()).toEqual({ consumed: 0, without_rate: 1 });
    const rated = await save(accountant, { ...on(unrated), head: { exchange_rate: '0.1' } });
    expect(await budget()).toEqual({ consumed: 70, without_rate: 0 });
    await save(accountant, { ...on(rated), head: { exchange_rate: null } });
    expect(await budget()).toEqual({ consumed: 0, without_rate: 1 });
  });

  it('an invoice leaves the value of its order open until its rate is known', async () => {
    const [line] = await catalogueLines(requester, 1, '1');
    const draft = await run(requester, 'save', {
      head: { ...form, cost_center_id: costCenter },
      lines: [{ ...line, supplier_id: supplier, price_netto: '300', price_mode: 'net' }],
    });
    const order = await run(requester, 'submit', onRequest(draft));
    const open = async () => {
      const [row] = await demo.web.sql<object>(
        'select open_value::float, completely_invoiced from procurement where id = $1',
        [order.id],
      );
      return row;
    };
    const used = (await budget())?.consumed ?? 0;
    const unrated = await invoice('300', { procurement_id: order.id });
    expect(await open()).toEqual({ open_value: 300, completely_invoiced: false });
    expect((await budget())?.consumed).toBe(used);
    await save(accountant, { ...on(unrated), head: { exchange_rate: '0.1' } });
    expect(await open()).toEqual({ open_value: 270, completely_invoiced: false });
    expect((await budget())?.consumed).toBe(used);
  });

  it('a request is not submitted, so that every order has a rate', async () => {
    const [line] = await catalogueLines(requester, 1, '1');
    const draft = await run(requester, 'save', {
      head: { ...form, cost_center_id: costCenter, currency: rateless },
      lines: [{ ...line, supplier_id: supplier, price_netto: '300', price_mode: 'net' }],
    });
    await expect(run(requester, 'submit', onRequest(draft))).rejects.toThrow('exchange_rate');
  });

  it('the dashboard says how many have no rate, and its link opens exactly those', async () => {
    const before = await dashboard<readonly Figure[]>('dashboard_figures');
    const { id } = await invoice('900');
    const totals = (figures: readonly Figure[], by: Figure['dimension'] = 'status') => {
      const own = figures.filter(({ kind, dimension }) => kind === 'invoice' && dimension === by);
      return {
        net: own.reduce((total, { net }) => total + Number(net), 0),
        without: own.reduce((total, { without_rate }) => total + without_rate, 0),
      };
    };
    const after = await dashboard<readonly Figure[]>('dashboard_figures');
    const [was, is] = [totals(before), totals(after)];
    expect(is).toEqual({ net: was.net, without: was.without + 1 });
    for (const by of [...dimensions, null]) expect(totals(after, by)).toEqual(is);
    const rows = await opened('invoice');
    expect(rows).toContain(id);
    expect(rows).toHaveLength(is.without);
    const { cost_centers, without_rate } = await dashboard<BudgetFigures>('dashboard_budgets');
    expect(cost_centers).toMatchObject([{ without_rate: is.without }]);
    expect(without_rate).toEqual([{ currency: 'EUR', count: is.without }]);
  });

  it('the dashboard says how many orders of a product have no rate; their lines have a total of their own currency', async () => {
    const { tenantId, userId } = accountant.context;
    await demo.web.sql(
      `with n as (select n from generate_series(1, 3) n),
       t as (insert into timeline (tenant_id) select $1 from n returning id),
       numbered as (select id, row_number() over (order by id)::int as n from t),
       p as (insert into procurement (tenant_id, timeline_id, creator_id, number, status, client_id, cost_center_id, currency,
             total_netto, total_tax, total_brutto)
           select $1, id, $2, 730000 + n, 'approval', $3, $4, case when n = 1 then 'EUR' else $5 end, 8, 0, 8 from numbered
           returning id)
       insert into procurement_line (tenant_id, procurement_id, sort_no, description, item_number, unit, quantity, total_netto)
         select $1, p.id, place, 'Tau', 'OK-TAU', 'm', 2, 4 from p, generate_series(1, 2) place`,
      [tenantId, userId, form.client_id, costCenter, rateless],
    );
    const products = await dashboard<readonly ProductFigure[]>('dashboard_products');
    const own = products.filter(({ item_number }) => item_number === 'OK-TAU');
    expect(own).toMatchObject([
      { unit: 'm', currency: 'EUR', quantity: '12.000', net: '8.00', without_rate: 2 },
    ]);
    const days = { from: '2020-01-01', day: '2099-12-31' };
    const { rows, totals } = await monthEnd('product_lines', { ...days, product: own[0]?.key });
    expect(rows.map(({ currency, value }) => `${currency} ${value}`).sort()).toEqual([
      ...Array(2).fill('EUR 4.00'),
      ...Array(4).fill(`${rateless} 4.00`),
    ]);
    expect(totals.map(({ currency, amounts }) => [currency, amounts])).toEqual([
      ['EUR', { value: own[0]?.net }],
      [rateless, { value: '16.00' }],
    ]);
  });

  it('month-end lists show it in its own currency, in no sum of the company', async () => {
    const { id } = await invoice('123');
    for (const list of ['not_exported', 'budget_use'] as const) {
      const { rows, totals } = await monthEnd(list);
      expect(rows.find((row) => row.id === id)).toMatchObject({ currency: rateless });
      const own = rows.filter(({ currency }) => currency === rateless);
      const key = list === 'not_exported' ? 'net' : 'used';
      expect(Number(totals.find(({ currency }) => currency === rateless)?.amounts[key])).toBe(
        own.reduce((total, row) => total + Number(row[key]), 0),
      );
    }
    const { consumed } = (await budget()) ?? { consumed: 0 };
    const { totals } = await monthEnd('budget_use');
    expect(Number(totals.find(({ currency }) => currency === 'EUR')?.amounts.used ?? 0)).toBe(consumed);
  });

  it('a contract has no value in the company’s currency, its own commitment, and is counted apart', async () => {
    const [contract] = await demo.web.sql<{ id: string }>(
      `with t as (insert into timeline (tenant_id) values ($1) returning id),
       k as (insert into contract (tenant_id, timeline_id, creator_id, contract_number, status, name, client_id, cost_center_id, currency,
           term_type, start_date, end_date, usage_type, total_netto)
         select $1, t.id, $2, 900001, 'active', 'Ohne Kurs', $3, $4, $5, 'fixed', $6, $7, 'monthly', 100 from t returning tenant_id, id),
       l as (insert into contract_line (tenant_id, contract_id, name, quantity, total) select tenant_id, id, 'Lizenz', 1, 100 from k)
       select id from k`,
      [
        ...[accountant.context.tenantId, accountant.context.userId, form.client_id, costCenter, rateless],
        ...[`${year}-01-01`, `${year + 5}-12-31`],
      ],
    );
    const { contract_by_pk: found } = await accountant.get<{ contract_by_pk: object }>(
      'query ($id: bigint!) { contract_by_pk(id: $id) { exchange_rate yearly_netto commitment { currency } } }',
      { id: Number(contract?.id) },
    );
    expect(found).toEqual({ exchange_rate: null, yearly_netto: null, commitment: { currency: rateless } });
    const { active } = await dashboard<ContractFigures>('dashboard_contracts');
    expect(active).toMatchObject([{ currency: 'EUR', count: 1, yearly: '0', without_rate: 1 }]);
    const { rows } = await monthEnd('commitments');
    expect(rows.find(({ id, kind }) => kind === 'contract' && id === Number(contract?.id))).toMatchObject({
      currency: rateless,
    });
  });
});
