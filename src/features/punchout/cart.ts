import type { Amount } from '../../base/money.ts';

export const punchoutProtocols = ['cxml', 'oci'] as const;
export type PunchoutProtocol = (typeof punchoutProtocols)[number];

/** Kind of a cart item (DATA-29). */
export type CartItemKind = 'item' | 'freight';

/** Why a cart item cannot become a line unchanged; shown next to the item (PUN-07). */
export const itemProblems = [
  'description_missing',
  'quantity_missing',
  'quantity_invalid',
  'price_invalid',
  'price_negative',
  'currency_differs',
] as const;
export type ItemProblem = (typeof itemProblems)[number];

/** Classification of goods in a shop's own or a public scheme, such as UNSPSC 44121701. */
export interface ItemClass {
  readonly domain: string;
  readonly code: string;
}

/** The two readings of amounts such as `1,234`, for a person to choose from; empty for clear amounts (PUN-16). */
export interface UnclearAmounts {
  readonly price: readonly Amount[];
  readonly quantity: readonly Amount[];
}

/** A product in a shop's cart, as sent apart from notation. */
export interface CartItem {
  readonly kind: CartItemKind;
  readonly description: string;
  /** Text beyond the description. */
  readonly long_text: string | null;
  /** The supplier's article numbers. The order returns both exactly as received, including blanks. */
  readonly item_number: string | null;
  readonly auxiliary_id: string | null;
  readonly buyer_number: string | null;
  readonly manufacturer: string | null;
  readonly manufacturer_number: string | null;
  readonly quantity: Amount | null;
  /** Unit code as received, usually from UN/ECE Recommendation 20. */
  readonly unit: string | null;
  /** Net, for `price_unit` units (PRICE-06). */
  readonly price: Amount | null;
  readonly price_unit: Amount;
  readonly currency: string | null;
  /** Per cent; null if not given. */
  readonly tax: Amount | null;
  readonly lead_time_days: number | null;
  /** The supplier's number in the buyer's system (OCI). The line's supplier is that of the marketplace. */
  readonly vendor_number: string | null;
  readonly classes: readonly ItemClass[];
  readonly quote_number: string | null;
  readonly quote_item: string | null;
  readonly image_url: string | null;
  readonly webshop_url: string | null;
  readonly problems: readonly ItemProblem[];
  /** Absent if all its amounts are clear. */
  readonly unclear?: UnclearAmounts;
}

/** What may be done with a cart at the shop later: `edit` reopens it for changes, `inspect` for reading. */
export type CartOperation = 'create' | 'edit' | 'inspect';

/** The net total that a shop states for its cart. */
export interface CartTotal {
  readonly amount: Amount;
  readonly currency: string;
}

/** A cart returned by a shop. */
export interface ReturnedCart {
  readonly protocol: PunchoutProtocol;
  /** The cookie sent to the shop in the set-up request; null for OCI, which has none. */
  readonly buyer_cookie: string | null;
  readonly operation_allowed: CartOperation;
  /** Null if not given, as in OCI. */
  readonly total: CartTotal | null;
  /** Empty if the person left the shop without a cart. */
  readonly items: readonly CartItem[];
}

/** Why a returned message is not a cart; nothing of it is stored. */
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

/** Above realistic carts; more items indicate a shop error. */
export const maxCartItems = 5000;

/** Maximum lengths of line fields. */
export const cartLengths = {
  description: 4000,
  item_number: 255,
  /** May contain whole configurations; stored with the cart only and returned unchanged. */
  auxiliary_id: 65_536,
  unit: 30,
  url: 2000,
  code: 255,
} as const;

/** Limit in bytes: enough for five thousand items with long texts, escaped. */
export const longestReturn = 20 * 1024 * 1024;
