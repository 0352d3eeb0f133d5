import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round, sum } from '../../src/base/money.ts';
import type { BudgetFigures } from '../../src/features/dashboard/model.ts';
import { documentsBehind, type MonthEndAnswer } from '../../src/features/month-end/model.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { thisYear, today } from '../support/today.ts';

let demo: DemoWeb;
const year = thisYear();
const logins = ['admin', 'accountant', 'buyer', 'approver1'] as const;

beforeAll(async () => {
  demo = await demoWeb();
  await demo.web.sql(
    `update lb_user set roles = array_cat(roles, array['user-dashboard', 'user-price'])
     where email = any ($1) and not roles @> array['user-dashboard']`,
    [logins.map((login) => `${login}@demo.test`)],
  );
  const { context } = await demo.person('admin@demo.test');
  // Invoices with and without an order, within and beyond it, on cost centers with budgets.
  await demo.web.sql(
    `with n as (select n from generate_series(1, 60) n),
     t as (insert into timeline (tenant_id) select $1 from n returning id),
     pairs as (select t.id, row_number() over (order by id)::int as n from t)
     insert into invoice (tenant_id, timeline_id, creator_id, running_number, status, client_id, cost_center_id, ledger_account_id,
         procurement_id, total_netto, total_brutto, invoice_date, supplier_id)
       select $1, p.id, $2, 800000 + p.n, (array['open', 'approval', 'clearing', 'accounting', 'declined'])[1 + p.n % 5],
         (select min(id) from client where tenant_id = $1),
         (select cost_center_id from budget where tenant_id = $1 and active order by md5(id::text || p.n) limit 1),
         case when p.n % 3 > 0 then (select id from ledger_account where tenant_id = $1 order by md5(id::text || p.n) limit 1) end,
         case when p.n % 4 = 0 then (select id from procurement where tenant_id = $1 and status = 'ordered' order by md5(id::text || p.n) limit 1) end,
         p.n * 10.01, p.n * 10.01, make_date($3, 1 + p.n % 12, 1 + p.n % 28),
         case when p.n % 9 > 0 then (select id from supplier where tenant_id = $1 order by md5(id::text || p.n) limit 1) end
       from pairs p`,
    [context.tenantId, context.userId, year],
  );
});
afterAll(() => demo.close());

async function budgetsOf(who: WebCaller, filter: object): Promise<BudgetFigures> {
  const { dashboard_budgets } = await who.get<{ dashboard_budgets: BudgetFigures }>(
    `query ($from: date!, $to: date!, $client: [bigint!]) { dashboard_budgets(from: $from, to: $to, client: $client) }`,
    { from: `${year}-01-01`, to: `${year}-12-31`, ...filter },
  );
  return dashboard_budgets;
}

async function rowsOf(who: WebCaller, day: string, scope: object): Promise<MonthEndAnswer> {
  const payload = { list: 'budget_use', day, ...scope };
  return (await who.send({ method: 'POST', url: '/api/month-end', payload })).json<MonthEndAnswer>();
}

const totalOf = ({ totals }: MonthEndAnswer, key: string): string =>
  round(sum(totals.map(({ amounts }) => amounts[key] ?? '0')), 2);

