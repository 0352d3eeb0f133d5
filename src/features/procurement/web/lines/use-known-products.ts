import { useQuery, useQueryClient } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { useSession } from '../../../../platform/web/session.ts';
import { useAction } from '../../../../platform/web/use-action.ts';
import { knownProductsQuery, recentProducts } from '../../known-products.ts';
import { type Product, type ProductRow, productOf } from '../lookups.ts';

interface Answer {
  readonly favourite_product: readonly { readonly id: number; readonly product: ProductRow }[];
  readonly procurement_line: readonly { readonly product: ProductRow | null }[];
}

/** A product on a tile. */
export interface KnownProduct {
  readonly product: Product;
  /** The id of its mark as favourite; null without one. */
  readonly favouriteId: number | null;
}

export interface KnownProducts {
  readonly favourites: readonly KnownProduct[];
  readonly recent: readonly KnownProduct[];
}

/** The mark of a product as favourite of the person. */
export interface FavouriteMark {
  /** Marks the product, or takes the mark with this id away. */
  readonly toggle: (productId: number, favouriteId: number | null) => void;
  readonly isPending: boolean;
}

const queryName = 'known-products';
const insert =
  'mutation ($object: favourite_product_insert_input!) { insert_favourite_product_one(object: $object) { id } }';
const remove = 'mutation ($id: bigint!) { delete_favourite_product_by_pk(id: $id) { id } }';

/** The person's favourites and the products of the own latest requests (PROC-41). */
export function useKnownProducts(): KnownProducts {
  const userId = useSession()?.userId ?? 0;
  const { data } = useQuery({
    queryKey: [queryName, userId],
    queryFn: async ({ signal }) => {
      const answer = await gql<Answer>(knownProductsQuery, { me: userId }, { signal });
      const { favourite_product: favourites, procurement_line: lines } = answer;
      return {
        favourites: favourites.map(({ id, product }) => ({ product: productOf(product), favouriteId: id })),
        recent: recentProducts(lines, favourites).map((row) => ({
          product: productOf(row),
          favouriteId: null,
        })),
      };
    },
    enabled: userId !== 0,
    staleTime: 60_000,
  });
  return { favourites: data?.favourites ?? [], recent: data?.recent ?? [] };
}

/** The id of the person's mark of a product; null without one, undefined while it loads. */
export function useFavouriteOf(productId: number): number | null | undefined {
  const userId = useSession()?.userId ?? 0;
  const { data } = useQuery({
    queryKey: [queryName, userId, productId],
    queryFn: async ({ signal }) => {
      const query = 'query ($id: bigint!) { favourite_product(where: { product_id: { _eq: $id } }) { id } }';
      const answer = await gql<{ favourite_product: readonly { readonly id: number }[] }>(
        query,
        { id: productId },
        { signal },
      );
      return answer.favourite_product[0]?.id ?? null;
    },
    staleTime: 60_000,
  });
  return data;
}

export function useFavouriteMark(): FavouriteMark {
  const client = useQueryClient();
  const userId = useSession()?.userId ?? 0;
  const { isPending, perform } = useAction();
  const toggle = async (productId: number, favouriteId: number | null): Promise<void> => {
    if (favouriteId === null) await gql(insert, { object: { lb_user_id: userId, product_id: productId } });
    else await gql(remove, { id: favouriteId });
    await client.invalidateQueries({ queryKey: [queryName] });
  };
  return { toggle: (...mark) => void perform(() => toggle(...mark)), isPending };
}
