import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';

const key = (userId: number) => ['tours', userId] as const;

/** The pages whose tour the person has seen or skipped (DATA-42). */
export function toursOptions(userId: number) {
  return queryOptions({
    queryKey: key(userId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = 'query Tours($me: bigint!) { tour(where: { lb_user_id: { _eq: $me } }) { page } }';
      const { tour } = await gql<{ tour: readonly { page: string }[] }>(query, { me: userId }, { signal });
      return tour.map(({ page }) => page);
    },
  });
}

/** Notes that the person has seen or skipped the tour of a page; once more changes nothing (ONB-05). */
export async function noteTour(userId: number, page: string): Promise<void> {
  queryClient.setQueryData(toursOptions(userId).queryKey, (seen) => [...(seen ?? []), page]);
  await gql(
    `mutation NoteTour($page: String!) {
      insert_tour_one(
        object: { page: $page }
        on_conflict: { constraint: tour_tenant_id_lb_user_id_page_key, update_columns: [] }
      ) { id }
    }`,
    { page },
  );
}

/** Forgets all that the person has seen, and shows him tours again (ONB-06). */
export async function restartTours(userId: number): Promise<void> {
  await gql(
    `mutation RestartTours($me: bigint!) {
      delete_tour(where: { lb_user_id: { _eq: $me } }) { affected_rows }
      update_lb_user_by_pk(pk_columns: { id: $me }, _set: { show_tour: true }) { id }
    }`,
    { me: userId },
  );
  await queryClient.invalidateQueries();
}
