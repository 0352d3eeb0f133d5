import { queryOptions } from '@tanstack/react-query';
import { hasRole } from '../../../platform/context.ts';
import { gql } from '../../../platform/web/api.ts';
import type { Profile } from '../../../platform/web/profile.ts';
import type { Session } from '../../../platform/web/session.ts';
import { type SetupAnswer, setupQuery } from '../setup-steps.ts';

/** Whether the person is asked for the prerequisites: administrators, unless acting as another person. */
export function isAskedForSetup(session: Session | null, profile: Profile | null): boolean {
  if (session === null || session.isImpersonating) return false;
  return hasRole(session, 'user-admin') && (profile?.modules.includes('procurement') ?? false);
}

/** Fulfilled prerequisites of the first purchase request. */
export function setupOptions(tenantId: number | undefined) {
  return queryOptions({
    // Reloaded after saving any entity.
    queryKey: ['entity', 'setup', tenantId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await gql<{ procurement_setup: SetupAnswer }>(setupQuery, {}, { signal })).procurement_setup,
  });
}

/** Whether a prerequisite is missing. */
export const isIncomplete = (answer: SetupAnswer): boolean => Object.values(answer).includes(false);
