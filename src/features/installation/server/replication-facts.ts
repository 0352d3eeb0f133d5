import pg from 'pg';
import { shortConnection } from '../../../platform/server/database/primary.ts';
import type { ReplicaFacts } from '../replication.ts';

const replicaQuery = `
  select pg_is_in_recovery() as is_standby,
    case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::double precision as behind`;

/** Asks the replica for reads how it is; null without one. */
export async function readReplica(replicaUrl: string | null): Promise<ReplicaFacts | null> {
  if (replicaUrl === null) return null;
  const client = shortConnection(pg.Client, replicaUrl, 'kontor doctor');
  // A broken connection is reported by the query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean; behind: number }>(replicaQuery);
    return { isStandby: rows[0]?.is_standby === true, behindSeconds: rows[0]?.behind ?? 0 };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    // The answer is complete, so errors on closing do not matter.
    await client.end().catch(() => {});
  }
}
