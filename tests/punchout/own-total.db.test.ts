import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { completeForm, type Document, load, on, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { fillCart, marketplace, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let place: number;

beforeAll(async () => {
  const opened = await openShopDemo();
  ({ demo, shop, requester } = opened);
  place = await marketplace(opened.admin, shop);
});
afterAll(() => closeShopDemo(demo, shop));

/** A new request with this cart of a shop. */
async function brought(total: string, prices: readonly string[]) {
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
  const visit = { procurement_id: draft.id, marketplace_id: place };
  const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
  const { path } = await fillCart(start, {});
  const [{ cookie } = { cookie: '' }] = await demo.web.sql<{ cookie: string }>(
    'select buyer_cookie as cookie from punchout_cart where id = $1',
    [start.cart_id],
  );
  const items = prices.map(
    (price) => `<ItemIn quantity="3"><ItemID><SupplierPartID>A</SupplierPartID></ItemID><ItemDetail>
<UnitPrice><Money currency="EUR">${price}</Money></UnitPrice><Description>Stift</Description>
<UnitOfMeasure>EA</UnitOfMeasure></ItemDetail></ItemIn>`,
  );
  const text = `<cXML payloadID="1"><Header/><Message><PunchOutOrderMessage><BuyerCookie>${cookie}</BuyerCookie>
<PunchOutOrderMessageHeader operationAllowed="edit"><Total><Money currency="EUR">${total}</Money></Total></PunchOutOrderMessageHeader>
${items.join('')}</PunchOutOrderMessage></Message></cXML>`;
  const { status } = await demo.send({
    method: 'POST',
    url: path,
    payload: Buffer.from(text),
    headers: { 'content-type': 'text/xml', 'accept-language': 'de' },
  });
  expect(status).toBe(200);
  return { document: (await load(requester, draft.id)) as Document, punchout_cart_id: start.cart_id };
}

/** The difference of the only cart, as this person sees it. */
async function difference(who: WebCaller, { id }: { readonly id: number }): Promise<unknown> {
  const carts = (await who.send({ url: `/api/punchout/carts/${id}` })).json<{ difference: unknown }[]>();
  expect(carts).toHaveLength(1);
  return carts[0]?.difference;
}

describe('PUN-16 the total of the shop is compared with the sum of the lines and', () => {
  it('is told with both amounts while it differs, before and after the items are lines', async () => {
    const { document, ...cart } = await brought('28.50', ['8.00', '2.00']);
    const told = { shop: '28.50', items: '30.00', currency: 'EUR' };
    expect(await difference(requester, document)).toEqual(told);
    const part = await run(requester, 'take_cart_items', on(document, { ...cart, positions: [0] }));
    expect(await difference(requester, document)).toEqual(told);
    await run(requester, 'take_cart_items', on(part, cart));
    expect(await difference(requester, document)).toEqual(told);
  });

  it('is not mentioned where it is the sum', async () => {
    const { document } = await brought('30.00', ['8.00', '2.00']);
    expect(await difference(requester, document)).toBe(null);
  });

  it('is compared once an unclear price is chosen', async () => {
    const { document, ...cart } = await brought('3702.00', ['1,234']);
    expect(await difference(requester, document)).toBe(null);
    const reading = { position: 0, field: 'price', value: '1.234' };
    await run(requester, 'take_cart_items', on(document, { ...cart, readings: [reading] }));
    expect(await difference(requester, document)).toEqual({
      shop: '3702.00',
      items: '3.70',
      currency: 'EUR',
    });
  });

  it('ROLE-07 differs without amounts for people who do not see prices', async () => {
    const { document } = await brought('28.50', ['8.00', '2.00']);
    const { userId } = requester.context;
    await demo.web.sql("update lb_user set roles = array_remove(roles, 'user-price') where id = $1", [
      userId,
    ]);
    const blind = await demo.person('requester@demo.test');
    expect(await difference(blind, document)).toEqual({ shop: null, items: null, currency: 'EUR' });
  });
});