describe('DASH-10 the documents that use a budget', () => {
  it('BUD-05 each row is a document that the person sees, and all others are one row per budget', async () => {
    const [everybody, buyer] = [await demo.person('admin@demo.test'), await demo.person('buyer@demo.test')];
    const { cost_centers, day } = await budgetsOf(buyer, {});
    for (const { id } of cost_centers) {
      const [whole, own] = [
        await rowsOf(everybody, day, { cost_center: id }),
        await rowsOf(buyer, day, { cost_center: id }),
      ];
      expect(totalOf(own, 'used')).toBe(totalOf(whole, 'used'));
      const keyOf = ({ kind, id: of }: { kind: string | null; id: number | null }) => `${kind} ${of}`;
      const seen = await buyer.get<{ document: { kind: string; id: number }[] }>(
        '{ document(limit: 2000) { kind id } }',
      );
      const visible = new Set(seen.document.map(keyOf));
      const named = own.rows.filter((row) => row.id !== null);
      expect(named.every((row) => visible.has(keyOf(row)))).toBe(true);
      const budgets = new Set(own.rows.map((row) => row.budget));
      expect(own.rows.length - named.length).toBeLessThanOrEqual(budgets.size);
    }
  });

  it('match a plain SQL query', async () => {
    const who = await demo.person('admin@demo.test');
    const { cost_centers, day } = await budgetsOf(who, {});
    for (const { id } of cost_centers) {
      const expected = await demo.web.sql<{ key: string; net: string }>(
        `select case when a.invoice_id is null then 'procurement ' || a.procurement_id else 'invoice ' || a.invoice_id end as key,
           sum(a.net)::text as net
         from budget b join budget_amount a on a.tenant_id = b.tenant_id and a.cost_center_id = b.cost_center_id
           and a.day between b.start and b."end"
         where b.tenant_id = $1 and b.cost_center_id = $2 and b.active and $3::date between b.start and b."end"
           and (b.ledger_account_id is null or b.ledger_account_id = a.ledger_account_id)
           and (not b.not_allocated or not exists (
             select from budget o where o.tenant_id = b.tenant_id and o.cost_center_id = b.cost_center_id and o.active
               and $3::date between o.start and o."end" and o.ledger_account_id = a.ledger_account_id))
         group by 1 having sum(a.net) <> 0`,
        [who.context.tenantId, id, day],
      );
      const { rows, count } = await rowsOf(who, day, { cost_center: id });
      const found = Map.groupBy(rows, ({ kind, id: of }) => `${kind} ${of}`);
      if (count === rows.length)
        expect([...found.keys()].sort()).toEqual(
          expect.arrayContaining(expected.map(({ key }) => key).sort()),
        );
      for (const { key, net } of expected.filter((one) => found.has(one.key) && count === rows.length))
        expect(Number(sum((found.get(key) ?? []).map(({ used }) => String(used)))), key).toBeCloseTo(
          Number(net),
          1,
        );
    }
  });
});

describe('DASH-10 the lines of a product', () => {
  it('match a plain SQL query', async () => {
    const who = await demo.person('admin@demo.test');
    const [line] = await demo.web.sql<{ key: string; net: string; count: string }>(
      `select jsonb_build_array(l.product_id, null, null, coalesce(l.unit, ''))::text as key, count(*)::text as count,
         round(sum(l.total_netto * coalesce(p.exchange_rate, 1)), 2)::text as net
       from procurement_line l join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
       where l.tenant_id = $1 and l.kind = 'item' and l.product_id is not null and p.status <> 'draft'
       group by l.product_id, l.unit order by count(*) desc limit 1`,
      [who.context.tenantId],
    );
    const payload = { list: 'product_lines', from: '2020-01-01', day: '2099-12-31', product: line?.key };
    const answer = (
      await who.send({ method: 'POST', url: '/api/month-end', payload })
    ).json<MonthEndAnswer>();
    expect([String(answer.count), totalOf(answer, 'value')]).toEqual([line?.count, line?.net]);
  });
});

describe.each([
  ['supplier_spend', ['spent', 'spent_before', 'unordered']],
  ['forecast', ['bound', 'expected', 'orders', 'forecast']],
] as const)('DASH-10 the documents behind each row of %s', (list, keys) => {
  it.each(logins)('have the sums of the row, for %s', async (login) => {
    const who = await demo.person(`${login}@demo.test`);
    const read = async (payload: object) =>
      (await who.send({ method: 'POST', url: '/api/month-end', payload })).json<MonthEndAnswer>();
    const opened = documentsBehind[list];
    if (opened === undefined) throw new Error(`the rows of ${list} open nothing`);
    const day = list === 'forecast' ? today() : `${year}-12-31`;
    const { rows } = await read({ list, day });
    for (const row of rows) {
      const behind = await read({ list: opened.list, day, row: opened.rowOf(row) });
      const own = behind.totals.find(({ period, currency }) => period === null && currency === row.currency);
      expect(behind.count).toBeGreaterThan(0);
      expect(
        keys.map((key) => own?.amounts[key]),
        opened.rowOf(row),
      ).toEqual(keys.map((key) => row[key]));
      for (const { kind, id } of behind.rows) expect([kind, id]).not.toContain(null);
    }
    if (login === 'admin') expect(rows.length).toBeGreaterThan(2);
    expect(await read({ list: opened.list, day })).toMatchObject({ count: 0 });
  });
});
