import { columnRef, type Narrowing } from '../../graphql/sql.ts';
import type { Context } from '../../platform/context.ts';

/** A role that lets a person see documents that do not concern them (ROLE-04). */
const isWide = (role: string): boolean => /^user-(admin|auditor|see-all-.*|see-contracts.*)$/.test(role);

/**
 * Restricts document lists of a person who sees only concerning documents: an index finds these few, whereas the
 * policy alone is evaluated for every document of the tenant.
 */
export function narrowedTo({ userId, roles }: Context): Narrowing | undefined {
  if (userId === 0 || roles.some(isWide)) return undefined;
  return ({ name }, alias) =>
    name === 'document' ? `${columnRef(alias, 'concerned_ids')} && app.persons()` : undefined;
}
