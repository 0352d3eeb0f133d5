import { infiniteQueryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { pageSize } from '../../documents-query.ts';
import { type ExportColumnKey, type ExportRow, fieldsOf } from '../../export-columns.ts';
import { findsNothing } from '../../filter.ts';
import { paged, type Selection } from './documents.ts';

/** The documents of a view with the fields of these columns. Waits while the selection is null. */
export function tableOptions(selection: Selection | null, columns: readonly ExportColumnKey[]) {
  const query = `query Table(
    $where: procurement_bool_exp!, $order_by: [procurement_order_by!], $offset: Int!, $limit: Int!
  ) {
    procurement(where: $where, order_by: $order_by, offset: $offset, limit: $limit) { ${fieldsOf(columns)} }
  }`;
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['documents', 'table', selection, columns],
    queryFn: async ({ pageParam, signal }): Promise<readonly TableRow[]> => {
      if (selection && findsNothing(selection.where)) return [];
      const variables = { ...selection, offset: pageParam, limit: pageSize };
      return (await gql<{ procurement: TableRow[] }>(query, variables, { signal })).procurement;
    },
    enabled: selection !== null,
  });
}

export type TableRow = ExportRow & { readonly id: number };
