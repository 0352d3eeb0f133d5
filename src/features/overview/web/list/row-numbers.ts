import { isCounted } from '../../documents-query.ts';
import type { Keyed, ListLayout } from './list-layout.ts';
import type { ListPlace } from './list-place.ts';
import type { ReadingOn } from './use-list-frame.ts';

/** Number of table rows, including head and group titles; -1 while unknown. */
export function rowCount(
  { onMore }: Pick<ReadingOn, 'onMore'>,
  layout: ListLayout<Keyed>,
  count: number | null,
): number {
  if (onMore === undefined) return layout.rows + 1;
  if (count === null || !isCounted(count)) return -1;
  const titles = layout.groups.filter(({ group }) => group.title !== null).length;
  return count + titles + 1;
}

/**
 * Number of rows between the head and the first loaded row. For a list loaded from its end it is null until counted.
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
