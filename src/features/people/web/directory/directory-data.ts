import { queryOptions } from '@tanstack/react-query';
import { changeByKey, gql } from '../../../../platform/web/api.ts';
import type { SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { queryClient } from '../../../../platform/web/query.ts';

/** A group as the directory tells it, and the task group that its members join. */
export interface DirectoryGroup {
  readonly id: number;
  readonly name: string;
  readonly task_group: SelectOption | null;
}

interface DirectoryState {
  /** The service account of the directory; null before it is set up. */
  readonly account: { readonly id: number; readonly name: string } | null;
  readonly groups: readonly DirectoryGroup[];
}

export const directoryOptions = queryOptions({
  queryKey: ['account', 'directory'],
  queryFn: async ({ signal }): Promise<DirectoryState> => {
    const answer = await gql<{
      accounts: readonly { readonly id: number; readonly name: string }[];
      groups: readonly DirectoryGroup[];
    }>(
      `{ accounts: lb_user(where: { is_directory: { _eq: true } }) { id name }
         groups: directory_group(order_by: { name: asc }) { id name task_group { id name } } }`,
      {},
      { signal },
    );
    return { account: answer.accounts[0] ?? null, groups: answer.groups };
  },
});

async function reload(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account'] });
  await queryClient.invalidateQueries({ queryKey: ['entity', 'control_change'] });
}

/** Makes the service account whose tokens belong to the directory (AUTH-33). */
export async function setUpDirectory(name: string): Promise<void> {
  await gql(
    `mutation ($name: String!) {
      insert_lb_user_one(object: { name: $name, is_service: true, is_directory: true }) { id } }`,
    { name },
  );
  await reload();
}

/** Maps a group of the directory to a task group; waits where the tenant has a second administrator (AUTH-37). */
export async function mapGroup(id: number, task_group_id: number | null): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $task_group_id: bigint) {
      update_directory_group_by_pk(pk_columns: { id: $id }, _set: { task_group_id: $task_group_id }) { id } }`,
    { id, task_group_id },
  );
  await reload();
}

/** What the directory says of a person. */
export interface LedPerson {
  readonly user_name: string;
  readonly email: string;
  readonly removed_at: string | null;
}

/** Null for a person whom the directory does not lead. */
export function ledPersonOptions(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'directory'],
    queryFn: async ({ signal }) =>
      (
        await gql<{ directory_person: readonly LedPerson[] }>(
          `query Led($id: bigint!) {
            directory_person(where: { lb_user_id: { _eq: $id } }) { user_name email removed_at } }`,
          { id },
          { signal },
        )
      ).directory_person[0] ?? null,
  });
}
