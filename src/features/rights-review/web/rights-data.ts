import { queryOptions } from '@tanstack/react-query';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { PersonRights, RightsAnswer, RightsReview } from '../model.ts';

const path = '/api/rights';
const queryKey = ['rights'] as const;

/** The rights of all people, and their confirmations (ADM-21). */
export function rightsOptions() {
  return queryOptions({ queryKey, queryFn: ({ signal }) => rest<RightsAnswer>(path, { signal }) });
}

/** A confirmation with the rights as they were. */
export function reviewOptions(id: number) {
  return queryOptions({
    queryKey: [...queryKey, id],
    queryFn: ({ signal }) =>
      rest<RightsReview & { readonly people: readonly PersonRights[] }>(`${path}/review/${id}`, { signal }),
  });
}

/** Confirms the rights that were shown; returns whether the review is complete. */
export async function confirmRights(sha256: string): Promise<boolean> {
  const { is_complete } = await rest<{ is_complete: boolean }>(`${path}/confirm`, {
    method: 'POST',
    body: { sha256 },
  });
  await queryClient.invalidateQueries({ queryKey });
  return is_complete;
}
