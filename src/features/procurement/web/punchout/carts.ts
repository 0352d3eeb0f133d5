import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import type { CartAnswer } from '../../punchout-cart.ts';

/** A shop that a request of the company may buy in. */
export interface Shop {
  readonly id: number;
  readonly name: string;
}

interface ShopRow extends Shop {
  readonly client_marketplaces: readonly { readonly client_id: number }[];
}

/** Which shops there are, and whether anybody shops for the company at all. */
export interface ShopsAnswer {
  readonly marketplace: readonly ShopRow[];
  readonly client: readonly { readonly punchout_enabled: boolean }[];
}

/** The shops that are offered for the company of a form: those for all companies, and those for it (PUN-15). */
export function shopsFor(clientId: number | null, answer: ShopsAnswer): readonly Shop[] {
  // Nobody shops for some companies (SET-06).
  if (clientId !== null && answer.client[0]?.punchout_enabled === false) return [];
  return answer.marketplace.filter(
    ({ client_marketplaces: companies }) =>
      companies.length === 0 || companies.some(({ client_id }) => client_id === clientId),
  );
}

/** The shops that are on for the company of the form. */
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

/** The carts of a request; one that is still at the shop is asked for again, should its window not tell us. */
export function cartsQuery(procurementId: number) {
  return queryOptions({
    queryKey: [cartsKey, procurementId],
    queryFn: ({ signal }) => rest<readonly CartAnswer[]>(`/api/punchout/carts/${procurementId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((cart) => cart.is_at_shop) ? 5_000 : false),
  });
}

/** What waits in a cart as it is in this version, so that it comes over the network once. */
export function itemsQuery({ id, version }: Pick<CartAnswer, 'id' | 'version'>) {
  return queryOptions({
    queryKey: ['punchout-items', id, version],
    queryFn: ({ signal }) => rest<readonly PendingItem[]>(`/api/punchout/cart/${id}/items`, { signal }),
    staleTime: 'static',
  });
}

/** Reads a cart that has come back, and what waits in it; fails where the person may not read it any more. */
export async function readReturnedCart(
  client: QueryClient,
  procurementId: number,
  id: number,
): Promise<void> {
  const query = cartsQuery(procurementId);
  // A reading that is under way may have begun before the cart was back.
  await client.cancelQueries({ queryKey: query.queryKey });
  const carts = await client.fetchQuery({ ...query, staleTime: 0 });
  const cart = carts.find((each) => each.id === id);
  if (cart !== undefined && cart.waiting > 0) await client.fetchQuery(itemsQuery(cart));
}

/** How a browser gets into a shop. */
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
