import type { PendingItem } from '../punchout/pending.ts';

/** A cart of a request as the form shows it; what waits in it has no prices for people who see none (ROLE-07). */
export interface CartAnswer {
  readonly id: number;
  readonly state: 'open' | 'returned' | 'taken' | 'cancelled';
  /** Somebody is, or was last, at the shop with it, and it may still come back. */
  readonly is_at_shop: boolean;
  readonly failure: string | null;
  readonly marketplace: { readonly id: number; readonly name: string };
  /** How many of its items are lines. */
  readonly taken: number;
  readonly items: readonly PendingItem[];
}
