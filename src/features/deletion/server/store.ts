import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';

/**
 * Refuses `deletion_running` for a tenant being deleted, which must not be changed, restored or charged (OP-02). `tx`
 * acts as `operator`.
 */
export async function refuseDeleting(tx: Tx, tenantId: number): Promise<void> {
  const { is_deleting: isDeleting } = await tx.one<{ is_deleting: boolean }>(
    'select app.is_deleting($1) as is_deleting',
    [tenantId],
  );
  if (isDeleting) throw new Refused(refuse('deletion_running'));
}
