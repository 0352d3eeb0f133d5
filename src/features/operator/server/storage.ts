import type { Database } from '../../../platform/server/database.ts';

/**
 * Counts the storage of tenants not counted today, one after the other to limit the load, since it reads all files of
 * a tenant.
 */
export async function countStorage(database: Database): Promise<void> {
  const due = await database.atGate((tx) =>
    tx.fixed<{ tenant_id: number }>('select tenant_id from app.storage_due()'),
  );
  for (const { tenant_id } of due)
    await database.atGate((tx) => tx.fixed('select app.count_storage($1)', [tenant_id]));
}
