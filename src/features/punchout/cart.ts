import type { Amount } from '../../base/money.ts';

export const punchoutProtocols = ['cxml', 'oci'] as const;
export type PunchoutProtocol = (typeof punchoutProtocols)[number];

/** What a line that came back from a shop is in a request (DATA-29). */
export type CartItemKind = 'item' | 'freight';

/** Why an item of a cart cannot become a line as it is; a person sees it beside the item (PUN-07). */
export const itemProblems = [
  'description_missing',
  'quantity_missing',
  'quantity_invalid',
  'price_invalid',
  'price_negative',
  'currency_differs',
] as const;
export type ItemProblem = (typeof itemProblems)[number];

/** How a group of goods is called by a shop or in a public scheme, such as UNSPSC 44121701. */
export interface ItemClass {
  readonly domain: string;
  readonly code: string;
}

/** One product that a person has put into a shop's cart, as the shop wrote it but for notation. */
export interface CartItem {
  readonly kind: CartItemKind;
  readonly description: string;
  /** What the shop says beyond the description. */
  readonly long_text: string | null;
  /** The supplier's article number. Both go back with the order exactly as they came, blanks included. */
  readonly item_number: string | null;
  readonly auxiliary_id: string | null;
  /** The number that the buyer knows the product by. */
  readonly buyer_number: string | null;
  readonly manufacturer: string | null;
  readonly manufacturer_number: string | null;
  readonly quantity: Amount | null;
  /** The code of the unit, as it came (UN/ECE Recommendation 20 as a rule). */
  readonly unit: string | null;
  /** Net, for `price_unit` units (PRICE-06). */
  readonly price: Amount | null;
  readonly price_unit: Amount;
  readonly currency: string | null;
  /** Per cent; null where the cart says nothing. */
  readonly tax: Amount | null;
  readonly lead_time_days: number | null;
  /** The number that the buyer's system knows the supplier by (OCI); the line's supplier is that of the marketplace. */
  readonly vendor_number: string | null;
  readonly classes: readonly ItemClass[];
  readonly quote_number: string | null;
  readonly quote_item: string | null;
  readonly image_url: string | null;
  readonly webshop_url: string | null;
  readonly problems: readonly ItemProblem[];
}

/** What may be done with a cart at the shop later on: `edit` opens it again for changes, `inspect` for reading. */
export type CartOperation = 'create' | 'edit' | 'inspect';

/** A cart that a shop has sent back. */
export interface ReturnedCart {
  readonly protocol: PunchoutProtocol;
  /** The cookie that the shop was given with the set-up; OCI knows none. */
  readonly buyer_cookie: string | null;
  readonly operation_allowed: CartOperation;
  /** None at all: the person has left the shop without a cart. */
  readonly items: readonly CartItem[];
}

/** Why what came back from a shop is no cart; nothing of it is stored. */
export const cartFailures = [
  'no_cart',
  'not_xml',
  'encoding',
  'doctype',
  'too_deep',
  'too_large',
  'other_message',
  'too_many_items',
] as const;
export type CartFailure = (typeof cartFailures)[number];

export type CartReading =
  | { readonly ok: true; readonly cart: ReturnedCart }
  | { readonly ok: false; readonly reason: CartFailure };

/** More than people buy at once; a shop that sends more has lost its way. */
export const mostCartItems = 5000;

/** Lengths that lines and their tables take. */
export const cartLengths = {
  description: 4000,
  item_number: 255,
  /** Whole configurations stand there; it is kept with the cart alone, and goes back whole. */
  auxiliary_id: 65_536,
  unit: 30,
  url: 2000,
  code: 255,
} as const;

/** Larger ones are read by nobody, in bytes: five thousand items with long texts, escaped. */
export const longestReturn = 20 * 1024 * 1024;
