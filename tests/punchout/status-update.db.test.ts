import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, completeForm, type Document, load, on, refused, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { approved, ordered, orderOf, send, shopFor, shopped, work } from './shop-request.ts';
import { marketplace, post } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let cxml: number;
let byMail: number;
const setup = () => ({ demo, shop, requester, buyer });

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  cxml = await marketplace(admin, shop);
  byMail = await marketplace(admin, shop, { name: 'Post', order_url: null, email: 'order@shop.example' });
});
beforeEach(() => shop.faults.clear());
afterAll(() => closeShopDemo(demo, shop));

const update = (who: WebCaller, status: string, id: unknown, body: object = {}) =>
  post(who, `/api/punchin/status-update/${status}/document/${id}`, body);
const reported = (document: Document) =>
  shop.orders.filter(({ number }) => number === document.order_number_formatted).map(({ type }) => type);
const logged = async (document: Document) =>
  (
    await demo.web.sql<{ url: string }>(
      `select l.url from punchout_log l join punchout_cart c on c.id = l.cart_id
       where c.procurement_id = $1 and l.url like '%status-update%' order by l.id`,
      [document.id],
    )
  ).map(({ url }) => url.split('/')[4]);
/** The clearing person may cancel a running request. */
async function cancelled(document: Document, input: Record<string, unknown> = {}): Promise<Document> {
  const cleared = await act(buyer, 'send_to_clearing', document, {
    comment: 'Nicht mehr nötig',
    person_id: admin.context.userId,
  });
  return await act(admin, 'cancel', cleared, { comment: 'Entfällt', ...input });
}

describe('PUN-11 API-23 status updates of a request at its marketplaces', () => {
  test('returns the order with its state, and logs repeated updates once', async () => {
    const document = await ordered(setup(), cxml);
    for (const _ of [1, 2]) {
      const answer = await update(buyer, 'ordered', document.id, { comment: 'Bestellt' });
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          ...{ success: true, document_id: document.id, status: 'ordered' },
          orders: [{ marketplace_id: cxml, order_number: document.order_number_formatted, state: 'sent' }],
        },
      ]);
    }
    expect((await update(buyer, 'approved', document.id)).status).toBe(200);
    expect(await logged(document)).toEqual(['ordered', 'approved']);
    expect(reported(document)).toEqual(['new']);
  });

  test('refuses a status that the request does not have, unknown documents and invalid input', async () => {
    const document = await ordered(setup(), cxml);
    for (const status of ['declined', 'cancelled', 'completed'])
      expect([status, (await update(buyer, status, document.id)).status]).toEqual([status, 422]);
    const { document: draft } = await shopped(setup(), cxml);
    expect((await update(requester, 'approved', draft.id)).status).toBe(422);
    for (const [url, body] of [
      ['unknown/document/1', {}],
      [`ordered/document/${document.id}`, { marketplace_id: byMail }],
      [`ordered/document/${document.id}`, { marketplace_id: 404_404 }],
      [`ordered/document/${document.id}`, { lines: [{ procurement_line_id: 404_404, quantity: 1 }] }],
      ['ordered/document/404404', {}],
      ['ordered/document/x', {}],
    ] as const)
      expect([url, (await post(buyer, `/api/punchin/status-update/${url}`, body)).status]).toEqual([
        url,
        404,
      ]);
    for (const body of [{ lines: [] }, { comment: 1 }, { marketplace_id: 'x' }])
      expect((await update(buyer, 'ordered', document.id, body)).status).toBe(422);
    const line = { procurement_line_id: document.procurement_lines[0]?.id, quantity: 3 };
    expect(
      (await update(buyer, 'ordered', document.id, { marketplace_id: cxml, lines: [line] })).status,
    ).toBe(200);
  });

  test('requires a login and participation in the request', async () => {
    const document = await ordered(setup(), cxml);
    expect(
      (
        await demo.send({
          method: 'POST',
          url: `/api/punchin/status-update/ordered/document/${document.id}`,
          payload: {},
        })
      ).status,
    ).toBe(401);
    const stranger = await demo.person('accountant@demo.test');
    expect([403, 404]).toContain((await update(stranger, 'ordered', document.id)).status);
    expect((await update(requester, 'ordered', document.id)).status).toBe(200);
  });
});

