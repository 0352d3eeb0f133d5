import { literal } from '../../graphql/search-where.ts';

/** The limits of lines read and offered. */
const maxRead = 30;
const maxOffered = 5;

/** Lines of the person's own earlier requests, newest first (PROC-41). */
export const earlierLinesQuery = `query ($where: procurement_line_bool_exp!) {
  procurement_line(where: $where, order_by: { id: desc }, limit: ${maxRead}) {
    id description item_number quantity unit price_netto price_brutto price_mode price_unit tax
    offer_number webshop_url supplier { id name delivery_in_days } product_group { id name: shown_name }
  }
}`;

/**
 * The person's lines that contain each word of the text. Without those of the catalogue and of shops, which have their
 * own search, and without suppliers that are no longer active.
 */
export function earlierLinesVariables(text: string, userId: number) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const containing = (word: string) => {
    const _ilike = `%${literal(word)}%`;
    return { _or: [{ description: { _ilike } }, { item_number: { _ilike } }] };
  };
  return {
    where: {
      _and: [
        ...words.map(containing),
        { kind: { _eq: 'item' }, product_id: { _is_null: true }, punchout_cart_id: { _is_null: true } },
        { procurement: { creator_id: { _eq: userId } } },
        { _or: [{ supplier_id: { _is_null: true } }, { supplier: { active: { _eq: true } } }] },
      ],
    },
  };
}

/** The data that identify an ordered article. */
export interface OrderedArticle {
  readonly description: string | null;
  readonly item_number: string | null;
  readonly supplier: { readonly id: number } | null;
}

/** The newest line of each article. */
export function distinctArticles<Line extends OrderedArticle>(lines: readonly Line[]): readonly Line[] {
  const byArticle = new Map<string, Line>();
  for (const line of lines) {
    const { description, item_number: number, supplier } = line;
    const key = [description?.trim().toLowerCase(), number?.trim(), supplier?.id].join('\n');
    if (description?.trim() && !byArticle.has(key)) byArticle.set(key, line);
  }
  return [...byArticle.values()].slice(0, maxOffered);
}
