import type { Amount } from '../../base/money.ts';

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
  /** The total that the shop stated, if it is not the sum of its items (PUN-16); without `user-price` no amounts. */
  readonly difference: {
    readonly shop: Amount | null;
    readonly items: Amount | null;
    readonly currency: string;
  } | null;
  /** Changes with every change of its content. */
  readonly version: string;
}
