import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import type { WebCaller } from '../support/demo-web.ts';

export interface Start {
  readonly url: string;
  readonly method: 'post' | 'get';
  readonly fields: Readonly<Record<string, string>>;
  readonly cart_id: number;
}

export interface ShownItem {
  readonly position: number;
  readonly description: string;
  readonly price: string | null;
  readonly problems: readonly string[];
}

export interface ShownCart {
  readonly id: number;
  readonly state: string;
  readonly is_at_shop: boolean;
  readonly failure: string | null;
  readonly marketplace: { readonly name: string };
  readonly taken: number;
  readonly waiting: number;
  readonly version: string;
}

/** With its waiting items. */
export interface OpenedCart extends ShownCart {
  readonly items: readonly ShownItem[];
}

/** The carts of a request with their items. */
export async function cartsOf(
  who: WebCaller,
  { id }: { readonly id: number },
): Promise<readonly OpenedCart[]> {
  const carts = (await who.send({ url: `/api/punchout/carts/${id}` })).json<readonly ShownCart[]>();
  return await Promise.all(
    carts.map(async (cart) => ({
      ...cart,
      items: (await who.send({ url: `/api/punchout/cart/${cart.id}/items` })).json<readonly ShownItem[]>(),
    })),
  );
}

/** A marketplace of the demo tenant at the sandbox shop. */
export async function marketplace(admin: WebCaller, shop: ShopSandbox, change: object = {}): Promise<number> {
  const { supplier } = await admin.get<{ supplier: { id: number }[] }>(
    '{ supplier(where: { active: { _eq: true } }, order_by: { id: asc }, limit: 1) { id } }',
    {},
  );
  const { insert_marketplace_one: row } = await admin.get<{ insert_marketplace_one: { id: number } }>(
    'mutation ($object: marketplace_insert_input!) { insert_marketplace_one(object: $object) { id } }',
    {
      object: {
        ...{
          name: 'Sandbox',
          provider: 'amazon',
          protocol: 'cxml',
          url: shop.cxmlUrl,
          order_url: shop.orderUrl,
        },
        ...{ identity: shopIdentity, secret: shopSecret, supplier_id: supplier[0]?.id },
        ...change,
      },
    },
  );
  return row.id;
}

export const post = (who: WebCaller, url: string, payload: object) =>
  who.send({ method: 'POST', url, payload, headers: { 'accept-language': 'de' } });

/** Fills the cart at the shop and returns the form that the browser would post. */
export async function fillCart(start: Start, wanted: Readonly<Record<string, number>>): Promise<Posted> {
  const entered = await enter(start);
  const filled = await fetch(`${entered}/checkout`, {
    method: 'POST',
    body: new URLSearchParams(Object.entries(wanted).map(([number, count]) => [number, String(count)])),
  });
  const page = await filled.text();
  const action = decoded(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '');
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [decoded(name), decoded(value)],
  );
  return { path: new URL(action).pathname, body: new URLSearchParams(fields).toString() };
}

export interface Posted {
  readonly path: string;
  readonly body: string;
}

async function enter({ url, method, fields }: Start): Promise<string> {
  if (method === 'get' && Object.keys(fields).length === 0) return url;
  const form = new URLSearchParams(fields);
  const entered =
    method === 'post' ? await fetch(url, { method: 'POST', body: form }) : await fetch(`${url}?${form}`);
  return entered.url;
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
