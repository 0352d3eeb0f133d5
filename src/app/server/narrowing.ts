import { columnRef, type Narrowing } from '../../graphql/sql.ts';
import type { Context } from '../../platform/context.ts';

/** A role by which a person sees documents that do not concern him (ROLE-04). */
const isWide = (role: string): boolean => /^user-(admin|auditor|see-all-.*|see-contracts.*)$/.test(role);

/**
 * Narrows the list of documents of a person who sees only what concerns him: an index leads to these few, where the
 * policy alone is asked of every document of the tenant.
 */
export function narrowedTo({ userId, roles }: Context): Narrowing | undefined {
  if (userId === 0 || roles.some(isWide)) return undefined;
  return ({ name }, alias) =>
    name === 'document' ? `${columnRef(alias, 'concerned_ids')} && app.persons()` : undefined;
}
