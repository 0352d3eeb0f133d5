/** A cart in the form's list; its waiting items are loaded when a person opens it. */
export interface CartAnswer {
  readonly id: number;
  readonly state: 'open' | 'returned' | 'taken' | 'cancelled';
  /** The cart is open at the shop and may still return. */
  readonly is_at_shop: boolean;
  readonly failure: string | null;
  readonly marketplace: { readonly id: number; readonly name: string };
  /** The number of its items that are lines. */
  readonly taken: number;
  /** The number of items not added yet. */
  readonly waiting: number;
  /** Changes with every change of its content. */
  readonly version: string;
}
