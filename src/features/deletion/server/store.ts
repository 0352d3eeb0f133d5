import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';

/**
 * Refuses `deletion_running` for a tenant being deleted, which must not be changed, restored or charged (OP-02), and
 * `tenant_moving` for one that moves or has moved to another installation (TECH-18). `tx` acts as `operator`.
 */
export async function refuseDeleting(tx: Tx, tenantId: number): Promise<void> {
  const { is_deleting: isDeleting, is_moving: isMoving } = await tx.one<{
    is_deleting: boolean;
    is_moving: boolean;
  }>(
    `select app.is_deleting($1) as is_deleting,
       exists (select from tenant where id = $1 and status in ('moving', 'moved', 'arriving')) as is_moving`,
    [tenantId],
  );
  if (isDeleting) throw new Refused(refuse('deletion_running'));
  if (isMoving) throw new Refused(refuse('tenant_moving'));
}
