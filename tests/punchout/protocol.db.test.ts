import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marketplaceProviders } from '../../src/features/master-data/marketplace-presets.ts';
import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { hours } from '../../src/platform/server/clock.ts';
import { completeForm, type Document, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { cartsOf, fillCart, marketplace, type Posted, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let cxml: number;
let oci: number;

beforeAll(async () => {
  ({ demo, shop, admin, requester } = await openShopDemo());
  cxml = await marketplace(admin, shop);
  oci = await marketplace(admin, shop, { name: 'OCI', ...ociShop() });
});
afterAll(() => closeShopDemo(demo, shop));

const ociShop = () => ({ provider: 'conrad', protocol: 'oci', url: shop.ociUrl, order_url: null });
const draft = async (): Promise<Document> =>
  run(requester, 'save', { head: await completeForm(requester), lines: [] });
const start = async ({ id }: Pick<Document, 'id'>, marketplaceId: number, cart?: number) => {
  const wish = { procurement_id: id, marketplace_id: marketplaceId, ...(cart && { cart_id: cart }) };
  const answer = await post(requester, '/api/punchout/start', wish);
  expect(answer.status, String(answer.body)).toBe(200);
  return answer.json<Start & { readonly operation: string }>();
};
const comeBack = async ({ path, body }: Posted) =>
  await demo.send({
    ...{ method: 'POST', url: path, payload: body },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const storedCart = async (id: number) => {
  const [cart] = await demo.web.sql<{ cookie: string; until: Date; pending: Record<string, unknown>[] }>(
    'select buyer_cookie as cookie, token_until as until, pending_lines as pending from punchout_cart where id = $1',
    [id],
  );
  if (!cart) throw new Error('there is no cart');
  return cart;
};
/** The token in a return address. */
const tokenIn = (url: string | undefined) => url?.split('/').at(-1);

describe('PUN-01 marketplaces of each provider', () => {
  const columns = 'provider name country_code url identity secret supplier_id order_url email';
  const insert = `mutation ($object: marketplace_insert_input!) {
    made: insert_marketplace_one(object: $object) { ${columns} } }`;
  const record = async (provider: string) => {
    const { supplier } = await admin.get<{ supplier: { id: number }[] }>('{ supplier(limit: 1) { id } }', {});
    return {
      ...{ name: `Einkauf ${provider}`, country_code: 'AT', provider, protocol: 'cxml' },
      ...{ supplier_id: supplier[0]?.id, url: 'https://shop.example/cxml' },
      ...{ identity: shopIdentity, secret: shopSecret },
      ...{ order_url: 'https://shop.example/order', email: 'order@shop.example' },
    };
  };

  test.each(marketplaceProviders)('stores %s with all fields', async (provider) => {
    const object = await record(provider);
    const { protocol: _, ...shown } = object;
    const { made } = await admin.get<{ made: object }>(insert, { object });
    expect(made).toEqual({ ...shown, secret: '********' });
  });

  test.each(['identity', 'secret', 'url', 'supplier_id'])('requires %s', async (name) => {
    const { [name as 'url']: _, ...object } = await record('amazon');
    const { data, errors } = await admin.ask<{ made: object | null }>(insert, { object });
    expect(data?.made ?? null).toBeNull();
    expect(JSON.stringify(errors)).toContain(name);
  });

  test('refuses an unknown provider', async () => {
    const { errors } = await admin.ask(insert, { object: await record('ebay') });
    expect(JSON.stringify(errors)).toContain('provider');
  });
});

test('PUN-04 the set-up contains person, cookie and return address; the shop’s start page is opened', async () => {
  const visit = await start(await draft(), cxml);
  const [person] = await demo.web.sql<{ email: string; name: string }>(
    'select email, name from lb_user where id = $1',
    [requester.context.userId],
  );
  const visited = shop.visits.get(tokenIn(visit.url) ?? '');
  const { cookie } = await storedCart(visit.cart_id);
  expect(visited).toMatchObject({ operation: 'create', cookie });
  expect(visited?.hookUrl).toMatch(/^http:\/\/localhost:8080\/api\/punchin\/return\/[\w-]{43}$/);
  const [logged] = await demo.web.sql<{ request: string }>(
    'select request from punchout_log where cart_id = $1',
    [visit.cart_id],
  );
  for (const part of [
    `<From><Credential domain="NetworkId"><Identity>${shopIdentity}</Identity></Credential></From>`,
    `<To><Credential domain="NetworkId"><Identity>Sandbox</Identity></Credential></To>`,
    `<Sender><Credential domain="NetworkId"><Identity>${shopIdentity}</Identity><SharedSecret>`,
    `<BuyerCookie>${cookie}</BuyerCookie>`,
    `<BrowserFormPost><URL>http://localhost:8080/api/punchin/return/`,
    `<Extrinsic name="UserEmail">${person?.email}</Extrinsic>`,
    `<Extrinsic name="UserFullName">${person?.name}</Extrinsic>`,
  ])
    expect(logged?.request).toContain(part);
});

test.each(['post', 'get'] as const)('PUN-05 an OCI shop is opened by %s', async (method) => {
  const place = await marketplace(admin, shop, { name: method, ...ociShop(), start_method: method });
  const document = await draft();
  const visit = await start(document, place);
  expect(visit).toMatchObject({
    ...{ url: shop.ociUrl, method },
    fields: {
      ...{ USERNAME: shopIdentity, PASSWORD: shopSecret },
      HOOK_URL: expect.stringMatching(/^http:\/\/localhost:8080\/api\/punchin\/return\/[\w-]{43}$/),
      ...{ '~OkCode': 'ADDI', '~TARGET': '_top', '~CALLER': 'CTLG' },
    },
  });
  expect((await comeBack(await fillCart(visit, { 'KUG-100': 2 }))).status).toBe(200);
  expect(await cartsOf(requester, document)).toMatchObject([{ state: 'returned', waiting: 1 }]);
});

describe('PUN-06 the return', () => {
  test.each([
    ['just before the end of a day', hours(24) - 1000, 200],
    ['after a day', hours(24) + 1000, 410],
  ])('%s', async (_, later, status) => {
    const document = await draft();
    const visit = await start(document, oci);
    const posted = await fillCart(visit, { 'KUG-100': 1 });
    demo.web.clock.forward(later);
    expect((await comeBack(posted)).status).toBe(status);
    expect(await cartsOf(requester, document)).toMatchObject([{ waiting: status === 200 ? 1 : 0 }]);
  });

  test('each cart and each visit gets its own token, of which only the last is valid', async () => {
    const document = await draft();
    const [one, other] = [await start(document, oci), await start(document, oci)];
    const first = await fillCart(one, { 'KUG-100': 1 });
    const again = await fillCart(await start(document, oci, one.cart_id), { 'KUG-100': 2 });
    const beside = await fillCart(other, { 'PAP-A4': 3 });
    expect(new Set([first.path, again.path, beside.path]).size).toBe(3);
    expect((await comeBack(first)).status).toBe(410);
    expect((await comeBack(again)).status).toBe(200);
    expect((await comeBack(beside)).status).toBe(200);
    const waiting = (await cartsOf(requester, document)).map(({ items }) => items);
    expect(waiting).toMatchObject([[{ quantity: '2' }], [{ quantity: '3' }]]);
  });

  test('accepts a message urlencoded or as base64, and keeps price and price unit apart', async () => {
    const [one, other] = [await start(await draft(), cxml), await start(await draft(), cxml)];
    const encoded = await fillCart(one, { 'SCHR-M6': 250 });
    expect(encoded.body).toMatch(/^cxml-base64=/);
    expect((await comeBack(encoded)).status).toBe(200);
    const plain = await fillCart(other, { 'SCHR-M6': 250 });
    const message = Buffer.from(new URLSearchParams(plain.body).get('cxml-base64') ?? '', 'base64');
    const body = new URLSearchParams({ 'cxml-urlencoded': message.toString() }).toString();
    expect((await comeBack({ ...plain, body })).status).toBe(200);
    const kept = [await storedCart(one.cart_id), await storedCart(other.cart_id)].map(
      ({ pending }) => pending,
    );
    expect(kept[0]).toEqual(kept[1]);
    expect(kept[0]).toMatchObject([
      { ...{ item_number: 'SCHR-M6', quantity: '250', price: '12.34', price_unit: '100', line_id: null } },
    ]);
  });

  test('keeps the fields of an OCI form as sent', async () => {
    const visit = await start(await draft(), oci);
    const { path } = await fillCart(visit, {});
    const fields = {
      ...{ DESCRIPTION: 'Schraube', MATNR: '4711', VENDORMAT: 'M6', QUANTITY: '250', UNIT: 'PCE' },
      ...{ PRICE: '12.34', PRICEUNIT: '100', CURRENCY: 'EUR', LEADTIME: '3', VENDOR: '70001' },
      ...{ MATGROUP: 'Eisen', EXT_QUOTE_ID: 'Q-1', EXT_QUOTE_ITEM: '10' },
      ATTACHMENT: 'https://shop.example/sheet.pdf',
    };
    const named = Object.entries(fields).map(([name, value]) => [`NEW_ITEM-${name}[1]`, value]);
    const body = new URLSearchParams([...named, ['NEW_ITEM-LONGTEXT_1:132[]', 'Stahl']]).toString();
    expect((await comeBack({ path, body })).status).toBe(200);
    expect((await storedCart(visit.cart_id)).pending).toMatchObject([
      {
        ...{ description: 'Schraube', buyer_number: '4711', item_number: 'M6', quantity: '250', unit: 'PCE' },
        ...{ price: '12.34', price_unit: '100', currency: 'EUR', lead_time_days: 3, vendor_number: '70001' },
        ...{ classes: [{ domain: 'MATGROUP', code: 'Eisen' }], quote_number: 'Q-1', quote_item: '10' },
        ...{ long_text: 'Stahl', webshop_url: 'https://shop.example/sheet.pdf' },
      },
    ]);
  });
});

describe('PUN-08 a cart is reopened', () => {
  test('an OCI shop, which cannot reopen carts, starts again in the same cart', async () => {
    const document = await draft();
    const visit = await start(document, oci);
    await comeBack(await fillCart(visit, { 'KUG-100': 1 }));
    const again = await start(document, oci, visit.cart_id);
    expect(again).toMatchObject({ cart_id: visit.cart_id, operation: 'create' });
  });

  test.each(['create', 'inspect', 'edit'])(
    'a cXML shop that allows "%s" is not asked for more',
    async (allowed) => {
      const document = await draft();
      const visit = await start(document, cxml);
      const posted = await fillCart(visit, { 'KUG-100': 5 });
      const message = Buffer.from(new URLSearchParams(posted.body).get('cxml-base64') ?? '', 'base64');
      const text = message.toString().replace('operationAllowed="edit"', `operationAllowed="${allowed}"`);
      const body = new URLSearchParams({ 'cxml-urlencoded': text }).toString();
      expect((await comeBack({ ...posted, body })).status).toBe(200);
      const again = await start(document, cxml, visit.cart_id);
      const isOpened = allowed === 'edit';
      expect(again.operation).toBe(isOpened ? 'edit' : 'create');
      expect(shop.visits.get(tokenIn(again.url) ?? '')).toMatchObject({
        operation: again.operation,
        quantities: isOpened ? { 'KUG-100': 5 } : {},
      });
    },
  );
});

test('PUN-07 ROLE-07 waiting items are shown without prices to people without the price role', async () => {
  const document = await draft();
  const visit = await start(document, cxml);
  await comeBack(await fillCart(visit, { 'KUG-100': 10, 'SCHR-M6': 250 }));
  const url = `/api/punchout/cart/${visit.cart_id}/items`;
  const withPrices = await requester.send({ url });
  expect(withPrices.json()).toMatchObject([{ price: '0.89' }, { price: '12.34', price_unit: '100' }]);
  const change = (roles: string) =>
    demo.web.sql(`update lb_user set roles = ${roles} where id = $1`, [requester.context.userId]);
  await change("array_remove(roles, 'user-price')");
  try {
    const blind = await demo.person('requester@demo.test');
    const answer = await blind.send({ url });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject([
      { description: 'Kugelschreiber blau', quantity: '10', price: null },
      { description: 'Schrauben M6x40', quantity: '250', price: null },
    ]);
    expect(String(answer.body)).not.toMatch(/0\.89|12\.34/);
    const list = await blind.send({ url: `/api/punchout/carts/${document.id}` });
    expect(list.json()).toMatchObject([{ waiting: 2 }]);
    expect(String(list.body)).not.toMatch(/0\.89|12\.34/);
    const hidden = await blind.ask(
      'query ($id: bigint!) { punchout_cart(where: { id: { _eq: $id } }) { id pending_lines } }',
      { id: visit.cart_id },
    );
    expect(JSON.stringify(hidden)).not.toMatch(/0\.89|12\.34/);
  } finally {
    await change("array_append(roles, 'user-price')");
  }
});
