/** A visit of somebody from a buyer's system. */
export interface ShopVisit {
  readonly protocol: 'cxml' | 'oci';
  readonly hookUrl: string;
  readonly cookie: string;
  readonly operation: string;
  /** What is in the cart, by article number. */
  readonly quantities: Record<string, number>;
}
