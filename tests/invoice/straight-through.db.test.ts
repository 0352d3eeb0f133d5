import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { recognise, uploadOne } from '../support/intake.ts';
import { read } from '../support/readings.ts';
import { withoutApprovers } from '../support/without-approvals.ts';
import { type Order, openOrders, readingOf } from './ordered.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let orders: readonly Order[];
let used = 0;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  orders = await openOrders(demo, accountant);
  // All orders are delivered, no invoice needs an approval, and no budget interferes.
  await demo.web.sql('update client set min_approval = 0, touchless_invoices = true');
  await demo.web.sql('update procurement_line set quantity_received = quantity where quantity is not null');
  await demo.web.sql('delete from budget');
  await withoutApprovers(demo.web);
});
afterAll(() => demo.close());

/** A valid e-invoice over a complete uninvoiced order, from a supplier paid by direct debit. */
async function doubtless(): Promise<{ readonly order: Order; readonly reading: Reading }> {
  const order = orders[used];
  used += 1;
  if (!order) throw new Error('the demo has too few orders');
  await demo.web.sql(`update supplier set payment_method = 'ONLINE_PAYMENT' where id = $1`, [
    order.supplier_id,
  ]);
  const reading = await readingOf(demo, order, order.number);
  const day = read(`2026-10-${String(used).padStart(2, '0')}`);
  return {
    order,
    reading: {
      ...reading,
      reading: 'xml',
      // As the e-invoice reader returns for each line.
      lines: reading.lines.map((line) => ({ ...line, counts: true })),
      fields: {
        ...reading.fields,
        sellerTaxNumber: read('1234567890'),
        documentTypeCode: read('380'),
        invoiceDate: day,
        deliveryDate: day,
        dueDate: read('2026-12-31'),
      },
      taxRows: [{ category: read('Z'), ratePercent: read('0'), basis: read(order.net), tax: read('0.00') }],
      eInvoice: { syntax: 'cii', profile: 'en16931', specification: null, verdict: 'valid', findings: [] },
    },
  };
}

interface Entry {
  readonly type: string;
  readonly status: string | null;
  readonly message_code: string | null;
}

async function received(
  reading: Reading,
): Promise<{ step: string; untouched: boolean; entries: readonly Entry[] }> {
  const id = await uploadOne(accountant, randomUUID());
  await recognise(demo, accountant, id, async () => reading);
  const { invoice_by_pk: invoice } = await accountant.get<{
    invoice_by_pk: {
      is_untouched: boolean;
      timeline: { current_entry_no: number; timeline_entries: readonly (Entry & { entry_no: number })[] };
    };
  }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) { is_untouched timeline { current_entry_no
      timeline_entries(order_by: { entry_no: asc }) { entry_no type status message_code } } } }`,
    { id },
  );
  const { current_entry_no, timeline_entries: entries } = invoice.timeline;
  const step = entries.find(({ entry_no }) => entry_no === current_entry_no)?.type ?? '';
  return { step, untouched: invoice.is_untouched, entries };
}

/** Runs while all cost centers are locked; returns whether it holds the order when it waits for a cost center. */
async function holdsBefore(orderId: number, run: () => Promise<unknown>): Promise<boolean> {
  const holder = new pg.Client({ connectionString: demo.web.ownerUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from cost_center for no key update');
  const running = run();
  await vi.waitFor(
    async () => {
      const waiting = await demo.web.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).not.toEqual([]);
    },
    { timeout: 20_000 },
  );
  const free = await demo.web.sql('select id from procurement where id = $1 for no key update skip locked', [
    orderId,
  ]);
  await holder.query('rollback');
  await holder.end();
  await running;
  return free.length === 0;
}

it('INV-24 LOCK-09 an invoice without doubts passes the check, and the timeline shows why', async () => {
  const { order, reading } = await doubtless();
  let passed: Awaited<ReturnType<typeof received>> | undefined;
  const run = async () => {
    passed = await received(reading);
  };
  // A transaction that holds orders waits for no cost center (BUD-06).
  expect(await holdsBefore(order.id, run)).toBe(false);
  const { step, untouched, entries = [] } = passed ?? {};
  expect(step).toBe('invoice-accounting');
  expect(untouched).toBe(true);
  expect(entries.map(({ message_code }) => message_code)).toContain('invoice_untouched.verdict');
  expect(entries.find(({ type }) => type === 'invoice-manual-check')?.status).toBe('skip');
});

it.each<[string, (reading: Reading) => Reading]>([
  [
    'a value that is not sure',
    (reading) => ({
      ...reading,
      fields: { ...reading.fields, dueDate: { ...read('2026-12-30'), sure: false } },
    }),
  ],
  [
    'a verdict with warnings and no supplier address',
    (reading) => ({
      ...reading,
      fields: { ...reading.fields, deliveryDate: null },
      ...(reading.eInvoice && { eInvoice: { ...reading.eInvoice, verdict: 'warnings' } }),
    }),
  ],
  ['a contradiction', (reading) => ({ ...reading, warnings: ['sums'] })],
  ['another kind of document', (reading) => ({ ...reading, documentKind: 'reminder' })],
  [
    'a line that belongs to no order',
    (reading) => ({
      ...reading,
      lines: reading.lines.map((line) => ({
        ...line,
        articleNumber: null,
        description: read('Etwas anderes'),
      })),
    }),
  ],
])('INV-24 %s leads to the check', async (_, doubtful) => {
  const { reading } = await doubtless();
  const { step, untouched } = await received(doubtful(reading));
  expect(step).toBe('invoice-manual-check');
  expect(untouched).toBe(false);
});

it('INV-24 missing goods, a duplicate, or a company without the setting lead to the check', async () => {
  const first = await doubtless();
  await demo.web.sql('update procurement_line set quantity_received = 0 where procurement_id = $1', [
    first.order.id,
  ]);
  expect((await received(first.reading)).step).toBe('invoice-manual-check');
  expect((await received(first.reading)).step).toBe('invoice-manual-check');
  const other = await doubtless();
  await demo.web.sql('update client set touchless_invoices = false');
  expect((await received(other.reading)).step).toBe('invoice-manual-check');
});
