import type { Day } from '../../../base/day.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { ArchiveProblem, ArchiveScope } from '../model.ts';

/** An archive that somebody has taken to work on it. */
export interface Work {
  readonly tenantId: number;
  readonly id: number;
  readonly lease: number;
  readonly state: 'waiting' | 'packing';
  readonly scope: ArchiveScope;
}

/** Another one has taken the archive meanwhile: nothing more is done here. */
export class LeaseLost extends Error {}

/** The archive cannot be made as it was begun. */
export class ArchiveFailure extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Whoever took it is dead then; taking stock may take longer, but holds the row all the while. */
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
 * Takes the archive that has waited longest; undefined where none is to be worked on.
 *
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

/** Runs as writer within the tenant while the archive is still ours, and keeps it for as long again. */
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

/** Refuses with `LeaseLost` where somebody else has taken the archive; `gate` acts as the gate. */
export async function hold(gate: Tx, work: Work): Promise<void> {
  const kept = await gate.fixed(
    `update archive set leased_until = clock_timestamp() + ${leaseTime}
     where tenant_id = $1 and id = $2 and lease = $3 and state in ('waiting', 'packing') returning id`,
    [work.tenantId, work.id, work.lease],
  );
  if (kept.length === 0) throw new LeaseLost('another one works on the archive');
}

/** The same transaction in the hand of the writer of a tenant, which may be an archived one (OP-03). */
export async function asWriter(gate: Tx, tenantId: number): Promise<Tx> {
  await gate.fixed('select app.enter_for_archive($1)', [tenantId]);
  return gate.as('writer');
}

/** Gives it back to whoever comes next. */
export async function leave(database: Database, work: Work): Promise<void> {
  await database.atGate((gate) =>
    gate.fixed('update archive set leased_until = null where tenant_id = $1 and id = $2 and lease = $3', [
      work.tenantId,
      work.id,
      work.lease,
    ]),
  );
}

/** Ends it as failed: what is in it is removed when it is cleaned up. */
export async function fail(database: Database, work: Work, problem: ArchiveProblem): Promise<void> {
  await database.atGate((gate) =>
    gate.fixed(
      `update archive set state = 'failed', problem = $4, finished_at = now(), leased_until = null
       where tenant_id = $1 and id = $2 and lease = $3`,
      [work.tenantId, work.id, work.lease, problem],
    ),
  );
}

/** What breaks down so often does not become better. */
const mostBreakdowns = 20;

/** Notes that it broke down, for a reason that may pass: it goes on a little later, or has failed in the end. */
export async function breakDown(database: Database, work: Work): Promise<void> {
  const { breakdowns } = await database.atGate((gate) =>
    gate.one<{ breakdowns: number }>(
      'update archive set breakdowns = breakdowns + 1 where tenant_id = $1 and id = $2 returning breakdowns',
      [work.tenantId, work.id],
    ),
  );
  if (breakdowns > mostBreakdowns) await fail(database, work, 'unexpected');
}
