import { queryOptions } from '@tanstack/react-query';
import { hasRole } from '../../../platform/context.ts';
import { gql } from '../../../platform/web/api.ts';
import type { Profile } from '../../../platform/web/profile.ts';
import type { Session } from '../../../platform/web/session.ts';
import { type SetupAnswer, setupQuery } from '../setup-steps.ts';

/** Administrators, as themselves, are asked for what the first purchase request of their tenant needs. */
export function isAskedForSetup(session: Session | null, profile: Profile | null): boolean {
  if (session === null || session.isImpersonating) return false;
  return hasRole(session, 'user-admin') && (profile?.modules.includes('procurement') ?? false);
}

/** What there is of what the first purchase request needs. */
export function setupOptions(tenantId: number | undefined) {
  return queryOptions({
    // Saving a record of any entity asks anew.
    queryKey: ['entity', 'setup', tenantId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await gql<{ procurement_setup: SetupAnswer }>(setupQuery, {}, { signal })).procurement_setup,
  });
}

/** Whether anything of it is missing. */
export const isIncomplete = (answer: SetupAnswer): boolean => Object.values(answer).includes(false);
