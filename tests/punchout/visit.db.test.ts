import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultyIdentities } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { text } from '../../src/platform/server/texts.ts';
import { completeForm, type Document, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { cartsOf, fillCart, marketplace, type Posted, post, type ShownCart, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let stranger: WebCaller;
let cxml: number;
let oci: number;

beforeAll(async () => {
  ({ demo, shop, admin, requester } = await openShopDemo());
  stranger = await demo.person('accountant@demo.test');
  cxml = await marketplace(admin, shop);
  oci = await marketplace(admin, shop, {
    ...{ name: 'OCI', provider: 'conrad', protocol: 'oci', url: shop.ociUrl, order_url: null },
  });
});
afterAll(() => closeShopDemo(demo, shop));

const draft = async (): Promise<Document> =>
  run(requester, 'save', { head: await completeForm(requester), lines: [] });
const start = async (document: Pick<Document, 'id'>, marketplaceId: number, more: object = {}) =>
  await post(requester, '/api/punchout/start', {
    ...{ procurement_id: document.id, marketplace_id: marketplaceId },
    ...more,
  });
const started = async (...given: Parameters<typeof start>): Promise<Start> => {
  const answer = await start(...given);
  expect(answer.status, String(answer.body)).toBe(200);
  return answer.json<Start>();
};
const carts = async (document: Pick<Document, 'id'>) => await cartsOf(requester, document);
/** Like a browser from the shop, without a login. */
const comeBack = ({ path, body }: Posted, type = 'application/x-www-form-urlencoded') =>
  demo.send({
    ...{ method: 'POST', url: path, payload: body },
    headers: { 'content-type': type, 'accept-language': 'de' },
  });

const version = async (id: number) =>
  (
    await requester.get<{ procurement_by_pk: { timeline: { content_version: number } } }>(
      'query ($id: bigint!) { procurement_by_pk(id: $id) { timeline { content_version } } }',
      { id },
    )
  ).procurement_by_pk.timeline.content_version;

interface Line {
  readonly description: string;
  readonly item_number: string;
  readonly quantity: number;
  readonly unit: string;
  readonly price_netto: number;
  readonly price_unit: number;
  readonly total_netto: number;
  readonly tax: number;
  readonly marketplace_id: number;
  readonly punchout_cart_id: number;
}
const linesOf = async ({ id }: Pick<Document, 'id'>) =>
  (
    await requester.get<{ procurement_line: readonly (Line & { id: number })[] }>(
      `query ($id: bigint!) { procurement_line(where: { procurement_id: { _eq: $id } }, order_by: { sort_no: asc }) {
        id description item_number quantity unit price_netto price_unit total_netto tax marketplace_id punchout_cart_id } }`,
      { id },
    )
  ).procurement_line;
const cartCommand = async (
  name: string,
  id: number,
  cart: number,
  positions?: readonly number[],
  who = requester,
) =>
  await who.ask(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!, $cart: bigint!${positions ? ', $positions: [Int!]' : ''}) {
      procurement_${name}(idempotency_key: $key, id: $id, expected_version: $version, punchout_cart_id: $cart${positions ? ', positions: $positions' : ''}) { id } }`,
    { key: randomUUID(), id, version: await version(id), cart, ...(positions && { positions }) },
  );

describe('PUN-04 PUN-06 PUN-07 PUN-08 TASK-15 a cXML cart', () => {
  test('API-32 returns to the request, is added, reopened and deleted', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    expect(visit).toMatchObject({ url: expect.stringContaining(shop.url), method: 'get', fields: {} });
    expect(await carts(document)).toMatchObject([{ state: 'open', is_at_shop: true, items: [] }]);

    const posted = await fillCart(visit, { 'KUG-100': 10, 'SCHR-M6': 250 });
    const answer = await comeBack(posted);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(answer.body)).toContain(text('de', 'punchout.page.returned.title'));
    expect(await carts(document)).toMatchObject([
      { state: 'returned', is_at_shop: false, items: [{ position: 0 }, { position: 1, price_unit: '100' }] },
    ]);

    await cartCommand('take_cart_items', document.id, visit.cart_id, [1]);
    await cartCommand('take_cart_items', document.id, visit.cart_id);
    expect(await linesOf(document)).toMatchObject([
      {
        ...{
          item_number: 'SCHR-M6',
          quantity: 250,
          unit: 'Stück',
          price_netto: 12.34,
          price_unit: 100,
          tax: 19,
        },
        ...{ total_netto: 30.85, marketplace_id: cxml, punchout_cart_id: visit.cart_id },
      },
      { item_number: 'KUG-100', quantity: 10, total_netto: 8.9 },
    ]);
    expect(await carts(document)).toMatchObject([{ state: 'taken', taken: 2, items: [] }]);

    const again = await started(document, cxml, { cart_id: visit.cart_id });
    const visited = shop.visits.get(again.url.split('/').at(-1) ?? '');
    expect(visited).toMatchObject({ operation: 'edit', quantities: { 'KUG-100': 10, 'SCHR-M6': 250 } });
    await comeBack(await fillCart(again, { 'KUG-100': 3, 'SCHR-M6': 0 }));
    await cartCommand('take_cart_items', document.id, visit.cart_id);
    expect(await linesOf(document)).toMatchObject([{ item_number: 'KUG-100', quantity: 3 }]);

    const gone = await requester.send({ method: 'DELETE', url: `/api/punchout/cart/${visit.cart_id}` });
    expect(gone.status, String(gone.body)).toBe(200);
    expect([await linesOf(document), await carts(document)]).toEqual([[], []]);
  });

  test('PUN-08 only the account assignment of shop items can be edited', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    await comeBack(await fillCart(visit, { 'STUHL-1': 1 }));
    await cartCommand('take_cart_items', document.id, visit.cart_id);
    const [line] = await linesOf(document);
    const save = async (change: object) =>
      await requester.ask(
        `mutation ($key: uuid!, $id: bigint!, $version: Int!, $lines: [procurement_save_lines_input!]) {
          procurement_save(idempotency_key: $key, id: $id, expected_version: $version, lines: $lines) { id } }`,
        {
          key: randomUUID(),
          id: document.id,
          version: await version(document.id),
          lines: [{ id: line?.id, ...change }],
        },
      );
    expect(JSON.stringify(await save({ quantity: '2' }))).toContain('punchout_line_locked');
    expect(JSON.stringify(await save({ price_netto: '1' }))).toContain('punchout_line_locked');
    const { product_group } = await admin.get<{ product_group: { id: number }[] }>(
      '{ product_group(limit: 1) { id } }',
      {},
    );
    expect(JSON.stringify(await save({ product_group_id: product_group[0]?.id }))).not.toContain('errors');
  });

  test('PUN-07 the list of carts has no items, but a version that changes with them', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    const list = async () =>
      (await requester.send({ url: `/api/punchout/carts/${document.id}` })).json<readonly ShownCart[]>();
    const [before] = await list();
    expect(before).toMatchObject({ waiting: 0, taken: 0, version: (await list())[0]?.version });
    await comeBack(await fillCart(visit, { 'KUG-100': 10, 'SCHR-M6': 250, 'STUHL-1': 1 }));
    const [returned] = await list();
    expect(returned).toMatchObject({ waiting: 3, taken: 0 });
    expect(returned).not.toHaveProperty('items');
    expect(returned?.version).not.toBe(before?.version);
    await cartCommand('take_cart_items', document.id, visit.cart_id, [0]);
    await cartCommand('leave_cart_items', document.id, visit.cart_id, [1]);
    const [taken] = await list();
    expect(taken).toMatchObject({ waiting: 1, taken: 1 });
    expect(taken?.version).not.toBe(returned?.version);
    expect(await carts(document)).toMatchObject([{ items: [{ position: 2 }] }]);
  });

  test('PUN-07 items can be dropped, and an empty cart ends the visit', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    await comeBack(await fillCart(visit, { 'KUG-100': 1, 'PAP-A4': 2 }));
    await cartCommand('leave_cart_items', document.id, visit.cart_id, [0]);
    expect(await carts(document)).toMatchObject([{ items: [{ position: 1 }] }]);
    const other = await started(document, cxml);
    const answer = await comeBack(await fillCart(other, {}));
    expect(String(answer.body)).toContain(text('de', 'punchout.page.empty.title'));
    expect(await carts(document)).toHaveLength(1);
  });
});

test('API-32 PUN-05 PUN-06 an OCI cart', async () => {
  const document = await draft();
  const visit = await started(document, oci);
  expect(visit).toMatchObject({
    method: 'post',
    fields: { '~OkCode': 'ADDI', '~TARGET': '_top', '~CALLER': 'CTLG' },
  });
  expect((await comeBack(await fillCart(visit, { 'PAP-A4': 4 }))).status).toBe(200);
  await cartCommand('take_cart_items', document.id, visit.cart_id);
  expect(await linesOf(document)).toMatchObject([
    {
      description: expect.stringContaining('Kopierpapier A4'),
      unit: 'Packung',
      quantity: 4,
      total_netto: 17.4,
    },
  ]);
});

describe('PUN-04 PUN-13 refusals to enter a shop', () => {
  const refusedWith = async (marketplaceId: number) => {
    const answer = await start(await draft(), marketplaceId);
    return answer.json<{ error: { code: string; message: string } }>();
  };
  test.each([
    ['punchout_no_start_url', { identity: faultyIdentities.no_start_url }],
    ['punchout_domain_not_enabled', { identity: faultyIdentities.domain_not_enabled }],
    ['punchout_failed', { identity: faultyIdentities.broken }],
    ['punchout_failed', { identity: faultyIdentities.redirecting }],
    ['punchout_invalid_credentials', { secret: 'wrong' }],
    ['punchout_not_configured', { active: false }],
    ['punchout_failed', { url: 'http://10.255.255.1/cxml' }],
    ['punchout_failed', { url: 'http://127.0.0.1:1/' }],
  ])('%s', async (code, change) => {
    const id = await marketplace(admin, shop, { name: `Fehler ${randomUUID()}`, ...change });
    expect(JSON.stringify(await refusedWith(id))).toContain(text('de', `error.${code}`));
  });

  test('PUN-17 the answer of the shop reaches the shopper', async () => {
    const id = await marketplace(admin, shop, { name: 'Falsches Geheimnis', secret: 'wrong' });
    expect(await refusedWith(id)).toMatchObject({
      code: 'punchout_invalid_credentials',
      values: { said: '401 Unauthorized' },
    });
  });

  test('PUN-15 a marketplace of other companies, and a supplier of other departments', async () => {
    const id = await marketplace(admin, shop, { name: 'Nur für andere' });
    const [other] = await demo.web.sql<{ id: string }>(
      `insert into client (tenant_id, name, country, currency) select $1, 'Andere', 'DE', 'EUR' returning id`,
      [admin.context.tenantId],
    );
    await demo.web.sql(
      'insert into client_marketplace (tenant_id, client_id, marketplace_id) values ($1, $2, $3)',
      [...[admin.context.tenantId, other?.id, id]],
    );
    expect(JSON.stringify(await refusedWith(id))).toContain(text('de', 'error.punchout_not_configured'));
  });
});

describe('PUN-06 refuses hostile returns', () => {
  test('a replay, another cart with the same token, and an unknown token', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    const posted = await fillCart(visit, { 'KUG-100': 1 });
    await comeBack(posted);
    await cartCommand('take_cart_items', document.id, visit.cart_id);
    const again = await comeBack(posted);
    expect([again.status, again.body.includes(text('de', 'punchout.page.repeated.title'))]).toEqual([
      200,
      true,
    ]);
    const other = await comeBack({ ...posted, body: posted.body.replace('cxml-base64', 'cxml-urlencoded') });
    expect(other.status).toBe(410);
    expect(await linesOf(document)).toHaveLength(1);
    expect(await carts(document)).toMatchObject([{ state: 'taken', items: [] }]);
    for (const token of ['x', 'A'.repeat(43), '%20%20'])
      expect((await comeBack({ path: `/api/punchin/return/${token}`, body: posted.body })).status).toBe(410);
  });

  test('the cart of another visit, an entity bomb, an oversized body, and a script', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    const { path } = await fillCart(visit, {});
    const foreign = await fillCart(await started(await draft(), cxml), { 'KUG-100': 1 });
    expect((await comeBack({ path, body: foreign.body })).status).toBe(400);
    const bomb = '<!DOCTYPE cXML [<!ENTITY a "aaaa">]><cXML>&a;</cXML>';
    expect((await comeBack({ path, body: `cxml-urlencoded=${encodeURIComponent(bomb)}` })).status).toBe(400);
    expect((await comeBack({ path, body: 'x'.repeat(21 * 1024 * 1024) })).status).toBe(413);
    expect(await carts(document)).toMatchObject([{ state: 'open', items: [], failure: 'doctype' }]);
    const [{ cookie } = { cookie: '' }] = await demo.web.sql<{ cookie: string }>(
      'select buyer_cookie as cookie from punchout_cart where id = $1',
      [visit.cart_id],
    );
    const script = `<cXML><Message><PunchOutOrderMessage><BuyerCookie>${cookie}</BuyerCookie><ItemIn quantity="1"><ItemID>
      <SupplierPartID>&lt;script&gt;alert(1)&lt;/script&gt;</SupplierPartID></ItemID></ItemIn></PunchOutOrderMessage></Message></cXML>`;
    const answer = await comeBack({ path, body: script }, 'text/xml');
    expect([answer.status, answer.body.includes('alert')]).toEqual([200, false]);
    expect(await carts(document)).toMatchObject([{ items: [{ description: '<script>alert(1)</script>' }] }]);
  });

  test('another person’s cart', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    await comeBack(await fillCart(visit, { 'KUG-100': 1 }));
    const start = { procurement_id: document.id, marketplace_id: cxml, cart_id: visit.cart_id };
    expect((await post(stranger, '/api/punchout/start', start)).status).toBe(404);
    expect((await stranger.send({ url: `/api/punchout/carts/${document.id}` })).status).toBe(404);
    expect((await stranger.send({ url: `/api/punchout/cart/${visit.cart_id}/items` })).status).toBe(404);
    const gone = await stranger.send({ method: 'DELETE', url: `/api/punchout/cart/${visit.cart_id}` });
    expect(gone.status).toBe(404);
    const own = await draft();
    const foreign = { procurement_id: own.id, marketplace_id: cxml, cart_id: visit.cart_id };
    expect((await post(requester, '/api/punchout/start', foreign)).status).toBe(404);
  });

  test('a token expires after a day', async () => {
    const document = await draft();
    const visit = await started(document, cxml);
    const posted = await fillCart(visit, { 'KUG-100': 1 });
    await demo.web.sql("update punchout_cart set token_until = now() - interval '1 day' where id = $1", [
      visit.cart_id,
    ]);
    expect((await comeBack(posted)).status).toBe(410);
    expect(await carts(document)).toMatchObject([{ items: [], is_at_shop: false }]);
  });
});

test('PUN-09 logs conversations without secrets', async () => {
  const document = await draft();
  const visit = await started(document, cxml);
  const posted = await fillCart(visit, { 'KUG-100': 1 });
  await comeBack(posted);
  const query = `query ($id: bigint!) { punchout_log(where: { cart_id: { _eq: $id } }, order_by: { id: asc }) {
    direction method url header body request response status } }`;
  const { punchout_log: logged } = await admin.get<{ punchout_log: Record<string, unknown>[] }>(query, {
    id: visit.cart_id,
  });
  expect(logged).toMatchObject([
    { direction: 'outgoing', method: 'POST', url: shop.cxmlUrl, status: 200 },
    { direction: 'incoming', method: 'POST', status: 200 },
  ]);
  const all = JSON.stringify(logged);
  expect(all).toContain('<SharedSecret>********</SharedSecret>');
  expect(all).not.toContain('sandbox-secret');
  expect(all).not.toContain(posted.path.split('/').at(-1));
  expect(await requester.get(query, { id: visit.cart_id })).toEqual({ punchout_log: [] });
  // Rows are kept for ninety days.
  await demo.web.sql(
    `update punchout_log set created_at = now() - interval '1 hour' - case direction when 'outgoing' then interval '90 days'
       else interval '89 days' end where cart_id = $1`,
    [visit.cart_id],
  );
  await demo.web.sql('select app.clean_up_punchouts()');
  const { punchout_log: left } = await admin.get<{ punchout_log: Record<string, unknown>[] }>(query, {
    id: visit.cart_id,
  });
  expect(left).toMatchObject([{ direction: 'incoming' }]);
});

test('PUN-01 tests a connection with a real set-up', async () => {
  const tested = async (id: number) => (await post(admin, '/api/marketplace/test', { id })).json();
  expect(await tested(cxml)).toEqual({ success: true, message: text('de', 'punchout.test.works') });
  expect(await tested(oci)).toEqual({ success: true, message: text('de', 'punchout.test.oci') });
  const wrong = await marketplace(admin, shop, { name: 'Falsch', secret: 'wrong' });
  expect(await tested(wrong)).toEqual({
    success: false,
    message: expect.stringContaining(text('de', 'error.punchout_invalid_credentials')),
  });
  expect((await post(requester, '/api/marketplace/test', { id: cxml })).status).toBe(403);
  const moved = await admin.ask(
    'mutation ($id: bigint!) { update_marketplace_by_pk(pk_columns: { id: $id }, _set: { url: "http://other.example/" }) { id } }',
    { id: wrong },
  );
  expect(JSON.stringify(moved)).toContain('"problems":[{"field":"secret","code":"field_required"}]');
  const record = {
    protocol: 'cxml',
    url: 'http://other.example/',
    identity: 'x',
    identity_domain: 'NetworkId',
  };
  const elsewhere = await post(admin, '/api/marketplace/test', { id: wrong, record });
  expect(elsewhere.json()).toEqual({ success: false, message: text('de', 'punchout.test.no_secret') });
});

test('AUTH-25 a person who logs in after returning finds the request', async () => {
  const document = await draft();
  const visit = await started(document, cxml);
  const posted = await fillCart(visit, { 'KUG-100': 1 });
  await comeBack(posted);
  const found = await requester.send({ url: `${posted.path}/cart` });
  expect(found.json()).toEqual({ id: visit.cart_id, procurement_id: document.id });
  expect((await stranger.send({ url: `${posted.path}/cart` })).status).toBe(404);
});
