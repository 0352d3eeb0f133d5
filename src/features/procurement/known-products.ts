import { productFields } from './product-search.ts';

/** More favourites are not found by looking at tiles. */
const maxFavourites = 100;
export const maxRecent = 8;
/** Lines read for the last products, which often repeat. */
const maxRead = 40;

/** A person's favourites, and the products of the own latest requests (PROC-41). */
export const knownProductsQuery = `query ($me: bigint!) {
  favourite_product(where: { product: { active: { _eq: true } } }, order_by: { id: desc }, limit: ${maxFavourites}) {
    id product { ...known }
  }
  procurement_line(order_by: { id: desc }, limit: ${maxRead}, where: {
    product: { active: { _eq: true } }, procurement: { creator_id: { _eq: $me }, status: { _neq: "draft" } }
  }) { product { ...known } }
}
fragment known on product { ${productFields} }`;

/** The products of these lines, each once, without favourites. */
export function recentProducts<Product extends { readonly id: number }>(
  lines: readonly { readonly product: Product | null }[],
  favourites: readonly { readonly product: Pick<Product, 'id'> }[],
): readonly Product[] {
  const known = new Set(favourites.map(({ product }) => product.id));
  const products = lines.flatMap(({ product }) =>
    product === null || known.has(product.id) ? [] : [product],
  );
  return [...new Map(products.toReversed().map((product) => [product.id, product])).values()]
    .toReversed()
    .slice(0, maxRecent);
}
