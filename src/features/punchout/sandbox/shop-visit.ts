/** A visit from a buyer's system. */
export interface ShopVisit {
  readonly protocol: 'cxml' | 'oci';
  readonly hookUrl: string;
  readonly cookie: string;
  readonly operation: string;
  /** Quantities in the cart by article number. */
  readonly quantities: Record<string, number>;
}
