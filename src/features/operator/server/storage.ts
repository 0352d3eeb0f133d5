import type { Database } from '../../../platform/server/database.ts';

/**
 * Counts what the tenants take up that were not counted today, one after the other, so that nothing else waits for it: all files
 * of a tenant are read for that.
 */
export async function countStorage(database: Database): Promise<void> {
  const due = await database.atGate((tx) =>
    tx.fixed<{ tenant_id: number }>('select tenant_id from app.storage_due()'),
  );
  for (const { tenant_id } of due)
    await database.atGate((tx) => tx.fixed('select app.count_storage($1)', [tenant_id]));
}
