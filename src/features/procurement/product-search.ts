/** How many products a search shows; whoever needs more types. */
const limit = 50;

const fields = `id name item_number unit price_netto price_unit tax image_file_id image_url webshop_url offer_number offer_date
  is_cost_center_fixed supplier { id name delivery_in_days } product_group { id name: shown_name }
  cost_center { id number name: shown_name }`;

/** Active products in the order of their names. */
export const productSearchQuery = `query ($where: product_bool_exp!) {
  product(where: $where, order_by: [{ name: asc }, { id: asc }], limit: ${limit}) { ${fields} } }`;

/** Shorter words are too frequent anywhere, and no index would find them there. */
const shortestInside = 3;

/**
 * Each word of the text occurs in name, alias, item number or supplier; one of a letter or two begins a word there.
 * Its wildcards count as characters (PROC-07).
 */
export function productSearchPatterns(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const plain = word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
      return word.length < shortestInside ? `% ${plain}%` : `%${plain}%`;
    });
}

export function productSearchVariables(text: string) {
  const patterns = productSearchPatterns(text);
  return {
    where: {
      _and: [{ active: { _eq: true } }, ...patterns.map((_like) => ({ search_text: { _like } }))],
    },
  };
}
