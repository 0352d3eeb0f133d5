import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBill } from '../../src/features/billing/server/facts.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let buyer: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  buyer = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

const countAll = `select kind, source_kind, count(*)::int as count from billable_event group by 1, 2 order by 1, 2`;
const rowsOfTables = `
  select 'document' as kind, 'contract' as source_kind, count(*)::int as count from contract
  union all select 'document', 'invoice', count(*)::int from invoice
  union all select 'document', 'procurement', count(*)::int from procurement
  union all select 'invoice', 'invoice', count(running_number)::int from invoice
  union all select 'procurement', 'procurement', count(number)::int from procurement
  union all select 'recognition', 'invoice', count(distinct invoice_id)::int from invoice_recognition where state = 'done'
  order by 1, 2`;

async function factsOf(id: number): Promise<readonly string[]> {
  const rows = await demo.web.sql<{ kind: string; day: string }>(
    `select kind, day::text as day from billable_event
     where tenant_id = $1 and source_kind = 'procurement' and source_id = $2 order by kind`,
    [buyer.context.tenantId, id],
  );
  return rows.map(({ kind, day }) => `${kind} ${day}`);
}

async function addDraft(at = 'now()'): Promise<number> {
  const { tenantId, userId } = buyer.context;
  const [row] = await demo.web.sql<{ id: string }>(
    `with line as (insert into timeline (tenant_id) values ($1) returning id)
     insert into procurement (tenant_id, timeline_id, creator_id, created_at) select $1, id, $2, ${at} from line returning id`,
    [tenantId, userId],
  );
  return Number(row?.id);
}

describe('OP-07 chargeable facts', () => {
  test('exist once for each document, number and reading', async () => {
    const { sql } = demo.web;
    const kept = await sql(countAll);
    expect(kept).toEqual((await sql<{ count: number }>(rowsOfTables)).filter(({ count }) => count > 0));
    expect(kept.length).toBeGreaterThan(2);
  });

  test('a draft counts on creation and its number when assigned, and both remain after its deletion', async () => {
    const id = await addDraft();
    const [today] = await demo.web.sql<{ day: string }>(
      "select (now() at time zone 'Europe/Berlin')::date::text as day",
    );
    expect(await factsOf(id)).toEqual([`document ${today?.day}`]);
    await demo.web.sql(
      "update procurement set number = 999001, status = 'open' where tenant_id = $1 and id = $2",
      [buyer.context.tenantId, id],
    );
    await demo.web.sql("update procurement set name = 'Later' where tenant_id = $1 and id = $2", [
      buyer.context.tenantId,
      id,
    ]);
    const both = [`document ${today?.day}`, `procurement ${today?.day}`];
    expect(await factsOf(id)).toEqual(both);
    await demo.web.sql('delete from procurement where tenant_id = $1 and id = $2', [
      buyer.context.tenantId,
      id,
    ]);
    expect(await factsOf(id)).toEqual(both);
  });

  test('only operators and the own tenant get the bill, and no one can read the facts', async () => {
    const { database, sql } = demo.web;
    const now = new Date();
    const { context } = buyer;
    const [other] = await sql<{ id: string }>('select id from tenant where id <> $1 limit 1', [
      context.tenantId,
    ]);
    const bill = await database.inTenant(context, (tx) => loadBill(tx, context.tenantId, '2026-10', now), {
      role: 'writer',
    });
    expect(bill?.tenant.id).toBe(context.tenantId);
    await expect(
      database.inTenant(context, (tx) => loadBill(tx, Number(other?.id), '2026-10', now), { role: 'writer' }),
    ).rejects.toThrow('the facts of another tenant');
    for (const read of ['select from billable_event', 'select app.billing_facts(1, now()::date, now())']) {
      await expect(database.inTenant(context, (tx) => tx.query(read))).rejects.toThrow('permission denied');
    }
    expect((await database.atGate((tx) => loadBill(tx, Number(other?.id), '2026-10', now)))?.tenant.id).toBe(
      Number(other?.id),
    );
  });
});
