import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { readDocument } from '../../src/features/recognition/server/read-document.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import type { Document } from '../procurement/requests.ts';
import { type CxmlInvoice, inEuros, invoiceDetailRequest, sumsOf } from '../support/cxml-invoice.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { ordered } from './shop-request.ts';
import { message, notifyShop, type Sender, type Where } from './shop-says.ts';
import { marketplace } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let accountant: WebCaller;
let place: number;

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  place = await marketplace(admin, shop);
});
afterAll(() => closeShopDemo(demo, shop));

const send = (invoice: CxmlInvoice, sender: Sender = {}, where: Partial<Where> = {}) =>
  notifyShop(demo, message(invoiceDetailRequest(invoice), sender), {
    ...{ tenant: buyer.context.tenantId, place },
    ...where,
  });

/** The invoice of ten pens and two hundred screws; the shop sends its lines in another sequence. */
function invoiceOf({
  order_number_formatted: number,
}: Pick<Document, 'order_number_formatted'>): CxmlInvoice {
  const lines = [
    { orderLine: 2, quantity: 200n, price: 1290n, per: 100n, rate: 19n, item: 'own-2', name: 'Zweites' },
    { orderLine: 1, quantity: 10n, price: 89n, rate: 19n, item: 'own-1', name: 'Erstes' },
  ];
  return { number: `RE-${randomUUID().slice(0, 8)}`, orders: [{ number, lines }] };
}

interface Arrived {
  readonly id: number;
  readonly way: string;
  readonly fate: string;
  readonly sender: string;
  readonly client_id: number | null;
  readonly supplier_id: number | null;
}

/** The arrivals of an invoice number. */
const arrivals = async (number: string) =>
  await demo.web.sql<Arrived>(
    `select i.id::integer, a.way, a.fate, a.sender, i.client_id::integer, i.supplier_id::integer from invoice_arrival a
     join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id where a.name = $1 || '.xml' order by a.id`,
    [number],
  );

async function recognise(id: number): Promise<void> {
  const [row] = await demo.web.sql<{ job_id: number }>(
    "select job_id from invoice_recognition where invoice_id = $1 and state = 'queued'",
    [id],
  );
  const { database } = demo.web;
  const { handlers } = recognitionJobs({ database, read: (_, bytes, known) => readDocument(bytes, known) });
  const jobs = { database, clock: systemClock, log: openLog('silent'), handlers };
  await runJob(jobs, buyer.context.tenantId, Number(row?.job_id));
}

interface ReadInvoice {
  readonly type: string;
  readonly printed: string;
  readonly net: string;
  readonly gross: string;
  readonly order: number;
  readonly corrects: number | null;
  readonly verdict: string;
  readonly lines: readonly (number | null)[];
}

async function read(id: number): Promise<ReadInvoice | undefined> {
  const [row] = await demo.web.sql<ReadInvoice>(
    `select i.document_type as type, i.number_printed as printed, i.total_netto::text as net, i.total_brutto::text as gross,
       i.procurement_id::integer as order, i.corrects_invoice_id::integer as corrects, r.raw -> 'eInvoice' ->> 'verdict' as verdict,
       (select json_agg(l.procurement_line_id order by l.sort_no) from invoice_line l where l.invoice_id = i.id) as lines
     from invoice i join invoice_recognition r on r.invoice_id = i.id where i.id = $1`,
    [id],
  );
  return row;
}

