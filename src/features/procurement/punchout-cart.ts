/** A cart of a request as the form lists it; what waits in it is asked for when somebody looks at it. */
export interface CartAnswer {
  readonly id: number;
  readonly state: 'open' | 'returned' | 'taken' | 'cancelled';
  /** Somebody is, or was last, at the shop with it, and it may still come back. */
  readonly is_at_shop: boolean;
  readonly failure: string | null;
  readonly marketplace: { readonly id: number; readonly name: string };
  /** How many of its items are lines. */
  readonly taken: number;
  /** How many wait for somebody to add them. */
  readonly waiting: number;
  /** Another one with every change of what is in it. */
  readonly version: string;
}
