import { infiniteQueryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { pageQuery, pageSize } from '../../documents-query.ts';
import { type ColumnRow, fieldsOf, type ListColumns } from '../../export-columns.ts';
import { findsNothing } from '../../filter.ts';
import { paged, type Selection } from './documents.ts';

/** The documents of a view with the fields of these columns. Waits while the selection is null. */
export function tableOptions(selection: Selection | null, list: ListColumns, keys: readonly string[]) {
  const query = pageQuery(fieldsOf(list, keys));
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['documents', 'table', selection, list.kind, keys],
    queryFn: async ({ pageParam, signal }): Promise<readonly ColumnRow[]> => {
      if (selection && findsNothing(selection.where)) return [];
      const variables = { ...selection, offset: pageParam, limit: pageSize };
      return (await gql<{ document: ColumnRow[] }>(query, variables, { signal })).document;
    },
    enabled: selection !== null,
  });
}
