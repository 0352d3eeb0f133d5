import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { text } from '../../src/platform/server/texts.ts';
import { completeForm, load, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { approved, ordered, shopped } from './shop-request.ts';
import { confirmation, message, notifyShop } from './shop-says.ts';
import { fillCart, marketplace, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let cxml: number;
let oci: number;
const setup = () => ({ demo, shop, requester, buyer });

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  cxml = await marketplace(admin, shop);
  oci = await marketplace(admin, shop, { name: 'OCI', protocol: 'oci', url: shop.ociUrl });
});
afterAll(() => closeShopDemo(demo, shop));

const draft = async (head: object = {}) =>
  await run(requester, 'save', { head: { ...(await completeForm(requester)), ...head }, lines: [] });
const start = async (document: { readonly id: number }, marketplaceId: number, more: object = {}) =>
  await post(requester, '/api/punchout/start', {
    procurement_id: document.id,
    marketplace_id: marketplaceId,
    ...more,
  });

describe('PUN-13 refusals to enter a shop', () => {
  const supplier = async (): Promise<number> => {
    const [row] = await demo.web.sql<{ id: string }>(
      'select supplier_id as id from marketplace where id = $1',
      [cxml],
    );
    return Number(row?.id);
  };
  const refused = async (document: { readonly id: number }) => String((await start(document, cxml)).body);

  test('punchout_supplier_not_allowed: the supplier is switched off, or limited to departments other than the form’s', async () => {
    const id = await supplier();
    const words = text('de', 'error.punchout_supplier_not_allowed');
    const document = await draft();
    await demo.web.sql('update supplier set active = false where id = $1', [id]);
    expect(await refused(document)).toContain(words);
    await demo.web.sql('update supplier set active = true where id = $1', [id]);
    const form = await completeForm(requester);
    await demo.web.sql(
      'insert into supplier_department (tenant_id, supplier_id, department_id) values ($1, $2, $3)',
      [requester.context.tenantId, id, form.department_id as number],
    );
    expect((await start(document, cxml)).status).toBe(200);
    expect(await refused(await draft({ department_id: null, cost_center_id: null }))).toContain(words);
    await demo.web.sql('delete from supplier_department where supplier_id = $1', [id]);
  });

  test('punchout_provider_unsupported: a shop that cannot show carts is not asked to', async () => {
    const document = await draft();
    const visit = (await start(document, oci)).json<Start>();
    const again = await start(document, oci, { cart_id: visit.cart_id, operation: 'inspect' });
    expect(again.status).toBe(422);
    expect(String(again.body)).toContain(text('de', 'error.punchout_provider_unsupported'));
  });
});

describe('PUN-09 who may read the log', () => {
  test('administrators and the person who orders read it completely; other viewers of the request do not', async () => {
    const { document, cart } = await approved(setup(), cxml);
    const query = `query ($id: bigint!) { punchout_log(where: { cart_id: { _eq: $id } }, order_by: { id: asc }) {
      direction method url header body request response status created_at } }`;
    const readBy = async (who: WebCaller) =>
      (await who.get<{ punchout_log: Record<string, unknown>[] }>(query, { id: cart })).punchout_log;
    const loggedEntries = await readBy(admin);
    expect(loggedEntries).toMatchObject([
      {
        direction: 'outgoing',
        method: 'POST',
        url: shop.cxmlUrl,
        header: { 'content-type': expect.anything() },
      },
      { direction: 'incoming', method: 'POST', url: expect.stringContaining('/api/punchin/return/********') },
    ]);
    for (const { body, request, response } of loggedEntries) {
      expect(body).toBe(request);
      expect(response).not.toBe('');
    }
    expect(await readBy(buyer)).toEqual(loggedEntries);
    const known = await load(requester, document.id);
    const emails = (known?.timeline.timeline_entries ?? []).flatMap(({ type, lb_user }) =>
      type === 'approval' && lb_user?.email ? [lb_user.email] : [],
    );
    expect(emails.length).toBeGreaterThan(0);
    const others = await Promise.all(emails.map((email) => demo.person(email)));
    for (const other of [requester, ...others.filter(({ context }) => !context.roles.includes('user-admin'))])
      expect([other.context.userId, await readBy(other)]).toEqual([other.context.userId, []]);
  });
});

