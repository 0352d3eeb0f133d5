import type { CartItem } from './cart.ts';

/** An item of a cart as the cart keeps it: which place it had, and which line became of it. */
export interface PendingItem extends CartItem {
  readonly position: number;
  /** Null while it waits for somebody to add it. */
  readonly line_id: number | null;
  /** Nobody wants it any more; the shop still knows it. */
  readonly is_removed: boolean;
}

/** What a shop sent, as it is kept. */
export function pendingItems(items: readonly CartItem[]): readonly PendingItem[] {
  return items.map((item, position) => ({ ...item, position, line_id: null, is_removed: false }));
}

/** Whether an item waits for somebody to add it (PUN-07). */
export function isPending({ line_id, is_removed }: PendingItem): boolean {
  return line_id === null && !is_removed;
}

/** The product group that a mapping gives an item: of the code that says most, and of whole codes before beginnings. */
export function productGroupOf(
  { classes }: Pick<CartItem, 'classes'>,
  mapping: readonly { readonly code: string; readonly product_group_id: number }[],
): number | null {
  const codes = classes.map(({ code }) => code.trim().toLowerCase());
  const fitting = mapping.filter(({ code }) => {
    const wanted = code.trim().toLowerCase();
    return wanted.endsWith('*')
      ? codes.some((each) => each.startsWith(wanted.slice(0, -1)))
      : codes.includes(wanted);
  });
  const rank = (code: string) => code.replace(/\*$/, '').length + (code.endsWith('*') ? 0 : 1000);
  return fitting.toSorted((one, other) => rank(other.code) - rank(one.code))[0]?.product_group_id ?? null;
}
