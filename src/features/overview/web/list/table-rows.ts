import type { Selection } from '../../documents-query.ts';
import { type ColumnRow, fieldsOf, type ListColumns } from '../../export-columns.ts';
import { type ListEnd, pagesOptions } from './documents.ts';

/** The documents of a view with the fields of these columns. Disabled while the selection is null. */
export function tableOptions(
  selection: Selection | null,
  list: ListColumns,
  keys: readonly string[],
  from: ListEnd,
) {
  return pagesOptions<ColumnRow, ColumnRow>({
    ...{ key: ['documents', 'table', list.kind, keys], fields: fieldsOf(list, keys), selection, from },
    shown: (row) => row,
  });
}
