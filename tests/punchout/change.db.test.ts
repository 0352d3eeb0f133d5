import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  marketplacePresets,
  marketplaceProviders,
} from '../../src/features/master-data/marketplace-presets.ts';
import { punchoutProtocols } from '../../src/features/punchout/cart.ts';
import { pendingItems } from '../../src/features/punchout/pending.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, completeForm, type Document, load, on, refused, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { shopFor, shopped } from './shop-request.ts';
import { fillCart, marketplace, cartsOf as openedCarts, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let first: number;
let second: number;
const setup = () => ({ demo, shop, requester, buyer });

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  first = await marketplace(admin, shop, { name: 'Erster' });
  second = await marketplace(admin, shop, { name: 'Zweiter' });
});
afterAll(() => closeShopDemo(demo, shop));

const cartsOf = async (document: Pick<Document, 'id'>) => await openedCarts(requester, document);
const change = (document: Document, cart: number, to: number, more: object = {}) =>
  on(document, { punchout_cart_id: cart, marketplace_id: to, ...more });

describe('PROC-26 another marketplace', () => {
  test('after confirmation the cart and its lines are removed, and the other marketplace can be visited', async () => {
    const { document, cart } = await shopped(setup(), first);
    const asked = await refused(requester, 'change_marketplace', change(document, cart, second));
    expect(asked).toMatchObject({
      code: 'punchout_marketplace_change',
      confirm: { values: { name: 'Erster', count: 2 } },
    });
    expect((await load(requester, document.id))?.procurement_lines).toHaveLength(2);
    const confirmations = [asked.confirm?.hash];
    const moved = await run(
      requester,
      'change_marketplace',
      change(document, cart, second, { confirmations }),
    );
    expect(moved.procurement_lines).toEqual([]);
    const carts = await cartsOf(document);
    expect(carts).toMatchObject([{ state: 'open', marketplace: { name: 'Zweiter' }, items: [], taken: 0 }]);
    const visit = { procurement_id: document.id, marketplace_id: second, cart_id: carts[0]?.id };
    const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
    const { path, body } = await fillCart(start, { 'PAP-A4': 1 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await demo.send({ method: 'POST', url: path, payload: body, headers })).status).toBe(200);
    expect(await cartsOf(document)).toMatchObject([{ state: 'returned', items: [{ position: 0 }] }]);
  });

  test('asks about waiting items and empty carts too, and the old visit cannot return', async () => {
    const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
    const visit = { procurement_id: draft.id, marketplace_id: first };
    const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
    const posted = await fillCart(start, { 'KUG-100': 1 });
    // Somebody may be filling it at the shop.
    const input = change(draft, start.cart_id, second);
    const asked = await refused(requester, 'change_marketplace', input);
    expect(asked).toMatchObject({ code: 'punchout_marketplace_change', confirm: { values: { count: 0 } } });
    expect(await cartsOf(draft)).toMatchObject([{ id: start.cart_id, marketplace: { name: 'Erster' } }]);
    const moved = await run(requester, 'change_marketplace', {
      ...input,
      confirmations: [asked.confirm?.hash],
    });
    expect(await cartsOf(draft)).toMatchObject([{ state: 'open', marketplace: { name: 'Zweiter' } }]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const late = await demo.send({ method: 'POST', url: posted.path, payload: posted.body, headers });
    expect(late.status).toBe(410);
    const cart = await shopFor(setup(), draft, first, { 'KUG-100': 1 });
    const known = (await load(requester, moved.id)) as Document;
    expect(await refused(requester, 'change_marketplace', change(known, cart, second))).toMatchObject({
      confirm: { values: { count: 1 } },
    });
  });

  test('refuses the same marketplace, one not available to the company, and other people', async () => {
    const { document, cart } = await shopped(setup(), first);
    expect(await refused(requester, 'change_marketplace', change(document, cart, first))).toMatchObject({
      code: 'step_not_possible',
    });
    const off = await marketplace(admin, shop, { name: 'Aus', active: false });
    expect(await refused(requester, 'change_marketplace', change(document, cart, off))).toMatchObject({
      code: 'punchout_not_configured',
    });
    expect(await refused(requester, 'change_marketplace', change(document, cart, 404_404))).toMatchObject({
      code: 'not_found',
    });
    expect(await refused(buyer, 'change_marketplace', change(document, cart, second))).toMatchObject({
      code: expect.stringMatching(/not_found|no_edit_permission/),
    });
    expect(await cartsOf(document)).toMatchObject([{ state: 'taken', taken: 2 }]);
  });
});

describe('GEN-08 PUN-01 PUN-02 shopping works with every provider', () => {
  const ways = marketplaceProviders.flatMap((provider) => {
    const { protocols } = marketplacePresets[provider];
    // If nothing is known, the administrator chooses (PUN-02).
    return (protocols.length === 0 ? punchoutProtocols : protocols).map((protocol) => ({
      provider,
      protocol,
    }));
  });

  test.each(ways)('$provider over $protocol', async ({ provider, protocol }) => {
    const url = protocol === 'cxml' ? shop.cxmlUrl : shop.ociUrl;
    const values = { ...marketplacePresets[provider].values, start_method: 'post' };
    const place = await marketplace(admin, shop, { name: provider, provider, ...values, protocol, url });
    const { document } = await shopped(setup(), place);
    expect(document.procurement_lines).toMatchObject([
      { description: expect.stringContaining('Kugelschreiber blau') },
      { description: expect.stringContaining('Schrauben M6x40') },
    ]);
    const places = await demo.web.sql<{ provider: string }>(
      'select distinct m.provider from procurement_line l join marketplace m on m.id = l.marketplace_id where l.procurement_id = $1',
      [document.id],
    );
    expect(places).toEqual([{ provider }]);
  });
});

test('PUN-07 a cart with more items than a request can hold: the possible ones are taken, the rest waits', async () => {
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
  const cart = await shopFor(setup(), draft, first, { 'KUG-100': 1 });
  const [{ item } = { item: undefined }] = await demo.web.sql<{ item: never }>(
    'select pending_lines -> 0 as item from punchout_cart where id = $1',
    [cart],
  );
  const many = pendingItems(Array.from({ length: 2000 }, () => item as never));
  await demo.web.sql('update punchout_cart set pending_lines = $2 where id = $1', [
    cart,
    JSON.stringify(many),
  ]);
  const known = (await load(requester, draft.id)) as Document;
  const all = on(known, { punchout_cart_id: cart });
  expect(await refused(requester, 'take_cart_items', all)).toMatchObject({
    code: 'punchout_cart_too_large',
    values: { free: 500, count: 2000 },
  });
  expect((await cartsOf(draft))[0]?.items).toHaveLength(2000);
  const positions = many.slice(0, 500).map(({ position }) => position);
  const taken = await act(requester, 'take_cart_items', known, { punchout_cart_id: cart, positions });
  expect(taken.procurement_lines).toHaveLength(500);
  expect(await cartsOf(draft)).toMatchObject([{ state: 'returned', taken: 500 }]);
  expect((await cartsOf(draft))[0]?.items).toHaveLength(1500);
  const more = await refused(
    requester,
    'take_cart_items',
    on(taken, { punchout_cart_id: cart, positions: [600] }),
  );
  expect(more).toMatchObject({ code: 'punchout_cart_too_large', values: { free: 0, count: 1 } });
});
