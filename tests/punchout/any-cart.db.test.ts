import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountOf } from '../../src/base/money.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, completeForm, type Document, load, on, refused, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { chanceOf } from '../torture/chance.ts';
import { type Carried, carriedCxml, carriedOci, soldItems } from './carts.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { fillCart, marketplace, cartsOf as openedCarts, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let cxml: number;
let oci: number;

beforeAll(async () => {
  const opened = await openShopDemo();
  ({ demo, shop, requester } = opened);
  cxml = await marketplace(opened.admin, shop);
  oci = await marketplace(opened.admin, shop, {
    ...{ name: 'OCI', provider: 'conrad', protocol: 'oci', url: shop.ociUrl, order_url: null },
  });
});
afterAll(() => closeShopDemo(demo, shop));

interface Brought {
  readonly document: Document;
  readonly cart: number;
  readonly status: number;
}

/** A new request whose person returns from a shop with this cart. */
async function brought(place: number, cartOf: (cookie: string) => Carried): Promise<Brought> {
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines: [] });
  const visit = { procurement_id: draft.id, marketplace_id: place };
  const start = (await post(requester, '/api/punchout/start', visit)).json<Start>();
  const { path } = await fillCart(start, {});
  const [{ cookie } = { cookie: '' }] = await demo.web.sql<{ cookie: string }>(
    'select buyer_cookie as cookie from punchout_cart where id = $1',
    [start.cart_id],
  );
  const { type, body } = cartOf(cookie);
  const headers = { 'content-type': type, 'accept-language': 'de' };
  const remoteAddress = `10.0.${(draft.id >> 8) & 255}.${draft.id & 255}`;
  const answer = await demo.send({
    method: 'POST',
    url: path,
    payload: Buffer.from(body),
    headers,
    remoteAddress,
  });
  return {
    document: (await load(requester, draft.id)) as Document,
    cart: start.cart_id,
    status: answer.status,
  };
}

const cartsOf = (document: Pick<Document, 'id'>) => openedCarts(requester, document);
const linesOf = async ({ id }: Pick<Document, 'id'>) =>
  await demo.web.sql<{ quantity: string; price: string | null; number: string | null; image: string | null }>(
    `select quantity::text, price_netto::text as price, item_number as number, image_url as image from procurement_line
     where procurement_id = $1 order by sort_no`,
    [id],
  );
const form = (fields: Readonly<Record<string, string>>): Carried => ({
  type: 'application/x-www-form-urlencoded',
  body: new TextEncoder().encode(
    new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [`NEW_ITEM-${name}[1]`, value]),
    ).toString(),
  ),
});
const pen = {
  DESCRIPTION: 'Stift',
  VENDORMAT: 'A1',
  QUANTITY: '2',
  UNIT: 'PCE',
  PRICE: '3.50',
  CURRENCY: 'EUR',
};

describe('PUN-06 PUN-07 carts of any shop become lines', () => {
  const rounds = inDepth(6, 150);
  test(`reads ${rounds} carts in random notations`, async () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const chance = chanceOf(seed);
      const items = soldItems(chance, 5);
      const isOci = chance.share(0.5);
      const { document, cart, status } = await brought(isOci ? oci : cxml, (cookie) =>
        isOci ? carriedOci(items, chance) : carriedCxml(cookie, items, chance),
      );
      expect([seed, status]).toEqual([seed, 200]);
      await act(requester, 'take_cart_items', document, { punchout_cart_id: cart });
      const lines = await linesOf(document);
      expect([
        seed,
        lines.map(({ quantity, price }) => [amountOf(quantity), price && amountOf(price)]),
      ]).toEqual([seed, items.map(({ quantity, price }) => [amountOf(quantity), price && amountOf(price)])]);
    }
  });

  const odd: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'NUL and controls everywhere': Object.fromEntries(
      Object.entries({ ...pen, EXT_SCHEMA_TYPE: 'x', EXT_CATEGORY_ID: '9', LONGTEXT: 'l' }).map(
        ([name, value]) => [
          name,
          ['QUANTITY', 'PRICE', 'CURRENCY'].includes(name) ? value : `${value}\0\u0001`,
        ],
      ),
    ),
    'surrogate pairs at the length limit': {
      ...pen,
      DESCRIPTION: 'a'.repeat(3999) + '😀'.repeat(5),
      VENDORMAT: `${'b'.repeat(59)}😀`,
      EXT_QUOTE_ID: `${'c'.repeat(59)}😀`,
      UNIT: `${'d'.repeat(29)}😀`,
    },
    'an address in capital letters': { ...pen, ATTACHMENT: 'HTTPS://shop.example/A.PNG' },
    'an address with a NUL': { ...pen, ATTACHMENT: 'https://shop.example/\0.png' },
    'a script instead of a picture': { ...pen, ATTACHMENT: 'javascript:alert(1)//.png' },
    'texts longer than any line': { ...pen, DESCRIPTION: 'x'.repeat(50_000), LONGTEXT: 'y'.repeat(50_000) },
    'eight decimals': { ...pen, PRICE: '0.00000001', QUANTITY: '0.001', PRICEUNIT: '9999999' },
  };
  test.each(Object.entries(odd))('%s', async (_, fields) => {
    const { document, cart, status } = await brought(oci, () => form(fields));
    expect(status).toBe(200);
    await act(requester, 'take_cart_items', document, { punchout_cart_id: cart });
    const [line, ...others] = await linesOf(document);
    expect(others).toEqual([]);
    expect(amountOf(line?.quantity ?? '')).toBe(fields.QUANTITY);
    expect(line?.image ?? 'https://').toMatch(/^https:\/\//);
  });

  const refusedOnes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a price of four hundred digits': { ...pen, PRICE: `1${'0'.repeat(400)}` },
    'a negative price': { ...pen, PRICE: '-3' },
    'a negative quantity': { ...pen, QUANTITY: '-1' },
    'an exponent': { ...pen, PRICE: '1e9' },
  };
  test.each(Object.entries(refusedOnes))(
    '%s is shown with its problem, and nothing is lost',
    async (_, fields) => {
      const { document, cart, status } = await brought(oci, () => form(fields));
      expect(status).toBe(200);
      const input = on(document, { punchout_cart_id: cart });
      expect((await refused(requester, 'take_cart_items', input)).code).toBe('punchout_item_incomplete');
      expect(await cartsOf(document)).toMatchObject([
        { items: [{ description: 'Stift', problems: [expect.any(String)] }] },
      ]);
      expect(await linesOf(document)).toEqual([]);
    },
  );

  test('refuses an amount above the limit of requests with a text', async () => {
    const { document, cart } = await brought(oci, () =>
      form({ ...pen, QUANTITY: '99999999999', PRICE: '9999999999' }),
    );
    const refusal = await refused(requester, 'take_cart_items', on(document, { punchout_cart_id: cart }));
    expect(refusal.code).not.toBe('unexpected');
    expect(await cartsOf(document)).toMatchObject([{ items: [{ description: 'Stift' }] }]);
  });
});
