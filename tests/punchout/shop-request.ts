import { orderJobs } from '../../src/features/procurement/server/order-job.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { act, completeForm, type Document, load, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { fillCart, post, type Start } from './shopping.ts';

export interface Order {
  readonly id: string;
  readonly state: string;
  readonly channel: string;
  readonly job_id: string;
  readonly kind: string;
  readonly failure: string | null;
  readonly failure_reason: string | null;
  readonly recipient: string | null;
}

/** Demo people and a shop, for tests from cart to order. */
export interface ShopSetup {
  readonly demo: DemoWeb;
  readonly shop: ShopSandbox;
  readonly requester: WebCaller;
  readonly buyer: WebCaller;
}

/** Fills a cart at the shop, returns it and gives its id; its items are waiting. */
export async function shopFor(
  { demo, requester }: ShopSetup,
  document: Pick<Document, 'id'>,
  marketplaceId: number,
  wanted: Readonly<Record<string, number>> = { 'KUG-100': 10, 'SCHR-M6': 250 },
): Promise<number> {
  const visit = { procurement_id: document.id, marketplace_id: marketplaceId };
  const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
  const { path, body } = await fillCart(start, wanted);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  // A different address each time, because of the rate limit per address.
  const remoteAddress = `10.0.${(document.id >> 8) & 255}.${document.id & 255}`;
  await demo.send({ method: 'POST', url: path, payload: body, headers, remoteAddress });
  return start.cart_id;
}

/** A draft with lines from a cart. */
export async function shopped(
  setup: ShopSetup,
  marketplaceId: number,
  head: object = {},
): Promise<{ document: Document; cart: number }> {
  const form = { ...(await completeForm(setup.requester)), ...head };
  const draft = await run(setup.requester, 'save', { head: form, lines: [] });
  const cart = await shopFor(setup, draft, marketplaceId);
  const known = (await load(setup.requester, draft.id)) as Document;
  const document = await act(setup.requester, 'take_cart_items', known, { punchout_cart_id: cart });
  return { document, cart };
}

/** A request with a cart of the marketplace, ready to be ordered. */
export async function approved(
  setup: ShopSetup,
  marketplaceId: number,
): Promise<{ document: Document; cart: number }> {
  const { document: draft, cart } = await shopped(setup, marketplaceId);
  let document = await act(setup.requester, 'submit', draft);
  while (document.status === 'approval') {
    const email = document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email;
    document = await act(await setup.demo.person(email ?? ''), 'approve', document);
  }
  return { document, cart };
}

export async function send(
  { buyer }: ShopSetup,
  document: Document,
  marketplaceId: number,
): Promise<Document> {
  const supplier_id = document.procurement_lines[0]?.supplier_id;
  return await act(buyer, 'send_order', document, { supplier_id, marketplace_id: marketplaceId });
}

/** A request whose order has reached the shop. */
export async function ordered(setup: ShopSetup, marketplaceId: number): Promise<Document> {
  const { document } = await approved(setup, marketplaceId);
  const sending = await send(setup, document, marketplaceId);
  await work(setup, sending);
  return (await load(setup.buyer, sending.id)) as Document;
}

export async function orderOf(
  { demo }: Pick<ShopSetup, 'demo'>,
  { id }: Pick<Document, 'id'>,
): Promise<Order> {
  const [order] = await demo.web.sql<Order>(
    `select o.id, o.state, o.channel, o.job_id, l.kind, l.failure, l.failure_reason, l.recipient from procurement_supplier_order o
     join procurement_order_letter l on l.supplier_order_id = o.id where o.procurement_id = $1 order by l.id desc limit 1`,
    [id],
  );
  if (!order) throw new Error('there is no order');
  return order;
}

/** Runs the order's job once, like a worker. */
export async function work({ demo, buyer }: ShopSetup, document: Pick<Document, 'id'>): Promise<Order> {
  const { database, clock, log, configuration } = demo.web;
  const secrets = deriveSecrets(configuration.secretKey);
  const publicUrl = 'https://kontor.example';
  const hosts = outgoingHosts(['127.0.0.0/8']);
  const jobs = orderJobs({
    ...{ database, clock, publicUrl, transport: null },
    shops: { database, clock, publicUrl, secrets, hosts },
  });
  const { job_id } = await orderOf({ demo }, document);
  await runJob({ database, clock, log: log.log, ...jobs }, buyer.context.tenantId, Number(job_id));
  return await orderOf({ demo }, document);
}
