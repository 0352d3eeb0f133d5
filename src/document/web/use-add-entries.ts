import { hasRole, isAuditor } from '../../platform/context.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import { type AddingPerson, addEntries, firstSteps, type OfferedEntry } from '../add-entries.ts';
import { useListed } from './listed-kind.ts';

/** The entries of the add button; none until the person is loaded. */
export function useAddEntries(): readonly OfferedEntry[] {
  const person = useAddingPerson();
  const { kinds } = useListed();
  return person === null ? [] : addEntries(kinds, person);
}

/** The entries that an empty list of a kind offers to this person; none for lists of several kinds. */
export function useFirstSteps(name: string): readonly OfferedEntry[] {
  const person = useAddingPerson();
  const kind = useListed().kinds.find((each) => each.name === name);
  return person === null || kind === undefined ? [] : firstSteps(kind, person);
}

function useAddingPerson(): AddingPerson | null {
  const session = useSession();
  const profile = useProfile();
  if (session === null || profile === null || isAuditor(session)) return null;
  return { modules: profile.modules, hasRole: (role) => hasRole(session, role) };
}