describe('PUN-11 API-23 every status of a request', () => {
  const update = (status: string, id: number, body: object = {}) =>
    post(requester, `/api/punchin/status-update/${status}/document/${id}`, body);

  test.each(['declined', 'completed'])('%s, with its comment in the log', async (status) => {
    const document = await ordered(setup(), cxml);
    expect((await update(status, document.id)).status).toBe(422);
    await demo.web.sql('update procurement set status = $2 where id = $1', [document.id, status]);
    const comment = `So ist es: ${status}`;
    const answers = [
      await update(status, document.id, { comment }),
      await update(status, document.id, { comment }),
    ];
    for (const answer of answers)
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          ...{ success: true, document_id: document.id, status },
          orders: [{ marketplace_id: cxml, order_number: document.order_number_formatted, state: 'sent' }],
        },
      ]);
    const logged = await demo.web.sql<{ request: string; response: string }>(
      `select request, response from punchout_log where url = '/api/punchin/status-update/' || $2 || '/document/' || $1`,
      [document.id, status],
    );
    expect(logged).toEqual([{ request: JSON.stringify({ comment }), response: status }]);
    // cXML has no such message.
    const types = shop.orders.filter(({ number }) => number === document.order_number_formatted);
    expect(types.map(({ type }) => type)).toEqual(['new']);
  });
});

describe('API-45 GEN-10 punch-out is refused while the request module is off', () => {
  const setModule = async (isOn: boolean) => {
    await demo.web.sql("delete from configuration where key = 'module_procurement'");
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'module_procurement', $2)",
      [requester.context.tenantId, String(isOn)],
    );
  };
  afterEach(() => setModule(true));

  test('to the shop, back from it, by call and by notice', async () => {
    const order = await ordered(setup(), cxml);
    const { cart } = await shopped(setup(), cxml);
    const document = await draft();
    const visit = (await start(document, cxml)).json<Start>();
    const posted = await fillCart(visit, { 'KUG-100': 1 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const comeBack = async () =>
      (await demo.send({ method: 'POST', url: posted.path, payload: posted.body, headers })).status;
    const notice = () =>
      notifyShop(demo, message(confirmation(order, 'accept')), {
        tenant: buyer.context.tenantId,
        place: cxml,
      });
    const calls = async () => [
      await start(document, cxml),
      await requester.send({ url: `/api/punchout/carts/${document.id}` }),
      await requester.send({ url: `/api/punchout/cart/${cart}/items` }),
      await requester.send({ method: 'DELETE', url: `/api/punchout/cart/${cart}` }),
      await post(admin, '/api/marketplace/test', { id: cxml }),
      await post(requester, `/api/punchin/status-update/ordered/document/${order.id}`, {}),
    ];
    await setModule(false);
    for (const [index, answer] of (await calls()).entries())
      expect([index, answer.status, answer.json().code]).toEqual([
        index,
        403,
        expect.stringMatching(/module_off|permission_denied/),
      ]);
    expect((await requester.send({ url: `${posted.path}/cart` })).status).toBe(404);
    expect(await comeBack()).toBe(410);
    expect(await notice()).not.toBe('200');
    for (const table of ['marketplace', 'punchout_cart', 'punchout_log'])
      expect([table, await admin.refusal(`{ ${table} { id } }`)]).toMatchObject([
        table,
        { code: 'permission_denied' },
      ]);
    await setModule(true);
    expect(await comeBack()).toBe(200);
    expect(await notice()).toBe('200');
  });
});

test.each<[string, object]>([
  ['name', { name: ' ' }],
  ['name', { name: null }],
  ['provider', { provider: null }],
  ['url', { url: null }],
  ['url', { url: 'no address' }],
  ['supplier_id', { supplier_id: null }],
  ['identity', { identity: '' }],
  ['secret', { secret: null }],
])('VAL-44 DATA-40 refuses a marketplace because of its %s: %o', async (field, change) => {
  const { supplier } = await admin.get<{ supplier: { id: number }[] }>('{ supplier(limit: 1) { id } }');
  const object = {
    ...{ name: `Markt ${randomUUID()}`, provider: 'conrad', url: shop.cxmlUrl, identity: shopIdentity },
    ...{ secret: shopSecret, supplier_id: supplier[0]?.id, ...change },
  };
  const { errors } = await admin.ask(
    'mutation ($object: marketplace_insert_input!) { insert_marketplace_one(object: $object) { id } }',
    { object },
  );
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'validation_failed',
    problems: [expect.objectContaining({ field })],
  });
});
