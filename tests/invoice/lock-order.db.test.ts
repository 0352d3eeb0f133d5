import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  catalogueLines,
  completeForm,
  type Document,
  on as onRequest,
  run,
} from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { thisYear } from '../support/today.ts';
import { attempt, checkable, type Invoice, save, wayOn } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let requester: WebCaller;
let form: Record<string, unknown>;
let supplierId: number;
let deadlocks: { count: number };
let brought = 0;

beforeAll(async () => {
  demo = await demoWeb();
  [accountant, requester] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('requester@demo.test'),
  ]);
  form = await completeForm(requester);
  const [supplier] = await demo.web.sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 order by id limit 1',
    [accountant.context.tenantId],
  );
  supplierId = Number(supplier?.id);
  deadlocks = countDeadlocks(demo.web.database.pool);
});
afterAll(() => demo.close());

/** Counts deadlock victims, which otherwise go unnoticed because their transactions are retried. */
function countDeadlocks(pool: pg.Pool): { count: number } {
  const counted = { count: 0 };
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '40P01') counted.count += 1;
    });
  });
  return counted;
}

async function draft(): Promise<Document> {
  const lines = await catalogueLines(requester, 2, '1');
  return await run(requester, 'save', { head: form, lines });
}

async function order(): Promise<Document> {
  return await run(requester, 'submit', onRequest(await draft()));
}

/** An invoice that names an order, possibly different from that of its line. */
function charged(who: WebCaller, { id }: Document, lineOf?: Document): Promise<Invoice> {
  brought += 1;
  const { client_id, department_id, cost_center_id, ledger_account_id } = form;
  const line = {
    description: 'Schrauben',
    quantity: '1',
    total_netto: '10',
    tax_percentage: '0',
    tax_category: 'Z',
    procurement_line_id: lineOf?.procurement_lines[0]?.id,
  };
  return save(who, {
    head: {
      ...{ client_id, department_id, cost_center_id, ledger_account_id, ...checkable },
      supplier_id: supplierId,
      number_printed: `L-${brought}`,
      invoice_date: `${thisYear()}-10-${String(1 + (brought % 28)).padStart(2, '0')}`,
      tax: '0',
      total_brutto: '10',
      procurement_id: id,
    },
    ...(lineOf && { lines: [line] }),
  });
}

/** Changes only the text of a line. */
function reworded(document: Document): Promise<Document> {
  brought += 1;
  const lines = document.procurement_lines.map(({ id }) => ({ id, description: `Anders ${brought}` }));
  return run(requester, 'save', onRequest(document, { lines }));
}

function remark({ id }: Document): Promise<Document> {
  return run(requester, 'comment', { id, comment: 'Wann?' });
}

it('LOCK-09 PROC-21 NUM-04 twenty concurrent changes of orders and their invoices cause no deadlock', async () => {
  for (let round = 0; round < inDepth(1, 3); round += 1) {
    const [one, other, typed] = [await order(), await order(), await draft()];
    const waiting = [
      await charged(accountant, one),
      await charged(accountant, other, one),
      await charged(accountant, one, other),
    ];
    await Promise.all([
      ...[one, other, one].map((of) => charged(accountant, of)),
      ...[one, one, one].map((of) => charged(accountant, of, other)),
      ...[other, other, other].map((of) => charged(accountant, of, one)),
      ...waiting.map((invoice) => attempt(accountant, wayOn(invoice), invoice)),
      ...[one, other, one, other].map(remark),
      reworded(typed),
      ...[typed, typed].map((of) => charged(requester, of)),
      charged(requester, typed, typed),
    ]);
  }
  expect(deadlocks.count).toBe(0);
});

it('LOCK-09 BUD-03 changes of different orders of one invoice neither wait for nor outdate each other', async () => {
  const [one, other] = [await order(), await order()];
  // Exceeds both of its orders.
  for (let place = 0; place < 6; place += 1) await charged(accountant, one, other);
  await demo.web.sql('update procurement_line set total_netto = 5 where procurement_id = any ($1)', [
    [one.id, other.id],
  ]);
  await demo.web.sql(
    'update procurement set total_netto = 5, total_tax = 0, total_brutto = 5 where id = any ($1)',
    [[one.id, other.id]],
  );
  for (let round = 0; round < inDepth(2, 6); round += 1)
    await Promise.all([charged(accountant, one), charged(accountant, other), remark(one), remark(other)]);
  const stale = await demo.web.sql<{ id: string }>(
    `with counted as (
       select a.procurement_id, a.invoice_id, sum(a.net) as net
       from app.amounts_of_invoices($1, array(select id from invoice where tenant_id = $1)) a group by 1, 2
     ), kept as (
       select procurement_id, invoice_id, sum(net) as net from budget_amount where tenant_id = $1 and invoice_id is not null group by 1, 2
     )
     select invoice_id as id from counted full join kept using (procurement_id, invoice_id)
     where round(counted.net, 2) is distinct from round(kept.net, 2)`,
    [accountant.context.tenantId],
  );
  expect(stale).toEqual([]);
  expect(deadlocks.count).toBe(0);
});
