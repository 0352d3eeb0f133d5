/** A visit of somebody from a buyer's system. */
export interface ShopVisit {
  readonly protocol: 'cxml' | 'oci';
  readonly hookUrl: string;
  readonly cookie: string;
  readonly operation: string;
  /** What is in the cart, by article number. */
  readonly quantities: Record<string, number>;
}

/** An order that was taken. */
export interface TakenOrder {
  readonly payloadId: string;
  readonly number: string;
  readonly type: string;
  readonly cookies: readonly string[];
  readonly lines: readonly {
    readonly lineNumber: string;
    readonly item: string;
    readonly auxiliary: string;
    readonly quantity: string;
  }[];
}
