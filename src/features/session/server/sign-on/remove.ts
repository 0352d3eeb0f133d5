import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';

/**
 * Unbinds a person's accounts at issuers, for administrators. The next login binds the account with the address of
 * the person, such as a new one of the directory (AUTH-32).
 */
export async function removeIdentities(
  database: Database,
  context: Context,
  personId: number,
): Promise<void> {
  requireRole(context, 'user-admin');
  await database.inTenant(context, async (tx) => {
    await tx.one('select id from lb_user where id = $1', [personId]);
    await tx.as('writer').fixed('delete from sign_on_identity where lb_user_id = $1', [personId]);
  });
}
