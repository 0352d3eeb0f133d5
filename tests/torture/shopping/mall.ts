import { shopIdentity, shopSecret } from '../../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../../src/features/punchout/sandbox/shop.ts';
import { Api } from '../calls.ts';
import type { Actor, Cast } from '../cast.ts';

/** A message of the shop accepted by the product. */
export interface TakenNotice {
  readonly payload: string;
  readonly procurementId: number;
}

/** A shop outside of the product, which is never killed, with the record of its use. */
export interface Mall {
  readonly shop: ShopSandbox;
  readonly marketplaceId: number;
  readonly tenantId: number;
  /** The intents of shoppers; their requests are separate from the others'. */
  readonly api: Api;
  readonly notices: TakenNotice[];
}

/** Creates a marketplace of the demo for the shop. */
export async function openMall(url: string, shop: ShopSandbox, { admin, tenantId }: Cast): Promise<Mall> {
  const api = new Api(url);
  const { supplier } = await api.look(
    admin,
    `{ supplier(where: { active: { _eq: true }, name: { _is_null: false } }, order_by: { id: asc }, limit: 1) { id } }`,
    {},
  );
  const made = await api.look(
    admin,
    'mutation ($object: marketplace_insert_input!) { insert_marketplace_one(object: $object) { id } }',
    {
      object: {
        ...{ name: 'Markthalle', provider: 'amazon', protocol: 'cxml', url: shop.cxmlUrl },
        ...{ order_url: shop.orderUrl, identity: shopIdentity, secret: shopSecret },
        supplier_id: (supplier as { id: number }[])[0]?.id,
      },
    },
  );
  const { id: marketplaceId } = made.insert_marketplace_one as { id: number };
  return { shop, marketplaceId, tenantId, api, notices: [] };
}

/** Repeats a request while the product is away, until it is answered. */
export async function ask<Answer>(
  mall: Mall,
  actor: Actor,
  path: string,
  body: object,
): Promise<Answer | null> {
  const { status, text } = await mall.api.post(path, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await actor.token()}` },
    body: JSON.stringify(body),
  });
  return status === 200 ? (JSON.parse(text) as Answer) : null;
}
