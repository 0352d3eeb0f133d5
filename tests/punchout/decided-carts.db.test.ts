import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { completeForm, type Document, load, on, refused, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { fillCart, marketplace, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let oci: number;

beforeAll(async () => {
  const opened = await openShopDemo();
  ({ demo, shop, requester } = opened);
  oci = await marketplace(opened.admin, shop, {
    ...{ name: 'OCI', provider: 'conrad', protocol: 'oci', url: shop.ociUrl, order_url: null },
  });
});
afterAll(() => closeShopDemo(demo, shop));

interface Sold {
  readonly DESCRIPTION: string;
  readonly QUANTITY: string;
  readonly PRICE: string;
  readonly CURRENCY?: string;
}

/** A new request whose person returns from an OCI shop with these items. */
async function brought(...items: readonly Sold[]) {
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
  const visit = { procurement_id: draft.id, marketplace_id: oci };
  const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
  const { path } = await fillCart(start, {});
  const fields = items.flatMap((item, place) =>
    Object.entries({ CURRENCY: 'EUR', ...item }).map(([name, value]) => [
      `NEW_ITEM-${name}[${place + 1}]`,
      value,
    ]),
  );
  await demo.send({
    method: 'POST',
    url: path,
    payload: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
  });
  return { document: (await load(requester, draft.id)) as Document, punchout_cart_id: start.cart_id };
}

const priced = async (id: number) =>
  await demo.web.sql<{ description: string; quantity: string; price: string; total: string }>(
    `select description, quantity::float8::text as quantity, price_netto::float8::text as price, total_netto::text as total
     from procurement_line where procurement_id = $1 order by sort_no`,
    [id],
  );

/** The code of the refusal while the requester does not see prices (ROLE-07). */
async function refusedWithoutPrices(command: string, input: Record<string, unknown>): Promise<string> {
  const { userId } = requester.context;
  await demo.web.sql("update lb_user set roles = array_remove(roles, 'user-price') where id = $1", [userId]);
  const { code } = await refused(await demo.person('requester@demo.test'), command, input);
  await demo.web.sql("update lb_user set roles = array_append(roles, 'user-price') where id = $1", [userId]);
  requester = await demo.person('requester@demo.test');
  return code;
}

describe('PUN-16 one dialog adds carts with', () => {
  it('a discount as a negative item, to the cent of the cart', async () => {
    const { document, ...cart } = await brought(
      { DESCRIPTION: 'Kabel', QUANTITY: '3', PRICE: '10.00' },
      { DESCRIPTION: 'Rabatt', QUANTITY: '1', PRICE: '-5.00' },
      { DESCRIPTION: 'Bohrer', QUANTITY: '1', PRICE: '3.33' },
    );
    const alone = await refused(requester, 'take_cart_items', on(document, { ...cart, positions: [1] }));
    expect(alone.code).toBe('punchout_item_incomplete');
    const taken = await run(requester, 'take_cart_items', on(document, cart));
    expect(taken.total_netto).toBe(28.33);
    expect((await priced(document.id)).map(({ description }) => description)).toEqual(['Kabel', 'Bohrer']);
    const [{ state } = { state: '' }] = await demo.web.sql<{ state: string }>(
      'select state from punchout_cart where id = $1',
      [cart.punchout_cart_id],
    );
    expect(state).toBe('taken');
  });

  it('ROLE-07 an unclear price as a person who sees prices chooses it, and complete items before that', async () => {
    const { document, ...cart } = await brought(
      { DESCRIPTION: 'Motor', QUANTITY: '1', PRICE: '1,234' },
      { DESCRIPTION: 'Kabel', QUANTITY: '2', PRICE: '1.50' },
    );
    expect(
      (await refused(requester, 'take_cart_items', on(document, { ...cart, positions: [0] }))).code,
    ).toBe('punchout_item_incomplete');
    const whole = await run(requester, 'take_cart_items', on(document, { ...cart, positions: [1] }));
    expect(whole.total_netto).toBe(3);
    const readings = [{ position: 0, field: 'price', value: '1234' }];
    const take = on(whole, { ...cart, readings });
    expect(await refusedWithoutPrices('take_cart_items', take)).toBe('permission_denied');
    const read = await run(requester, 'take_cart_items', take);
    expect(read.total_netto).toBe(1237);
  });

  it('another currency, which the request adopts if it has no other prices', async () => {
    const { document, ...cart } = await brought({
      DESCRIPTION: 'Cable',
      QUANTITY: '2',
      PRICE: '7.50',
      CURRENCY: 'USD',
    });
    const take = (more: object) => on(document, { ...cart, ...more });
    expect((await refused(requester, 'take_cart_items', take({}))).code).toBe('punchout_currency_differs');
    await run(requester, 'take_cart_items', take({ currency: 'USD' }));
    const [head] = await demo.web.sql<{ currency: string; total: string }>(
      'select currency, total_netto::text as total from procurement where id = $1',
      [document.id],
    );
    expect(head).toEqual({ currency: 'USD', total: '15.00' });
  });

  it('no other currency if the request already has prices', async () => {
    const { document, ...cart } = await brought({
      DESCRIPTION: 'Cable',
      QUANTITY: '2',
      PRICE: '7.50',
      CURRENCY: 'USD',
    });
    const typed = { description: 'Bohrer', quantity: '1', price_netto: '9.90', tax: '19' };
    const priced = await run(requester, 'save', on(document, { lines: [typed] }));
    const refusal = await refused(requester, 'take_cart_items', on(priced, { ...cart, currency: 'USD' }));
    expect(refusal).toMatchObject({ code: 'punchout_currency_differs', field: 'currency' });
  });
});
