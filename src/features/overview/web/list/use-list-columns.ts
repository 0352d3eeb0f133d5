import type { ColumnsPart } from '../../../../document/export-columns.ts';
import type { ShownKind } from '../../../../document/web/listed-kind.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import { type ListColumns, listColumns } from '../../export-columns.ts';

const loadNone = async (): Promise<ColumnsPart> => ({ exportColumns: {} });

/** The columns of a list of these kinds; null while loading. */
export function useListColumns(kinds: readonly ShownKind[]): ListColumns | null {
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const own = usePart(only?.loadColumns ?? loadNone, true);
  if (only === undefined) return listColumns(undefined);
  return own && listColumns({ ...only, ...own });
}
