import { countedAtMost } from '../../documents-query.ts';
import type { Keyed, ListLayout } from './list-layout.ts';
import type { ListPlace } from './list-place.ts';
import type { ReadingOn } from './use-list-frame.ts';

/** How many rows the table has, its head and the titles of groups among them; -1 while nobody knows. */
export function rowCount(
  { onMore }: Pick<ReadingOn, 'onMore'>,
  layout: ListLayout<Keyed>,
  count: number | null,
): number {
  if (onMore === undefined) return layout.rows + 1;
  if (count === null || count > countedAtMost) return -1;
  const titles = layout.groups.filter(({ group }) => group.title !== null).length;
  return count + titles + 1;
}

/**
 * How many rows behind the head there are before the first one that was read. Read from its end, a list knows that
 * once it is counted; null until then.
 */
export function rowsBefore(
  list: Pick<ReadingOn, 'onMore'> & { readonly place: ListPlace },
  layout: ListLayout<Keyed>,
  count: number | null,
): number | null {
  if (list.onMore === undefined || list.place.from === 'start') return 0;
  const rows = rowCount(list, layout, count);
  return rows === -1 ? null : rows - 1 - layout.rows;
}
