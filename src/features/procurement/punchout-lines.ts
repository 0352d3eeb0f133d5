import { unitText } from '../../base/units.ts';
import { emptyStored } from '../../document/fields.ts';
import { cut } from '../punchout/item.ts';
import { type PendingItem, productGroupOf } from '../punchout/pending.ts';
import type { TypedLine } from './editing.ts';
import { lineFields } from './fields.ts';

/** The data that turns a cart item into a line, beside the shop's own data. */
export interface CartFacts {
  readonly cart_id: number;
  readonly marketplace_id: number;
  readonly supplier_id: number;
  /** The company's rate, for carts without taxes. */
  readonly tax: string | null;
  readonly mapping: readonly { readonly code: string; readonly product_group_id: number }[];
  readonly t: (key: string) => string;
}

const longestDescription = 4000;

/** Turns a cart item into a line of a request, with a net price (PUN-07). */
export function lineOfItem(item: PendingItem, facts: CartFacts, sortNo: number): TypedLine {
  // Cells show a single line of text, so that line breaks become commas.
  const texts = [item.description, ...(item.long_text ?? '').split('\n')].map((text) => text.trim());
  const price = {
    price_netto: item.price,
    price_brutto: null,
    price_mode: 'net' as const,
    price_unit: item.price_unit,
    tax: item.tax ?? facts.tax,
  };
  return {
    ...emptyStored(lineFields),
    ...price,
    id: null,
    sort_no: sortNo,
    quantity_received: '0',
    is_cost_center_fixed: false,
    kind: item.kind,
    description: cut(texts.filter(Boolean).join(', '), longestDescription),
    item_number: shortened(item.item_number?.trim(), 60),
    quantity: item.quantity,
    unit: shortened(item.unit && unitText(item.unit, facts.t), 30),
    offer_number: shortened(item.quote_number, 60),
    image_url: item.image_url,
    webshop_url: item.webshop_url,
    product_group_id: productGroupOf(item, facts.mapping),
    supplier_id: facts.supplier_id,
    marketplace_id: facts.marketplace_id,
    punchout_cart_id: facts.cart_id,
    agreed: price,
  };
}

function shortened(text: string | null | undefined, length: number): string | null {
  return text ? cut(text, length) : null;
}
