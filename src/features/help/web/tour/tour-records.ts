import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { noteTourMutation, restartToursMutation, toursQuery } from '../../tour-queries.ts';

/** The pages whose tour the person has seen or skipped (DATA-42). */
export function toursOptions(userId: number) {
  return queryOptions({
    queryKey: ['tours', userId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { tour } = await gql<{ tour: readonly { page: string }[] }>(
        toursQuery,
        { me: userId },
        { signal },
      );
      return tour.map(({ page }) => page);
    },
  });
}

/** Notes that the person has seen or skipped the tour of a page (ONB-05). */
export async function noteTour(userId: number, page: string): Promise<void> {
  queryClient.setQueryData(toursOptions(userId).queryKey, (seen) => [...(seen ?? []), page]);
  try {
    await gql(noteTourMutation, { page });
  } catch (failure) {
    // Another window has noted it.
    if (!(failure instanceof ApiRefusal && failure.code === 'unique_violation')) throw failure;
  }
}

/** Forgets all that the person has seen, and shows him tours again (ONB-06). */
export async function restartTours(userId: number): Promise<void> {
  await gql(restartToursMutation, { me: userId });
  await queryClient.invalidateQueries();
}