describe('PUN-17 an InvoiceDetailRequest of a shop', () => {
  test('REC-13 becomes an e-invoice of the inbox with verdict, matched with the lines of the order it names', async () => {
    const document = await ordered({ demo, shop, requester, buyer }, place);
    const invoice = invoiceOf(document);
    expect(await send(invoice)).toBe('200');
    const [arrived, ...others] = await arrivals(invoice.number);
    expect(others).toEqual([]);
    const [order] = await demo.web.sql<{ client_id: number }>(
      'select client_id::integer from procurement where id = $1',
      [document.id],
    );
    expect(arrived).toMatchObject({
      ...{ way: 'marketplace', fate: 'invoice', sender: 'Sandbox', client_id: order?.client_id },
      supplier_id: document.procurement_lines[0]?.supplier_id,
    });
    await recognise(arrived?.id ?? 0);
    const sums = sumsOf(invoice);
    expect(await read(arrived?.id ?? 0)).toEqual({
      ...{ type: 'invoice', printed: invoice.number, order: document.id, corrects: null, verdict: 'valid' },
      ...{ net: inEuros(sums.net), gross: inEuros(sums.gross) },
      lines: [document.procurement_lines[1]?.id, document.procurement_lines[0]?.id],
    });
    // The same person who sees other invoices sees it in the list.
    const { invoice_arrival: seen } = await accountant.get<{ invoice_arrival: unknown[] }>(
      'query ($name: String!) { invoice_arrival(where: { name: { _eq: $name } }) { way sender } }',
      { name: `${invoice.number}.xml` },
    );
    expect(seen).toEqual([{ way: 'marketplace', sender: 'Sandbox' }]);
  });

  test('INV-12 that credits goods becomes a credit note of the invoice it names', async () => {
    const document = await ordered({ demo, shop, requester, buyer }, place);
    const invoice = invoiceOf(document);
    await send(invoice);
    const first = (await arrivals(invoice.number))[0]?.id ?? 0;
    await recognise(first);
    const memo = {
      ...invoiceOf(document),
      purpose: 'lineLevelCreditMemo',
      corrects: invoice.number,
    } as const;
    expect(await send(memo)).toBe('200');
    const id = (await arrivals(memo.number))[0]?.id ?? 0;
    await recognise(id);
    expect(await read(id)).toMatchObject({
      ...{ type: 'credit_note', corrects: first, verdict: 'valid', gross: inEuros(-sumsOf(memo).gross) },
    });
  });

  test('is taken once, by its payload ID and by its number; other content of the same is a conflict', async () => {
    const document = await ordered({ demo, shop, requester, buyer }, place);
    const invoice = invoiceOf(document);
    const sender = { payload: randomUUID() };
    const twice = await Promise.all([send(invoice, sender), send(invoice, sender)]);
    expect(twice).toEqual(['200', '200']);
    expect(await send(invoice)).toBe('200');
    const dearer = { ...invoice, shipping: 490n };
    expect(await send(dearer, sender)).toBe('409');
    expect(await send(dearer)).toBe('409');
    expect(await arrivals(invoice.number)).toHaveLength(1);
    // A credit memo has a number of its own.
    expect(await send({ ...invoice, purpose: 'lineLevelCreditMemo' })).toBe('200');
  });

  test('without a known order is taken all the same and waits for a person', async () => {
    const invoice = invoiceOf({ order_number_formatted: 'PO-404404' });
    expect(await send(invoice)).toBe('200');
    expect(await arrivals(invoice.number)).toMatchObject([{ fate: 'invoice', client_id: null }]);
  });

  test('has no effect as a test, as a withdrawal, as a copy that only informs or from a stranger', async () => {
    const invoice = invoiceOf({ order_number_formatted: 'PO-404404' });
    const asTest = message(invoiceDetailRequest(invoice)).replace(
      '<Request>',
      '<Request deploymentMode="test">',
    );
    expect(await notifyShop(demo, asTest, { tenant: buyer.context.tenantId, place })).toBe('200');
    for (const attributes of ['operation="delete"', 'isInformationOnly="yes"'])
      expect([attributes, await send({ ...invoice, attributes })]).toEqual([attributes, '450']);
    expect(await send(invoice, { secret: 'wrong' })).toBe('401');
    expect(await send(invoice, { identity: 'Somebody' })).toBe('401');
    expect(await arrivals(invoice.number)).toEqual([]);
  });

  test('is refused with the module of invoices off', async () => {
    const invoice = invoiceOf({ order_number_formatted: 'PO-404404' });
    const key = 'module_invoice';
    await demo.web.sql('delete from configuration where key = $1', [key]);
    await demo.web.sql(
      "insert into configuration (tenant_id, key, model, value) values ($1, $2, 'boolean', 'false')",
      [buyer.context.tenantId, key],
    );
    expect(await send(invoice)).toMatch(/^4/);
    await demo.web.sql('delete from configuration where key = $1', [key]);
    expect(await arrivals(invoice.number)).toEqual([]);
  });

  test('TECH-07 keeps its original without the secret of the shop', async () => {
    const invoice = invoiceOf({ order_number_formatted: 'PO-404404' });
    await send(invoice);
    const [kept] = await demo.web.sql<{ text: string; received_by: string }>(
      `select convert_from(string_agg(c.bytes, '' order by c.chunk_no), 'UTF8') as text, f.received_by
       from file f join file_chunk c on c.tenant_id = f.tenant_id and c.file_id = f.id
       where f.name = $1 || '.xml' group by f.id, f.received_by`,
      [invoice.number],
    );
    expect(kept?.received_by).toBe('marketplace');
    expect(kept?.text).toContain(invoiceDetailRequest(invoice));
    expect(kept?.text).not.toContain(shopSecret);
  });

  test('PUN-09 that is refused stands in the log with its reason', async () => {
    const invoice = {
      ...invoiceOf({ order_number_formatted: 'PO-404404' }),
      attributes: 'operation="delete"',
    };
    await send(invoice);
    const { punchout_log: logged } = await admin.get<{
      punchout_log: { response: string; status: number; request: string }[];
    }>(
      'query ($id: bigint!) { punchout_log(where: { marketplace_id: { _eq: $id } }, order_by: { id: desc }, limit: 1) { request response status } }',
      { id: place },
    );
    expect(logged).toMatchObject([{ response: '450 Not Implemented', status: 450 }]);
    expect(logged[0]?.request).toContain(invoice.number);
  });
});
