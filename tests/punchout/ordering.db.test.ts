import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderJobs } from '../../src/features/procurement/server/order-job.ts';
import { type ShopSandbox, startShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { act, completeForm, type Document, load, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { fillCart, marketplace, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let buyer: WebCaller;
let cxml: number;
let byMail: number;

beforeAll(async () => {
  [demo, shop] = await Promise.all([demoWeb({ privateNetworks: ['127.0.0.0/8'] }), startShopSandbox()]);
  const admin = await demo.person('admin@demo.test');
  [requester, buyer] = await Promise.all([
    demo.person('requester@demo.test'),
    demo.person('buyer@demo.test'),
  ]);
  cxml = await marketplace(admin, shop);
  byMail = await marketplace(admin, shop, { name: 'Post', order_url: null, email: 'order@shop.example' });
});
beforeEach(() => shop.faults.clear());
afterAll(async () => {
  await demo?.close();
  await shop?.close();
});

/** A request with a cart of the marketplace, at the step where it is ordered. */
async function approved(marketplaceId: number): Promise<{ document: Document; cart: number }> {
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
  const visit = { procurement_id: draft.id, marketplace_id: marketplaceId };
  const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
  const { path, body } = await fillCart(start, { 'KUG-100': 10, 'SCHR-M6': 250 });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await demo.send({ method: 'POST', url: path, payload: body, headers });
  let document = await act(requester, 'take_cart_items', (await load(requester, draft.id)) as Document, {
    punchout_cart_id: start.cart_id,
  });
  document = await act(requester, 'submit', document);
  while (document.status === 'approval') {
    const email = document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email;
    document = await act(await demo.person(email ?? ''), 'approve', document);
  }
  return { document, cart: start.cart_id };
}

async function send(document: Document, marketplaceId: number): Promise<Document> {
  const supplier_id = document.procurement_lines[0]?.supplier_id;
  return await act(buyer, 'send_order', document, { supplier_id, marketplace_id: marketplaceId });
}

interface Order {
  readonly state: string;
  readonly channel: string;
  readonly job_id: string;
  readonly failure: string | null;
  readonly failure_reason: string | null;
  readonly recipient: string | null;
}
async function orderOf({ id }: Document): Promise<Order> {
  const [order] = await demo.web.sql<Order>(
    `select o.state, o.channel, o.job_id, l.failure, l.failure_reason, l.recipient from procurement_supplier_order o
     join procurement_order_letter l on l.supplier_order_id = o.id where o.procurement_id = $1 order by l.id desc limit 1`,
    [id],
  );
  if (!order) throw new Error('there is no order');
  return order;
}

/** Runs the job of the order once, as a worker would. */
async function work(document: Document): Promise<Order> {
  const { database, clock, log, configuration } = demo.web;
  const secrets = deriveSecrets(configuration.secretKey);
  const publicUrl = 'https://kontor.example';
  const hosts = outgoingHosts(['127.0.0.0/8']);
  const jobs = orderJobs({
    ...{ database, clock, publicUrl, transport: null },
    shops: { database, clock, publicUrl, secrets, hosts },
  });
  const { job_id } = await orderOf(document);
  await runJob({ database, clock, log: log.log, ...jobs }, buyer.context.tenantId, Number(job_id));
  return await orderOf(document);
}
const ordersOf = (document: Document) =>
  shop.orders.filter(({ number }) => number === document.order_number_formatted);

describe('PUN-10 an order goes to its marketplace', () => {
  test('with what the shop needs to know its cart again, and an entry of its own', async () => {
    const { document, cart } = await approved(cxml);
    const sending = await send(document, cxml);
    expect(await orderOf(sending)).toMatchObject({ state: 'sending', channel: 'cxml' });
    expect(await work(sending)).toMatchObject({ state: 'sent', channel: 'cxml' });
    const [{ cookie } = { cookie: '' }] = await demo.web.sql<{ cookie: string }>(
      'select buyer_cookie as cookie from punchout_cart where id = $1',
      [cart],
    );
    expect(ordersOf(sending)).toMatchObject([
      {
        type: 'new',
        cookies: [cookie],
        lines: [
          { lineNumber: '1', item: 'KUG-100', auxiliary: '2793745580059, 1 ', quantity: '10' },
          { lineNumber: '2', item: 'SCHR-M6', auxiliary: '2793745580061, 3 ', quantity: '250' },
        ],
      },
    ]);
    const entries = (await load(buyer, sending.id))?.timeline.timeline_entries ?? [];
    expect(entries.map(({ type }) => type)).toContain('order-sent-punchout');
  });

  test('by mail where it has no address for orders', async () => {
    const { document } = await approved(byMail);
    const sending = await send(document, byMail);
    expect(await orderOf(sending)).toMatchObject({
      state: 'sending',
      channel: 'email',
      recipient: 'order@shop.example',
    });
    expect(ordersOf(sending)).toEqual([]);
  });

  test('exactly once: an answer that is lost leaves it to a person, and the shop takes the same order once', async () => {
    const { document } = await approved(cxml);
    const sending = await send(document, cxml);
    shop.faults.plan({ fault: { kind: 'answer_lost' }, path: /order/ });
    expect(await work(sending)).toMatchObject({ state: 'uncertain', failure: 'interrupted' });
    const known = (await load(buyer, sending.id)) as Document;
    const supplier_id = known.procurement_lines[0]?.supplier_id;
    const asked = await buyer.refusal(
      `mutation ($key: uuid!, $id: bigint!, $version: Int!, $supplier: bigint!, $place: bigint) { procurement_send_order(
        idempotency_key: $key, id: $id, expected_version: $version, supplier_id: $supplier, marketplace_id: $place) { id } }`,
      {
        ...{
          key: '00000000-0000-4000-8000-000000000001',
          id: known.id,
          version: known.timeline.content_version,
        },
        ...{ supplier: supplier_id, place: cxml },
      },
    );
    const again = await act(buyer, 'send_order', known, {
      ...{ supplier_id, marketplace_id: cxml, confirmations: [asked.confirm?.hash] },
    });
    expect(await work(again)).toMatchObject({ state: 'sent' });
    expect(ordersOf(again)).toHaveLength(1);
  });

  test('one that died while it asked asks a person, not the shop a second time', async () => {
    const { document } = await approved(cxml);
    const sending = await send(document, cxml);
    await demo.web.sql(
      'update procurement_order_letter set handed_over_at = now() where procurement_id = $1',
      [sending.id],
    );
    expect(await work(sending)).toMatchObject({ state: 'uncertain', failure: 'interrupted' });
    expect(ordersOf(sending)).toEqual([]);
  });

  test('a shop that refuses says why, and can be asked again', async () => {
    const { document } = await approved(cxml);
    await demo.web.sql('update marketplace set identity = $2 where id = $1', [cxml, 'unknown']);
    const failed = await work(await send(document, cxml));
    expect(failed).toMatchObject({
      state: 'failed',
      failure: 'shop_refused',
      failure_reason: '401 Unauthorized',
    });
    await demo.web.sql('update marketplace set identity = $2 where id = $1', [cxml, 'kontor-sandbox']);
    const known = (await load(buyer, document.id)) as Document;
    expect(await work(await send(known, cxml))).toMatchObject({ state: 'sent' });
    expect(ordersOf(known)).toHaveLength(1);
  });
});
