import { queryOptions } from '@tanstack/react-query';
import { changeByKey, gql } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import type { OverviewSearch } from '../../overview-search.ts';

/** Filters saved by the person under a name (OVW-04). */
export interface SavedFilter {
  readonly id: number;
  readonly name: string;
  readonly query: OverviewSearch;
}

const page = 'overview';
const queryKey = ['saved-filters', page];

const listQuery = `query SavedFilters($page: String!) {
  saved_filter(where: { page: { _eq: $page } }, order_by: { name: asc }) { id name query }
}`;

export const savedFiltersOptions = queryOptions({
  queryKey,
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await gql<{ saved_filter: readonly SavedFilter[] }>(listQuery, { page }, { signal })).saved_filter,
});

/** Throws `ApiRefusal` when the name is in use. */
export async function saveFilter(userId: number, name: string, query: OverviewSearch): Promise<void> {
  const object = { lb_user_id: userId, page, name, query };
  await change(
    'mutation ($object: saved_filter_insert_input!) { insert_saved_filter_one(object: $object) { id } }',
    { object },
  );
}

/** Throws `ApiRefusal` when the name is in use. */
export async function renameFilter(id: number, name: string): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $name: String!) {
      update_saved_filter_by_pk(pk_columns: { id: $id }, _set: { name: $name }) { id }
    }`,
    { id, name },
  );
  await queryClient.invalidateQueries({ queryKey });
}

export async function deleteFilter(id: number): Promise<void> {
  await change('mutation ($id: bigint!) { delete_saved_filter_by_pk(id: $id) { id } }', { id });
}

async function change(mutation: string, variables: Readonly<Record<string, unknown>>): Promise<void> {
  await gql(mutation, variables);
  await queryClient.invalidateQueries({ queryKey });
}
