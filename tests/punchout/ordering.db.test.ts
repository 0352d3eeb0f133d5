import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, type Document, load } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import {
  orderOf as orderIn,
  approved as requestApproved,
  send as sendTo,
  work as workOn,
} from './shop-request.ts';
import { marketplace } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let buyer: WebCaller;
let cxml: number;
let byMail: number;

beforeAll(async () => {
  const opened = await openShopDemo();
  ({ demo, shop, requester, buyer } = opened);
  cxml = await marketplace(opened.admin, shop);
  byMail = await marketplace(opened.admin, shop, {
    name: 'Post',
    order_url: null,
    email: 'order@shop.example',
  });
});
beforeEach(() => shop.faults.clear());
afterAll(() => closeShopDemo(demo, shop));

const setup = () => ({ demo, shop, requester, buyer });
const approved = (marketplaceId: number) => requestApproved(setup(), marketplaceId);
const send = (document: Document, marketplaceId: number) => sendTo(setup(), document, marketplaceId);
const orderOf = (document: Document) => orderIn(setup(), document);
const work = (document: Document) => workOn(setup(), document);
const ordersOf = (document: Document) =>
  shop.orders.filter(({ number }) => number === document.order_number_formatted);

describe('PUN-10 an order is sent to its marketplace', () => {
  test('with the data to find its cart, and its own timeline entry', async () => {
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

  test('PUN-02 by mail if the marketplace has no order address', async () => {
    const { document } = await approved(byMail);
    const sending = await send(document, byMail);
    expect(await orderOf(sending)).toMatchObject({
      state: 'sending',
      channel: 'email',
      recipient: 'order@shop.example',
    });
    expect(ordersOf(sending)).toEqual([]);
  });

  test('exactly once: after a lost answer a person decides, and the shop accepts the order once', async () => {
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

  test('after a worker died during the request a person decides, without a second request', async () => {
    const { document } = await approved(cxml);
    const sending = await send(document, cxml);
    await demo.web.sql(
      'update procurement_order_letter set handed_over_at = now() where procurement_id = $1',
      [sending.id],
    );
    expect(await work(sending)).toMatchObject({ state: 'uncertain', failure: 'interrupted' });
    expect(ordersOf(sending)).toEqual([]);
  });

  test('the shop’s reason of a refusal is shown, and the order can be sent again', async () => {
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
