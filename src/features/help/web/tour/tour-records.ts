import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import {
  noteTourMutation,
  restartToursMutation,
  type ToursAnswer,
  toursOf,
  toursQuery,
} from '../../tour-queries.ts';

/** Tour state of the person. */
export function toursOptions(userId: number) {
  return queryOptions({
    // Below the profile, so that it reloads when the person changes the preference.
    queryKey: ['own-profile', userId, 'tours'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => toursOf(await gql<ToursAnswer>(toursQuery, { me: userId }, { signal })),
  });
}

/** Records a page's tour as seen or skipped (ONB-05). */
export async function noteTour(userId: number, page: string): Promise<void> {
  queryClient.setQueryData(
    toursOptions(userId).queryKey,
    (tours) => tours && { ...tours, seen: [...tours.seen, page] },
  );
  try {
    await gql(noteTourMutation, { page });
  } catch (failure) {
    // Another window has recorded it.
    if (!(failure instanceof ApiRefusal && failure.code === 'unique_violation')) throw failure;
  }
}

/** Resets the seen tours and enables tours again (ONB-06). */
export async function restartTours(userId: number): Promise<void> {
  await gql(restartToursMutation, { me: userId });
  await queryClient.invalidateQueries();
}
