import { rankOf } from '../../base/search.ts';
import { beginning, fitting, searchedFor } from '../../graphql/search-where.ts';

/** The maximum number of products shown. */
const limit = 50;

/** The fields of a product for a line. */
export const productFields = `id name alias item_number unit price_netto price_unit tax image_file_id image_url webshop_url offer_number
  offer_date is_cost_center_fixed supplier { id name delivery_in_days } product_group { id name: shown_name }
  cost_center { id number name: shown_name }`;

const order = 'order_by: [{ name: asc }, { id: asc }]';

/** Active products that match the text, from exact names to matches inside words. */
export const productSearchQuery = `query (
    $whole: product_bool_exp!, $beginning: product_bool_exp!, $words: product_bool_exp!, $inside: product_bool_exp!) {
  whole: product(where: $whole, ${order}, limit: 10) { ...found }
  beginning: product(where: $beginning, ${order}, limit: ${limit}) { ...found }
  words: product(where: $words, ${order}, limit: ${limit}) { ...found }
  inside: product(where: $inside, ${order}, limit: ${limit}) { ...found }
}
fragment found on product { ${productFields} }`;

/** Each word of the text must occur in name, alias, item number or supplier (PROC-07). */
export function productSearchVariables(text: string) {
  const active = (conditions: readonly object[]) => ({ _and: [{ active: { _eq: true } }, ...conditions] });
  return {
    whole: active(beginning(text, 'whole')),
    beginning: active(beginning(text, 'beginning')),
    words: active(fitting(text, 'words')),
    inside: active(searchedFor(text)),
  };
}

/** The searched fields of a product. */
export interface FoundBy {
  readonly id: number;
  readonly name: string;
  readonly alias: string | null;
  readonly item_number: string | null;
  readonly supplier: { readonly name: string } | null;
}

/** Merges the answers to `productSearchQuery` into one list, best match first, equal matches by name. */
export function foundProducts<Product extends FoundBy>(
  text: string,
  answers: Readonly<Record<keyof ReturnType<typeof productSearchVariables>, readonly Product[]>>,
): readonly Product[] {
  const { whole, beginning, words, inside } = answers;
  const all = [...whole, ...beginning, ...words, ...inside];
  const distinct = [...new Map(all.map((product) => [product.id, product])).values()];
  const ranks = new Map(distinct.map((product) => [product, rankOfProduct(text, product)]));
  return distinct
    .toSorted(
      (left, right) =>
        (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0) || left.name.localeCompare(right.name, 'de'),
    )
    .slice(0, limit);
}

/** Matches in the product's own fields rank above matches in the supplier name. */
function rankOfProduct(text: string, { name, alias, item_number, supplier }: FoundBy): number {
  const own = [name, alias, item_number];
  const ofProduct = rankOf(text, own);
  return ofProduct <= 3 ? ofProduct : 4 + rankOf(text, [...own, supplier?.name]);
}
