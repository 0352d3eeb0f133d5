import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadFields, Reading } from '../../src/features/recognition/reading.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { recognise, uploadOne } from '../support/intake.ts';
import { read } from '../support/readings.ts';
import { withoutApprovals } from '../support/without-approvals.ts';
import { type Invoice, next as nextOf, save } from './invoices.ts';
import { type Order, type OrderLine, openOrders, readingOf } from './ordered.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let orders: readonly Order[];

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  orders = await openOrders(demo, accountant);
  // All orders are delivered.
  await withoutApprovals(demo.web);
});
afterAll(() => demo.close());

function orderAt(place: number): Order {
  const order = orders[place];
  if (!order) throw new Error('the demo has too few orders');
  return order;
}

async function received(reading: Reading): Promise<number> {
  const id = await uploadOne(accountant, randomUUID());
  await recognise(demo, accountant, id, async () => reading);
  return id;
}

const linksOf = async (id: number) =>
  await accountant.get<{
    invoice_by_pk: {
      procurement_id: number | null;
      invoice_lines: readonly { procurement_line_id: number | null; ledger_account_id: number | null }[];
    };
  }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) { procurement_id
      invoice_lines(order_by: { sort_no: asc }) { procurement_line_id ledger_account_id } } }`,
    { id },
  );

it('INV-23 the order named by an invoice is linked, and each line with its order line', async () => {
  const order = orderAt(0);
  const { invoice_by_pk: invoice } = await linksOf(
    await received(await readingOf(demo, order, order.number)),
  );
  expect(Number(invoice.procurement_id)).toBe(Number(order.id));
  expect(invoice.invoice_lines.map((line) => Number(line.procurement_line_id))).toEqual(
    order.lines.map(({ id }) => id),
  );
});

it('INV-23 an invoice without an order number is linked by its lines', async () => {
  const order = orderAt(1);
  const { invoice_by_pk: invoice } = await linksOf(await received(await readingOf(demo, order, null)));
  expect(Number(invoice.procurement_id)).toBe(Number(order.id));
  expect(invoice.invoice_lines.every((line) => line.procurement_line_id !== null)).toBe(true);
});

interface TypedLine {
  readonly description: string;
  readonly quantity: string;
  readonly total_netto: string;
  readonly tax_percentage: string;
  readonly procurement_line_id: number | null;
}

let typed = 0;

function lineOf({ id, description, quantity, net }: OrderLine, own: Partial<TypedLine> = {}): TypedLine {
  return { description, quantity, total_netto: net, tax_percentage: '0', procurement_line_id: id, ...own };
}

async function invoiceOf(order: Order, lines: readonly TypedLine[]): Promise<Invoice> {
  typed += 1;
  const total = lines.reduce((all, line) => all + Number(line.total_netto), 0).toFixed(2);
  const day = new Date(Date.UTC(2026, 3, typed)).toISOString().slice(0, 10);
  return await save(accountant, {
    head: {
      number_printed: `T-${typed}`,
      supplier_id: order.supplier_id,
      client_id: Number(order.client_id),
      procurement_id: Number(order.id),
      // Different days, so that none is a duplicate.
      invoice_date: day,
      delivery_date: day,
      due_date: '2026-12-31',
      payment_method: 'ONLINE_PAYMENT',
      total_brutto: total,
      tax: null,
    },
    lines,
  });
}

const next = (invoice: Invoice, confirmations?: readonly string[]) =>
  nextOf(accountant, invoice, confirmations);

const openValue = async (order: Order): Promise<number> => {
  const [row] = await demo.web.sql<{ open_value: string }>(
    'select open_value from procurement where id = $1',
    [order.id],
  );
  return Number(row?.open_value);
};

async function receive(order: Order): Promise<void> {
  await demo.web.sql('update procurement_line set quantity_received = quantity where procurement_id = $1', [
    order.id,
  ]);
}

it('INV-23 missing goods need a confirmation in the check, which appears in the timeline', async () => {
  const order = orderAt(2);
  await demo.web.sql('update procurement_line set quantity_received = 0 where procurement_id = $1', [
    order.id,
  ]);
  const invoice = await invoiceOf(
    order,
    order.lines.map((line) => lineOf(line)),
  );
  const asked = (await next(invoice)).errors?.[0]?.extensions;
  expect(asked?.code).toBe('invoiced_before_receipt');
  expect(asked?.values).toEqual({ lines: order.lines.map((_, place) => place + 1).join(', ') });
  const { data } = await next(invoice, [asked?.confirm?.hash ?? '']);
  const reported = data?.invoice.timeline.timeline_entries.map(({ message_code }) => message_code);
  expect(reported).toContain('invoiced_before_receipt');
});

it('INV-23 a price above the tolerance of the company needs a confirmation that names the line', async () => {
  const order = orderAt(3);
  await receive(order);
  const [first] = order.lines;
  if (!first) throw new Error('there is no line');
  const dearer = lineOf(first, { quantity: '1', total_netto: (Number(first.price) * 1.04).toFixed(2) });
  const asked = (await next(await invoiceOf(order, [dearer]))).errors?.[0]?.extensions;
  expect(asked).toMatchObject({ code: 'invoice_price_above', values: { lines: '1' } });
  await demo.web.sql('update client set match_price_tolerance = 5 where id = $1', [order.client_id]);
  const allowed = await invoiceOf(order, [dearer]);
  expect((await next(allowed)).errors).toBeUndefined();
  await demo.web.sql('update client set match_price_tolerance = 0 where id = $1', [order.client_id]);
});

it('INV-23 an invoice on two orders uses of each the value of its lines', async () => {
  const [one, other] = [orderAt(4), orderAt(5)];
  const [first] = one.lines;
  const [second] = other.lines;
  if (!first || !second) throw new Error('there is no line');
  const invoice = await invoiceOf(one, [lineOf(first), lineOf(second)]);
  expect(await openValue(one)).toBeCloseTo(Number(one.net) - Number(first.net), 2);
  expect(await openValue(other)).toBeCloseTo(Number(other.net) - Number(second.net), 2);

  const { data, errors } = await accountant.ask(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!, $lines: [invoice_save_lines_input!]) {
      invoice_save(idempotency_key: $key, id: $id, expected_version: $version, lines: $lines) { id } }`,
    {
      key: randomUUID(),
      id: invoice.id,
      version: invoice.timeline.content_version,
      lines: [lineOf(first), lineOf(second, { procurement_line_id: null })],
    },
  );
  expect(errors).toBeUndefined();
  expect(data).not.toBeNull();
  expect(await openValue(other)).toBeCloseTo(Number(other.net), 2);
  expect(await openValue(one)).toBeCloseTo(Number(one.net) - Number(first.net) - Number(second.net), 2);
});

