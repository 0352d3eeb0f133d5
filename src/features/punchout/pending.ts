import type { CartItem } from './cart.ts';

/** A stored cart item with its position and the line made from it. */
export interface PendingItem extends CartItem {
  readonly position: number;
  /** Null until a person adds it. */
  readonly line_id: number | null;
  /** Removed by a person; the shop's cart still contains it. */
  readonly is_removed: boolean;
}

/** The items of a returned cart in stored form. */
export function pendingItems(items: readonly CartItem[]): readonly PendingItem[] {
  return items.map((item, position) => ({ ...item, position, line_id: null, is_removed: false }));
}

/** Whether a person has yet to add the item (PUN-07). */
export function isPending({ line_id, is_removed }: PendingItem): boolean {
  return line_id === null && !is_removed;
}

/** The product group mapped to an item: the longest matching code, whole codes before prefixes. */
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
