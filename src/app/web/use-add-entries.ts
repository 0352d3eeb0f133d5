import { hasRole, isAuditor } from '../../platform/context.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import { addEntries, type OfferedEntry } from './add-entries.ts';

/** The entries of the add button; none until the person is loaded. */
export function useAddEntries(): readonly OfferedEntry[] {
  const session = useSession();
  const profile = useProfile();
  if (session === null || profile === null || isAuditor(session)) return [];
  return addEntries({ modules: profile.modules, hasRole: (role) => hasRole(session, role) });
}