it('INV-23 PROC-22 of concurrent invoices on one order line none exceeds it without a confirmation', async () => {
  const order = orderAt(6);
  await receive(order);
  // The order has a higher value, so that only the line can be exceeded.
  const [line] = order.lines;
  if (!line) throw new Error('there is no line');
  const ordered = inDepth(4, 10);
  await demo.web.sql('update procurement_line set quantity = $2, quantity_received = $2 where id = $1', [
    line.id,
    ordered,
  ]);
  const each = lineOf(line, { quantity: '1', total_netto: '0.01' });
  const within: Invoice[] = [];
  while (within.length < ordered) within.push(await invoiceOf(order, [each]));
  const passed = await Promise.all(within.map((invoice) => next(invoice)));
  expect(passed.map(({ errors }) => errors)).toEqual(within.map(() => undefined));
  const beyond = await Promise.all(Array.from({ length: ordered }, () => invoiceOf(order, [each])));
  const answers = await Promise.all(beyond.map((invoice) => next(invoice)));
  expect(answers.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(
    beyond.map(() => 'invoice_quantity_above'),
  );
});

it('INV-22 INV-26 an invoice with a prepaid amount is proposed as the final one of an order with prepayments', async () => {
  const order = orderAt(orders.length - 1);
  const typeOf = async (fields: Partial<ReadFields>) => {
    const reading = await readingOf(demo, order, order.number);
    const id = await received({ ...reading, lines: [], fields: { ...reading.fields, ...fields } });
    const [invoice] = await demo.web.sql<{ document_type: string }>(
      'select document_type from invoice where id = $1',
      [id],
    );
    return invoice?.document_type;
  };
  const prepaid = read('10.00');
  expect(await typeOf({ prepaid, invoiceNumber: read('F-1') })).toBe('invoice');
  expect(await typeOf({ documentTypeCode: read('386'), totalNet: read('10'), totalGross: read('10') })).toBe(
    'prepayment',
  );
  expect(await typeOf({ invoiceNumber: read('F-2') })).toBe('invoice');
  expect(await typeOf({ prepaid, invoiceNumber: read('F-3') })).toBe('final');
});
