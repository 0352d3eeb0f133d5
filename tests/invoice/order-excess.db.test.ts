import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { withoutApprovals } from '../support/without-approvals.ts';
import { type Invoice, next as nextOf, save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let order: { readonly id: number; readonly client_id: number; readonly total: string };
let supplierId: number;

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const [found] = await demo.web.sql<typeof order>(
    `select p.id, p.client_id, p.total_netto::text as total from procurement p
     where p.tenant_id = $1 and p.status = 'ordered' and p.currency = 'EUR' and p.total_netto > 100
       and not exists (select from invoice i where i.tenant_id = p.tenant_id and i.procurement_id = p.id)
     order by p.id limit 1`,
    [accountant.context.tenantId],
  );
  if (!found) throw new Error('the demo has no order without invoices');
  order = found;
  await withoutApprovals(demo.web);
  const [line] = await demo.web.sql<{ supplier_id: string }>(
    'select supplier_id from procurement_line where procurement_id = $1 and supplier_id is not null limit 1',
    [order.id],
  );
  supplierId = Number(line?.supplier_id);
});
afterAll(() => demo.close());

let brought = 0;

/** An invoice over this percentage of the order, linked to it as by recognition. */
async function linked(percent: number): Promise<Invoice> {
  brought += 1;
  const invoice = await save(accountant, {
    head: {
      number_printed: `RE-${brought}`,
      supplier_id: supplierId,
      payment_method: 'ONLINE_PAYMENT',
      client_id: Number(order.client_id),
      invoice_date: `2026-10-${String(brought).padStart(2, '0')}`,
      delivery_date: '2026-10-01',
      due_date: '2026-12-31',
      total_brutto: String(Math.round(Number(order.total) * percent) / 100),
      tax: '0',
    },
  });
  await demo.web.sql('update invoice set procurement_id = $2 where id = $1', [invoice.id, order.id]);
  return invoice;
}

const next = (invoice: Invoice, confirmations?: readonly string[]) =>
  nextOf(accountant, invoice, confirmations);

it('PROC-22 INV-14 INV-23 of concurrent invoices on one order none exceeds it without a confirmation', async () => {
  const invoices: Invoice[] = [];
  const [within, percent] = inDepth([3, 25], [9, 10]);
  while (invoices.length < within) invoices.push(await linked(percent));
  const passed = await Promise.all(invoices.map((invoice) => next(invoice)));
  expect(passed.map(({ errors }) => errors)).toEqual(passed.map(() => undefined));

  const beyond = await Promise.all(Array.from({ length: within + 2 }, () => linked(percent)));
  const answers = await Promise.all(beyond.map((invoice) => next(invoice)));
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes).toEqual(codes.map(() => 'invoice_exceeds_order'));

  const [first] = beyond;
  const asked = answers[0]?.errors?.[0]?.extensions;
  const hash = asked?.confirm?.hash ?? '';
  expect(Number(asked?.values?.amount)).toBeCloseTo(Number(order.total), 0);
  if (!first) throw new Error('there is no such row');
  const { data } = await next(first, [hash]);
  const reported = data?.invoice.timeline.timeline_entries.map(({ message_code }) => message_code);
  expect(reported).toContain('invoice_exceeds_order');
  // A confirmation is valid only for its invoice.
  const other = beyond[1];
  if (!other) throw new Error('there is no such row');
  expect((await next(other, [hash])).errors?.[0]?.extensions.code).toBe('invoice_exceeds_order');
});

it('PROC-22 a credit note on an exceeded order needs no confirmation', async () => {
  const corrected = await linked(5);
  const credit = await linked(-1);
  await demo.web.sql('update invoice set corrects_invoice_id = $2 where id = $1', [credit.id, corrected.id]);
  expect((await next(credit)).errors).toBeUndefined();
});

it('PROC-22 API-44 a request waits for the lock on the order, also longer than for a colleague’s lock', async () => {
  const corrected = await linked(5);
  const invoice = await linked(-1);
  await demo.web.sql('update invoice set corrects_invoice_id = $2 where id = $1', [invoice.id, corrected.id]);
  const { database } = demo.web;
  const held = Promise.withResolvers<void>();
  const longer = 3_000;
  const holding = database.inTenant(
    accountant.context,
    async (tx) => {
      await tx.query('select from procurement where id = $1 for no key update', [order.id]);
      held.resolve();
      await delay(longer);
    },
    { role: 'writer' },
  );
  await held.promise;
  const begun = performance.now();
  const answer = await next(invoice);
  expect(answer.errors?.map(({ extensions }) => extensions.code)).toBeUndefined();
  expect(performance.now() - begun).toBeGreaterThan(longer / 2);
  await holding;
});
