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

/** Which tours the person may still see. */
export function toursOptions(userId: number) {
  return queryOptions({
    // With the profile, so that it is read anew when the person changes what he wants.
    queryKey: ['own-profile', userId, 'tours'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => toursOf(await gql<ToursAnswer>(toursQuery, { me: userId }, { signal })),
  });
}

/** Notes that the person has seen or skipped the tour of a page (ONB-05). */
export async function noteTour(userId: number, page: string): Promise<void> {
  queryClient.setQueryData(
    toursOptions(userId).queryKey,
    (tours) => tours && { ...tours, seen: [...tours.seen, page] },
  );
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
