import type pg from 'pg';
import { hours } from '../../../platform/server/clock.ts';
import { limitedConnection, longAct } from '../../../platform/server/database/limits.ts';
import { PrimaryClient } from '../../../platform/server/database/primary.ts';

/**
 * An open connection for `verifyAudit`; its caller ends it. Its settings prevent calls of functions or operators that
 * were added besides PostgreSQL's own ones.
 */
export async function verifyingClient(ownerUrl: string): Promise<pg.Client> {
  const { options, ...limited } = limitedConnection(longAct(hours(6)));
  const client = new PrimaryClient({
    ...limited,
    connectionString: ownerUrl,
    application_name: 'kontor audit:verify',
    options: `${options} -c search_path=pg_catalog -c timezone=UTC -c datestyle=ISO -c bytea_output=hex`,
  });
  await client.connect();
  return client;
}