describe('TASK-08 a cancelled request cancels its marketplace orders', () => {
  test('at the shop, once, even without being selected', async () => {
    const document = await cancelled(await ordered(setup(), cxml));
    expect(await orderOf(setup(), document)).toMatchObject({
      state: 'sending',
      kind: 'cancellation',
      channel: 'cxml',
    });
    expect(await work(setup(), document)).toMatchObject({ state: 'cancelled' });
    expect(reported(document)).toEqual(['new', 'delete']);
    const again = await update(admin, 'cancelled', document.id);
    expect(again.json()).toMatchObject({ orders: [{ marketplace_id: cxml, state: 'cancelled' }] });
    expect((await update(admin, 'declined', document.id)).status).toBe(200);
    expect(reported(document)).toEqual(['new', 'delete']);
    const entries = (await load(admin, document.id))?.timeline.timeline_entries ?? [];
    expect(entries.map(({ message_code }) => message_code)).toContain('order_cancellation_sent');
  });

  test('orders by mail are left to the person, as with every supplier', async () => {
    const { document } = await approved(setup(), byMail);
    const supplier_id = document.procurement_lines[0]?.supplier_id;
    const confirmed = await act(buyer, 'confirm_order', document, { supplier_id, marketplace_id: byMail });
    const gone = await cancelled(confirmed);
    expect(await orderOf(setup(), gone)).toMatchObject({ state: 'confirmed', kind: 'order' });
  });

  test('an order that reached the shop after the cancellation is cancelled too', async () => {
    const { document } = await approved(setup(), cxml);
    const sending = await send(setup(), document, cxml);
    await demo.web.sql(
      'update procurement_order_letter set handed_over_at = now() where procurement_id = $1',
      [sending.id],
    );
    const gone = await cancelled(sending);
    // The worker died during the request, so the outcome is unknown.
    expect(await work(setup(), gone)).toMatchObject({ kind: 'cancellation', state: 'sending' });
    expect(await work(setup(), gone)).toMatchObject({ kind: 'cancellation', state: 'cancelled' });
    expect(reported(gone)).toEqual(['delete']);
  });

  test('after a refused cancellation, a status update sends it again', async () => {
    const document = await cancelled(await ordered(setup(), cxml));
    await demo.web.sql('update marketplace set identity = $2 where id = $1', [cxml, 'unknown']);
    expect(await work(setup(), document)).toMatchObject({ state: 'failed', failure: 'shop_refused' });
    await demo.web.sql('update marketplace set identity = $2 where id = $1', [cxml, 'kontor-sandbox']);
    expect((await update(admin, 'cancelled', document.id)).json()).toMatchObject({
      orders: [{ state: 'sending' }],
    });
    expect((await update(admin, 'cancelled', document.id)).json()).toMatchObject({
      orders: [{ state: 'sending' }],
    });
    expect(await work(setup(), document)).toMatchObject({ state: 'cancelled' });
    expect(reported(document)).toEqual(['new', 'delete']);
  });
});

describe('PUN-12 TASK-14 change of the company', () => {
  const otherCompany = async (): Promise<number> => {
    const [row] = await demo.web.sql<{ id: number }>(
      `insert into client (tenant_id, name, country, currency) values ($1, $2, 'DE', 'EUR') returning id`,
      [requester.context.tenantId, `Andere ${Math.random()}`],
    );
    return Number(row?.id);
  };

  test('asks, then removes the cart and its lines', async () => {
    const { document, cart } = await shopped(setup(), cxml);
    const client_id = await otherCompany();
    const change = on(document, { head: { client_id, department_id: null, cost_center_id: null } });
    const asked = await refused(requester, 'save', change);
    expect(asked).toMatchObject({ code: 'punchout_company_change' });
    expect((await load(requester, document.id))?.procurement_lines).toHaveLength(2);
    const saved = await run(requester, 'save', { ...change, confirmations: [asked.confirm?.hash] });
    expect(saved.procurement_lines).toEqual([]);
    const carts = await requester.send({ url: `/api/punchout/carts/${document.id}` });
    expect(carts.json()).toEqual([]);
    const [row] = await demo.web.sql<{ state: string; token_hash: unknown }>(
      'select state, token_hash from punchout_cart where id = $1',
      [cart],
    );
    expect(row).toEqual({ state: 'cancelled', token_hash: null });
  });

  test('and cancels orders at the shop', async () => {
    const document = await ordered(setup(), cxml);
    const cleared = await act(buyer, 'send_to_clearing', document, {
      comment: 'Falsche Firma',
      person_id: admin.context.userId,
    });
    const change = on(cleared, {
      head: { client_id: await otherCompany(), department_id: null, cost_center_id: null },
    });
    const asked = await refused(admin, 'save', change);
    expect(asked).toMatchObject({ code: 'punchout_company_change' });
    const saved = await run(admin, 'save', { ...change, confirmations: [asked.confirm?.hash] });
    expect(saved.procurement_lines).toEqual([]);
    expect(await orderOf(setup(), saved)).toMatchObject({ state: 'sending', kind: 'cancellation' });
    expect(await work(setup(), saved)).toMatchObject({ state: 'cancelled' });
    expect(reported(saved)).toEqual(['new', 'delete']);
    const answer = await update(admin, 'cancelled', document.id, { marketplace_id: cxml });
    expect(answer.json()).toMatchObject({ orders: [{ marketplace_id: cxml, state: 'cancelled' }] });
  });

  test('is refused while an order is being sent', async () => {
    const { document } = await approved(setup(), cxml);
    const sending = await send(setup(), document, cxml);
    const cleared = await act(buyer, 'send_to_clearing', sending, {
      comment: 'Falsche Firma',
      person_id: admin.context.userId,
    });
    const change = on(cleared, { head: { client_id: await otherCompany(), department_id: null } });
    expect(await refused(admin, 'save', change)).toMatchObject({ code: 'still_sending' });
  });

  test('asks about waiting items too', async () => {
    const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
    await shopFor(setup(), draft, cxml, { 'KUG-100': 1 });
    const known = (await load(requester, draft.id)) as Document;
    const head = { client_id: await otherCompany(), department_id: null, cost_center_id: null };
    const asked = await refused(requester, 'save', on(known, { head }));
    expect(asked).toMatchObject({ code: 'punchout_company_change' });
    await run(requester, 'save', on(known, { head, confirmations: [asked.confirm?.hash] }));
    expect((await requester.send({ url: `/api/punchout/carts/${draft.id}` })).json()).toEqual([]);
  });

  test('does not ask if there are no carts', async () => {
    const form = await completeForm(requester);
    const draft = await run(requester, 'save', { head: form, lines: [] });
    const change = on(draft, {
      head: { client_id: await otherCompany(), department_id: null, cost_center_id: null },
    });
    expect(await run(requester, 'save', change)).toMatchObject({ id: draft.id });
  });
});
