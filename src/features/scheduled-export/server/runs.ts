import { type Day, dayOfInstant } from '../../../base/day.ts';
import type { Refusal } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import type { FileFormat } from '../content.ts';
import type { DestinationKind, RunState } from '../model.ts';
import { nextRun, type Rhythm } from '../rhythm.ts';

/** The kind of the job; `app.enqueue_scheduled_exports` queues it. */
export const scheduledJob = 'scheduled_export';

/** Where a file goes. */
export interface Destination {
  /** Null: the own address of the owner. */
  readonly id: number | null;
  readonly kind: DestinationKind;
  readonly active: boolean;
  /** A mail address, a folder, or the address of a store; null: the address of the owner. */
  readonly place: string | null;
  readonly region: string | null;
  readonly access_key_id: string | null;
  readonly secret_access_key: Buffer | null;
}

/** A run that is to be carried out. */
export interface PlannedRun {
  readonly id: number;
  readonly export_id: number;
  readonly name: string;
  /** As stored; read by `exportContent`. */
  readonly content: unknown;
  readonly format: FileFormat;
  readonly language: string;
  readonly owner_id: number;
  /** Whether the owner may still be the reason for files to leave. */
  readonly is_able: boolean;
  readonly is_service: boolean;
  readonly tenant_name: string;
  readonly destination: Destination;
  readonly planned_at: Date;
  readonly timeZone: string;
  /** The day in the time zone of the tenant for which the file is made. */
  readonly day: Day;
}

interface Row extends Omit<PlannedRun, 'id' | 'export_id' | 'planned_at' | 'day' | 'destination'>, Rhythm {
  readonly active: boolean;
  readonly next_run_at: Date | null;
  readonly now: Date;
  readonly destination: Omit<Destination, 'secret_access_key'> | null;
  readonly secret_access_key: Buffer | null;
}

const selectExport = `
  select e.name, e.content, e.format, e.language, e.lb_user_id as owner_id, u.is_service,
    u.active and (u.is_service or not u.blocked) and not u.is_group and u.auditor_ends_on is null as is_able,
    t.name as tenant_name, e.active, e.rhythm, e.at_minute, e.weekdays, e.month_day, e.next_run_at, now() as now,
    app.time_zone() as "timeZone", d.secret_access_key,
    case when d.id is not null then json_build_object('id', d.id, 'kind', d.kind, 'active', d.active, 'place', d.place,
      'region', d.region, 'access_key_id', d.access_key_id) end as destination
  from scheduled_export e
  join lb_user u on u.id = e.lb_user_id
  join tenant t on t.id = e.tenant_id
  left join export_destination d on d.id = e.export_destination_id
  where e.id = $1 for update of e`;

const ownAddress: Omit<Destination, 'secret_access_key'> = {
  id: null,
  kind: 'mail',
  active: true,
  place: null,
  region: null,
  access_key_id: null,
};

/** Orders a file at once: its run stands in the list from now on. `tx` acts as `writer`. */
export async function orderRun(tx: Tx, exportId: number): Promise<void> {
  const jobId = await orderJob(tx, scheduledJob, { scheduled_export_id: exportId });
  tx.send(
    `insert into scheduled_export_run (tenant_id, scheduled_export_id, planned_at, job_id)
     values (app.tenant_id(), $1, now(), $2) on conflict (tenant_id, job_id) do nothing`,
    [exportId, jobId],
  );
}

/**
 * The run of a job; undefined if there is nothing to do. A run at once was noted when it was ordered. The first attempt
 * of another notes it together with the next moment of the rhythm, so that a moment is neither lost nor used twice;
 * later attempts find it. Of several missed moments only the last one has a file. `tx` acts as `writer`.
 */
export async function planRun(tx: Tx, jobId: number, exportId: number): Promise<PlannedRun | undefined> {
  const row = await tx.maybeOne<Row>(selectExport, [exportId]);
  if (row === undefined) return undefined;
  const known = await tx.maybeOne<{ id: number; planned_at: Date; state: RunState }>(
    'select id, planned_at, state from scheduled_export_run where job_id = $1',
    [jobId],
  );
  const run = known ?? (await noteRun(tx, jobId, exportId, row));
  if (run === undefined || (known && known.state !== 'waiting')) return undefined;
  const { destination, secret_access_key, ...rest } = row;
  const planned_at = new Date(run.planned_at);
  return {
    ...rest,
    ...{ id: run.id, export_id: exportId, planned_at },
    day: dayOfInstant(planned_at, row.timeZone),
    destination: { ...(destination ?? ownAddress), secret_access_key },
  };
}

async function noteRun(tx: Tx, jobId: number, exportId: number, row: Row) {
  const now = new Date(row.now);
  const due = row.next_run_at && new Date(row.next_run_at);
  if (!row.active || due === null || due > now) return undefined;
  const run = await tx.one<{ id: number; planned_at: Date }>(
    `insert into scheduled_export_run (tenant_id, scheduled_export_id, planned_at, job_id)
     values (app.tenant_id(), $1, $2, $3) returning id, planned_at`,
    [exportId, lastMissed(row, due, now), jobId],
  );
  await tx.fixed('update scheduled_export set next_run_at = $2 where id = $1', [
    exportId,
    nextRun(row, now, row.timeZone),
  ]);
  return run;
}

/** The last moment up to now, from the first one on that was missed. */
function lastMissed(rhythm: Rhythm & { readonly timeZone: string }, first: Date, now: Date): Date {
  let last = first;
  for (let next = first; next <= now; next = nextRun(rhythm, next, rhythm.timeZone)) last = next;
  return last;
}

/** What is known of a file once it is made. */
export interface MadeFile {
  readonly target: string;
  readonly fileName: string;
  readonly rows: number;
  readonly bytes: number;
}

export async function noteFile(tx: Tx, runId: number, file: MadeFile): Promise<void> {
  await tx.fixed(
    'update scheduled_export_run set target = $2, file_name = $3, row_count = $4, byte_count = $5 where id = $1',
    [runId, file.target, file.fileName, file.rows, file.bytes],
  );
}

/** Notes why the file was not sent yet; the next attempt follows. */
export async function noteProblem(
  tx: Tx,
  runId: number,
  { code, values = {} }: Pick<Refusal, 'code' | 'values'>,
): Promise<void> {
  await tx.fixed('update scheduled_export_run set problem = $2 where id = $1', [
    runId,
    JSON.stringify({ code, values }),
  ]);
}

/** Ends a waiting run; returns whether it was still waiting. */
export async function settleRun(
  tx: Tx,
  runId: number,
  state: Exclude<RunState, 'waiting'>,
): Promise<boolean> {
  const ended = await tx.fixed(
    `update scheduled_export_run set state = $2, settled_at = now(), problem = case when $2 = 'sent' then null else problem end
     where id = $1 and state = 'waiting' returning id`,
    [runId, state],
  );
  return ended.length > 0;
}

/** Switches off an export whose owner may no longer be the reason for files to leave. */
export async function stopExport(tx: Tx, exportId: number): Promise<void> {
  await tx.fixed(
    'update scheduled_export set active = false, is_stopped = true, next_run_at = null where id = $1',
    [exportId],
  );
}
