import type pg from 'pg';
import { hours, minutes, seconds } from '../../../platform/server/clock.ts';
import { StartError } from '../../../platform/server/start-error.ts';
import { connected, type OpenPlace, until } from './place.ts';
import type { MovedTable } from './tables.ts';

/** What is written at the old place after the snapshot, as it reaches the new place. */
export interface Stream {
  /** The moment from which the stream tells: whoever copies reads in it. */
  readonly snapshot: string;
  /** Begins to write at the new place, once the snapshot is copied there. */
  follow(there: OpenPlace): Promise<void>;
  /**
   * Waits until everything written so far has arrived.
   *
   * @param patience in milliseconds
   */
  caughtUp(there: OpenPlace, patience?: number): Promise<void>;
}

/** The name of publication, slot and subscription. */
const nameOf = (tenantId: number): string => `kontor_move_${tenantId}`;

/** After copying for hours much is to be caught up with, while people still work. */
const longestBeforehand = hours(6);

/** Whether the old place can stream: `wal_level` is a setting of the server, off by default. */
export async function canStream({ control }: OpenPlace): Promise<boolean> {
  const { rows } = await control.query<{ level: string }>("select current_setting('wal_level') as level");
  return rows[0]?.level === 'logical';
}

/** Begins a logical replication of the tenant's rows alone: each table with a filter on `tenant_id`. */
export async function openStream(
  here: OpenPlace,
  tables: readonly MovedTable[],
  tenantId: number,
  open: AsyncDisposableStack,
): Promise<Stream> {
  const name = nameOf(tenantId);
  const published = tables.map(
    (table) => `public.${table.name} (${table.columns.join(', ')}) where (tenant_id = ${tenantId})`,
  );
  await here.control.query(
    `create publication ${name} for table ${published.join(', ')} with (publish = 'insert, update, delete')`,
  );
  const replication = await connected(here.ownerUrl, open, 'replication');
  const { rows } = await replication.query<{ snapshot_name: string }>(
    `CREATE_REPLICATION_SLOT ${name} LOGICAL pgoutput (SNAPSHOT 'export')`,
  );
  const [slot] = rows;
  if (!slot) throw new Error('the slot was created without a snapshot');
  return {
    snapshot: slot.snapshot_name,
    follow: async ({ control }) => {
      await control.query(
        `create subscription ${name} connection ${control.escapeLiteral(here.ownerUrl)} publication ${name}
         with (create_slot = false, slot_name = ${name}, copy_data = false)`,
      );
    },
    caughtUp: (there, patience = longestBeforehand) => caughtUp(here, there, name, patience),
  };
}

async function caughtUp(here: OpenPlace, there: OpenPlace, name: string, patience: number): Promise<void> {
  // Commits before this one may be in memory only (`synchronous_commit`): they are written together with it.
  await here.control.query(
    "begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'kontor move', ''); commit",
  );
  const { rows } = await here.control.query<{ end: string }>('select pg_current_wal_lsn()::text as end');
  const end = rows[0]?.end;
  const isThere = await until(patience, async () => {
    await refuseFailed(there.control, name);
    const { rows: slots } = await here.control.query<{ is_there: boolean }>(
      'select confirmed_flush_lsn >= $2::pg_lsn as is_there from pg_replication_slots where slot_name = $1',
      [name, end],
    );
    return slots[0]?.is_there === true;
  });
  if (!isThere) throw new StartError('The new place does not keep up with what is written at the old one.');
}

/** A change that cannot be written there is tried again forever, and only the log of the server tells why. */
async function refuseFailed(control: pg.Client, name: string): Promise<void> {
  const { rows } = await control.query<{ failures: string }>(
    'select apply_error_count as failures from pg_stat_subscription_stats where subname = $1',
    [name],
  );
  if (Number(rows[0]?.failures ?? 0) > 0)
    throw new StartError('The new place cannot write what it receives; the log of its PostgreSQL says why.');
}

/** Ends writing at the new place, of this or an earlier try. */
export async function endArrival(control: pg.Client, tenantId: number): Promise<void> {
  const name = nameOf(tenantId);
  const { rowCount } = await control.query('select from pg_subscription where subname = $1', [name]);
  if (rowCount === 0) return;
  await control.query(`alter subscription ${name} disable`);
  await control.query(`alter subscription ${name} set (slot_name = none)`);
  await control.query(`drop subscription ${name}`);
}

/** Ends the stream at the old place, of this or an earlier try: a forgotten slot would fill its disk. */
export async function endDeparture(control: pg.Client, tenantId: number): Promise<void> {
  const name = nameOf(tenantId);
  const isFree = await until(minutes(1), async () => {
    // The other side may be gone without a word.
    await control.query(
      'select pg_terminate_backend(active_pid, $2) from pg_replication_slots where slot_name = $1 and active',
      [name, seconds(2)],
    );
    const { rowCount } = await control.query(
      'select from pg_replication_slots where slot_name = $1 and active',
      [name],
    );
    return rowCount === 0;
  });
  if (!isFree)
    throw new StartError(
      `The replication slot ${name} stays in use: drop it, or the disk of the old place fills.`,
    );
  await control.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [name],
  );
  await control.query(`drop publication if exists ${name}`);
}
