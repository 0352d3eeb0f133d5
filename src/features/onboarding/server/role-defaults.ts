import { roleDefaults } from '../../../document/approval/role-defaults.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

/** Makes the administrator the default for all roles without one (RDEF-02). */
export async function becomeRoleDefault(tx: Tx, { tenantId, userId }: Context): Promise<void> {
  await tx.as('writer').fixed(
    `insert into configuration (tenant_id, key, model, lb_user_id)
     select $1, key, 'lb_user', $2 from unnest($3::text[]) key
     on conflict do nothing`,
    [tenantId, userId, roleDefaults],
  );
}
