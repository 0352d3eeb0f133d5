import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import type { CartAnswer } from '../../punchout-cart.ts';

/** A shop for requests of the company. */
export interface Shop {
  readonly id: number;
  readonly name: string;
}

interface ShopRow extends Shop {
  readonly client_marketplaces: readonly { readonly client_id: number }[];
}

/** The shops, and whether punch-out is enabled for the company. */
export interface ShopsAnswer {
  readonly marketplace: readonly ShopRow[];
  readonly client: readonly { readonly punchout_enabled: boolean }[];
}

/** The shops for the company of a form: general ones and those of the company (PUN-15). */
export function shopsFor(clientId: number | null, answer: ShopsAnswer): readonly Shop[] {
  // Companies can disable punch-out (SET-06).
  if (clientId !== null && answer.client[0]?.punchout_enabled === false) return [];
  return answer.marketplace.filter(
    ({ client_marketplaces: companies }) =>
      companies.length === 0 || companies.some(({ client_id }) => client_id === clientId),
  );
}

/** The active shops for the company of the form. */
export function shopsQuery(clientId: number | null) {
  return queryOptions({
    queryKey: ['punchout-shops', clientId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Shop[]> => {
      const query = `query ($client: bigint) { marketplace(where: { active: { _eq: true } }, order_by: { name: asc }) {
        id name client_marketplaces { client_id } } client(where: { id: { _eq: $client } }) { punchout_enabled } }`;
      return shopsFor(clientId, await gql<ShopsAnswer>(query, { client: clientId }, { signal }));
    },
  });
}

export const cartsKey = 'punchout-carts';

/** The carts of a request; polled while one is at the shop, in case its window sends no message. */
export function cartsQuery(procurementId: number) {
  return queryOptions({
    queryKey: [cartsKey, procurementId],
    queryFn: ({ signal }) => rest<readonly CartAnswer[]>(`/api/punchout/carts/${procurementId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((cart) => cart.is_at_shop) ? 5_000 : false),
  });
}

/** The waiting items of a cart version, loaded once per version. */
export function itemsQuery({ id, version }: Pick<CartAnswer, 'id' | 'version'>) {
  return queryOptions({
    queryKey: ['punchout-items', id, version],
    queryFn: ({ signal }) => rest<readonly PendingItem[]>(`/api/punchout/cart/${id}/items`, { signal }),
    staleTime: 'static',
  });
}

/** Loads a returned cart and its waiting items; fails if the person may not read it any more. */
export async function readReturnedCart(
  client: QueryClient,
  procurementId: number,
  id: number,
): Promise<void> {
  const query = cartsQuery(procurementId);
  // A running query may have started before the cart returned.
  await client.cancelQueries({ queryKey: query.queryKey });
  const carts = await client.fetchQuery({ ...query, staleTime: 0 });
  const cart = carts.find((each) => each.id === id);
  if (cart !== undefined && cart.waiting > 0) await client.fetchQuery(itemsQuery(cart));
}

/** The request with which the browser enters a shop. */
export interface StartAnswer {
  readonly url: string;
  readonly method: 'post' | 'get';
  readonly fields: Readonly<Record<string, string>>;
  readonly cart_id: number;
}

export interface StartWish {
  readonly procurement_id: number;
  readonly marketplace_id: number;
  readonly cart_id?: number;
}

export function startVisit(body: StartWish): Promise<StartAnswer> {
  return rest<StartAnswer>('/api/punchout/start', { method: 'POST', body });
}
