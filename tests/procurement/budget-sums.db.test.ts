import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import { loadAmounts, usesOf } from '../torture/checks/amounts.ts';
import { openFixture } from '../torture/fixture.ts';

let demo: DemoApi;
beforeAll(async () => {
  demo = await demoApi();
});
afterAll(() => demo.close());

/** The random state of one order: status, currency, deliveries and invoices. */
const fate = fc.record({
  status: fc.constantFrom(
    'draft',
    'open',
    'approval',
    'approved',
    'ordered',
    'clearing',
    'completed',
    'declined',
  ),
  currency: fc.constantFrom<readonly [string, string | null]>(
    ['EUR', null],
    ['EUR', '25'],
    ['GBP', '1.2'],
    ['USD', '0.5'],
  ),
  received: fc.constantFrom('0', '0.5', '1'),
  isFreight: fc.boolean(),
  completely: fc.boolean(),
  invoices: fc.array(
    fc.record({
      share: fc.constantFrom(-0.4, 0.3, 0.7, 1, 1.6),
      status: fc.constantFrom('open', 'approval', 'export', 'completed', 'declined'),
      days: fc.nat(20),
    }),
    { maxLength: 3 },
  ),
});
type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never;

async function befall(id: number, { status, currency, received, isFreight, completely, invoices }: Fate) {
  const { sql } = demo.db;
  await sql(
    `update procurement_line l set quantity_received = quantity * $2::numeric,
       kind = case when $3 and l.id = (select max(id) from procurement_line m where m.procurement_id = $1) then 'freight' else 'item' end
     where procurement_id = $1`,
    [id, received, isFreight],
  );
  await sql(
    'update procurement set status = $2, currency = $3, exchange_rate = $4, completely_invoiced = $5 where id = $1',
    [id, status, currency[0], currency[1], completely],
  );
  for (const invoice of invoices)
    await sql(
      `with p as (select * from procurement where id = $1), t as (insert into timeline (tenant_id) select tenant_id from p returning id),
       i as (insert into invoice (tenant_id, timeline_id, creator_id, client_id, status, procurement_id, invoice_date, cost_center_id,
               currency, exchange_rate, total_netto, total_tax, total_brutto)
             select p.tenant_id, t.id, p.creator_id, p.client_id, $3, p.id, ${todayInSql} - $4::integer, p.cost_center_id, p.currency,
               p.exchange_rate, round(p.total_netto * $2::numeric, 2), 0, round(p.total_netto * $2::numeric, 2) from p, t
             returning tenant_id, id, total_netto)
       insert into invoice_line (tenant_id, invoice_id, total_netto) select tenant_id, id, total_netto from i`,
      [id, invoice.share, invoice.status, invoice.days],
    );
}

/** The places where budget counts differ from the documents; expected to be empty. */
async function differences(tenantId: number, id: number): Promise<readonly string[]> {
  return await openFixture(demo.db.ownerUrl, async ({ sql }) => {
    const { orders, invoices } = await loadAmounts({ sql, cast: { tenantId } }, { orders: [id] });
    const kept = await sql<{ place: string; net: number }>(
      `select concat_ws(' ', coalesce(invoice_id, 0), cost_center_id, coalesce(ledger_account_id, 0), day::text) as place, net::float8
       from budget_amount where procurement_id = $1`,
      [id],
    );
    const left = new Map(kept.map(({ place, net }) => [place, net]));
    for (const use of usesOf(orders, invoices)) {
      const place = [use.invoice_id ?? 0, use.cost_center_id, use.ledger_account_id ?? 0, use.day].join(' ');
      left.set(place, (left.get(place) ?? 0) - use.net);
    }
    return [...left].filter(([, net]) => Math.abs(net) > 0.02).map(([place, net]) => `${place}: ${net}`);
  });
}

it('BUD-03 BUD-04 BUD-08 budgets count the same as an independent computation, for orders in any state', async () => {
  const { tenantId } = (await demo.person('admin@demo.test')).context;
  const rows = await demo.db.sql<{ id: string }>(
    `select p.id from procurement p join client c on c.id = p.client_id where p.tenant_id = $1 and c.currency = 'EUR'
       and p.submitted_at is not null and p.number is not null and p.cost_center_id is not null
       and not exists (select from invoice i where i.procurement_id = p.id)
       and not exists (select from invoice_line l join procurement_line o on o.id = l.procurement_line_id where o.procurement_id = p.id)
     order by p.id`,
    [tenantId],
  );
  expect(rows.length).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(fate, fc.nat(rows.length - 1), async (one, pick) => {
      const id = Number(rows[pick]?.id);
      await demo.db.sql('delete from invoice where procurement_id = $1', [id]);
      await befall(id, one);
      expect(await differences(tenantId, id)).toEqual([]);
    }),
    { numRuns: inDepth(12, 300) },
  );
});
