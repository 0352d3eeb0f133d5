import type { Day } from '../../../base/day.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { ArchiveProblem, ArchiveScope } from '../model.ts';

/** An archive leased by a worker. */
export interface Work {
  readonly tenantId: number;
  readonly id: number;
  readonly lease: number;
  readonly state: 'waiting' | 'packing';
  readonly scope: ArchiveScope;
}

/** Another worker has leased the archive meanwhile; this one stops. */
export class LeaseLost extends Error {}

/** The archive cannot be completed. */
export class ArchiveFailure extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** After this time the worker counts as dead; recording the content may take longer but holds the row lock. */
const leaseTime = "interval '2 minutes'";

interface WorkRow {
  readonly tenant_id: number;
  readonly id: number;
  readonly lease: number;
  readonly state: Work['state'];
  readonly client_id: number | null;
  readonly from_day: Day | null;
  readonly to_day: Day | null;
}

/**
 * Leases the archive that waited longest; undefined if there is none.
 * @see docs/topics/archive-and-deletion.md
 */
export async function takeWork(database: Database): Promise<Work | undefined> {
  const row = await database.atGate((tx) =>
    tx.maybeOne<WorkRow>(
      `update archive a set lease = a.lease + 1, leased_until = clock_timestamp() + ${leaseTime}
       from (
         select tenant_id, id from archive
         where state in ('waiting', 'packing') and (leased_until is null or leased_until <= clock_timestamp())
         order by created_at limit 1 for no key update skip locked) d
       where a.tenant_id = d.tenant_id and a.id = d.id
       returning a.tenant_id, a.id, a.lease, a.state, a.client_id, a.from_day, a.to_day`,
    ),
  );
  if (!row) return undefined;
  const scope = { clientId: row.client_id, from: row.from_day, to: row.to_day };
  return { tenantId: row.tenant_id, id: row.id, lease: row.lease, state: row.state, scope };
}

/** Runs as writer within the tenant while the lease is held, and extends it. */
export async function held<T>(
  database: Database,
  work: Work,
  run: (writer: Tx, gate: Tx) => Promise<T>,
): Promise<T> {
  return await database.atGate(async (gate) => {
    await hold(gate, work);
    return await run(await asWriter(gate, work.tenantId), gate);
  });
}

/** Extends the lease, or throws `LeaseLost`; `gate` acts as the gate. */
export async function hold(gate: Tx, work: Work): Promise<void> {
  const kept = await gate.fixed(
    `update archive set leased_until = clock_timestamp() + ${leaseTime}
     where tenant_id = $1 and id = $2 and lease = $3 and state in ('waiting', 'packing') returning id`,
    [work.tenantId, work.id, work.lease],
  );
  if (kept.length === 0) throw new LeaseLost('another one works on the archive');
}

/** The same transaction as writer of a tenant, which may be archived (OP-03). */
export async function asWriter(gate: Tx, tenantId: number): Promise<Tx> {
  await gate.fixed('select app.enter_for_archive($1)', [tenantId]);
  return gate.as('writer');
}

/** Releases the lease. */
export async function leave(database: Database, work: Work): Promise<void> {
  await database.atGate((gate) =>
    gate.fixed('update archive set leased_until = null where tenant_id = $1 and id = $2 and lease = $3', [
      work.tenantId,
      work.id,
      work.lease,
    ]),
  );
}

/** Marks it as failed; its content is deleted by the clean-up. */
export async function fail(database: Database, work: Work, problem: ArchiveProblem): Promise<void> {
  await database.atGate((gate) =>
    gate.fixed(
      `update archive set state = 'failed', problem = $4, finished_at = now(), leased_until = null
       where tenant_id = $1 and id = $2 and lease = $3`,
      [work.tenantId, work.id, work.lease, problem],
    ),
  );
}

/** Temporary errors before an archive fails. */
const maxBreakdowns = 20;

/** Counts a temporary error: retries a little later, or fails after too many. */
export async function breakDown(database: Database, work: Work): Promise<void> {
  const { breakdowns } = await database.atGate((gate) =>
    gate.one<{ breakdowns: number }>(
      'update archive set breakdowns = breakdowns + 1 where tenant_id = $1 and id = $2 returning breakdowns',
      [work.tenantId, work.id],
    ),
  );
  if (breakdowns > maxBreakdowns) await fail(database, work, 'unexpected');
}
