import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Refused, refuse } from '../../../base/refusal.ts';
import { defaultLanguage } from '../../constants.ts';
import type { Context, Means, SessionMeans } from '../../context.ts';
import { type Clock, minutes, seconds } from '../clock.ts';
import { isAboutTheServer, isLockWait } from '../database/refusals.ts';
import type { Database, Tx } from '../database.ts';
import { kindOfError } from '../kind-of-error.ts';
import type { Log } from '../log.ts';
import { findPerson, type Person } from '../person.ts';
import { noteFailure } from '../telemetry/tracing.ts';

/** The input of a handler: one job of one tenant (JOB-03). */
export interface Job {
  readonly id: number;
  readonly kind: string;
  /** The person who asked for it, else the tenant itself. */
  readonly context: Context;
  /** As enqueued; the handler validates it. */
  readonly input: unknown;
  /** Sets the progress, in percent. */
  progress(percent: number): Promise<void>;
}

/**
 * Does the work of one kind of job and returns its result, a JSON value. May run more than once (JOB-01), so it works
 * in one transaction or checks what is done already. A thrown `Refused` fails the job; `NotYet` and any other error
 * repeat it.
 */
export type JobHandler = (job: Job) => Promise<unknown>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Jobs with the cleanup of those that finally failed. */
export interface CleanedJobs {
  readonly handlers: JobHandlers;
  readonly givenUp: JobHandlers;
}

/** Thrown by a handler that waits for an external system, such as a mail server. */
export class NotYet extends Error {}

/** Waits before the repeats of a failed job; after the last one it has failed. */
const retryAfter = [seconds(10), minutes(1), minutes(5), minutes(15), minutes(30)];
/** The wait if the database is the cause: unreachable, or its disk full (JOB-06). */
const retryOfDatabase = seconds(5);
/** A job that lost its node this often is considered to kill nodes (JOB-05). */
const maxEndedNodes = 20;

interface JobRow {
  readonly kind: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly input: unknown;
  /** Includes this attempt once begun, and is then its number. */
  readonly attempts: number;
  /** Attempts that failed because of the job itself. */
  readonly failed_attempts: number;
  /** Attempts with a recorded end; the others ended with their node. */
  readonly ended_attempts: number;
  readonly lb_user_id: number | null;
  /** The administrator who acted for the person when enqueueing (AUTH-22). */
  readonly actor_id: number | null;
  /** Means of the person when enqueueing; null for the product itself, or for older jobs (AUTH-30). */
  readonly means: Means | null;
}

export interface JobParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: JobHandlers;
  /** Cleanup by kind before a job is marked as finally failed. May run more than once. */
  readonly givenUp?: JobHandlers;
}

const isOfActiveTenant = "exists (select from tenant t where t.id = tenant_id and t.status = 'active')";

/**
 * Queues a job in the transaction that needs it; `tx` acts as `writer`. Returns the id of the job.
 *
 * @see docs/topics/jobs-and-nodes.md
 */
export async function enqueueJob(
  tx: Tx,
  kind: string,
  input: object,
  runAt: Date | null = null,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>('select app.enqueue($1, $2, $3) as id', [
    kind,
    JSON.stringify(input),
    runAt,
  ]);
  return id;
}

/**
 * As `enqueueJob`, for a job ordered by a person: reuses the person's equal job that has not begun, whether ordered
 * twice at once or again after a lost answer (SHEET-21).
 */
export async function orderJob(tx: Tx, kind: string, input: object): Promise<number> {
  const order = [kind, JSON.stringify(input)];
  tx.send("select pg_advisory_xact_lock(hashtextextended('order of ' || $1 || $2, app.tenant_id()))", order);
  const { id } = await tx.one<{ id: number }>(
    `select coalesce(
       (select id from job where kind = $1 and input = $2::jsonb and state = 'queued' and attempts = 0
          and lb_user_id = app.user_id() and means is not distinct from app.means()
          and actor_id is not distinct from nullif(app.actor_id(), app.user_id())
        order by id limit 1),
       app.enqueue($1, $2::jsonb, null)) as id`,
    order,
  );
  return id;
}

/** As `enqueueJob`, without waiting and without the id. */
export function sendJob(tx: Tx, kind: string, input: object): void {
  tx.send('select app.enqueue($1, $2, null)', [kind, JSON.stringify(input)]);
}

/**
 * Runs one job of the queue and keeps its row up to date. Leaves a job alone that another worker has taken over
 * meanwhile (JOB-06).
 */
export async function runJob(parts: JobParts, tenantId: number, jobId: number): Promise<void> {
  const { clock, log } = parts;
  const key: JobKey = { tenantId, jobId };
  const row = await persistently(parts, (tx) => begin(tx, key));
  if (!row) return;
  try {
    // A job that ends its process every time would repeat forever.
    if (row.attempts - 1 - row.ended_attempts >= maxEndedNodes)
      return await giveUp(parts, key, row, refuse('unexpected'), 'ProcessEnded');
    const result = await perform(parts, key, row).catch(async (error: unknown) => {
      if (isTakenOver(error)) throw error;
      await giveUpOrRepeat(parts, key, row, error);
      return notDone;
    });
    if (result !== notDone) await persistently(parts, (tx) => finish(tx, key, row, result, clock.now()));
  } catch (error) {
    if (!isTakenOver(error)) throw error;
    log.warn({ job: jobId, attempt: row.attempts }, 'another worker took over a job');
  }
}

const notDone = Symbol('not done');

/** Whether an attempt was refused because it is no longer the last one. */
function isTakenOver(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'KJ001';
}

/** Updates the job row; retries every few seconds while the database is unreachable or its disk full. */
async function persistently<T>({ database, log }: JobParts, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let reported = false; ; reported = true) {
    try {
      return await database.atGate(run);
    } catch (error) {
      if (!isAboutTheServer(error) && !isLockWait(error)) throw error;
      if (!reported) log.warn({ err: error }, 'the queue cannot write to the database and retries');
    }
    await delay(betweenTries);
  }
}

/** In milliseconds. */
const betweenTries = seconds(2);

/** Fails a job for good whose entry the queue has given up; a finished one stays unchanged. */
export async function giveUpJob(parts: JobParts, tenantId: number, jobId: number): Promise<void> {
  const key: JobKey = { tenantId, jobId };
  const row = await parts.database.atGate((tx) =>
    tx.maybeOne<JobRow>(
      `select ${rowColumns} from job
       where tenant_id = $1 and id = $2 and state in ('queued', 'running') and ${isOfActiveTenant}`,
      [tenantId, jobId],
    ),
  );
  if (row) await giveUp(parts, key, row, refuse('unexpected'), 'QueueGaveUp');
}

/** The context of the tenant itself for jobs without a person; person 0 in the database. */
export function systemContext(tenantId: number, requestId = 'job'): Context {
  return {
    tenantId,
    userId: 0,
    actorId: 0,
    means: 'job',
    tokenVersion: null,
    roles: ['user-admin'],
    asOperator: false,
    language: defaultLanguage,
    requestId,
  };
}

interface JobKey {
  readonly tenantId: number;
  readonly jobId: number;
}

/**
 * Marks the job as running; undefined if it is finished, or paused because its tenant is archived: restoring the
 * tenant queues it again (OP-03).
 */
async function begin(tx: Tx, { tenantId, jobId }: JobKey): Promise<JobRow | undefined> {
  // Waits until the previous holder has finished writing, see `app.require_job`.
  return tx.maybeOne<JobRow>(
    `update job set state = 'running', attempts = attempts + 1
     where (tenant_id, id) in (
       select tenant_id, id from job
       where tenant_id = $1 and id = $2 and state in ('queued', 'running') and ${isOfActiveTenant} for update)
     returning ${rowColumns}`,
    [tenantId, jobId],
  );
}

const rowColumns =
  'kind, state, input, attempts, failed_attempts, ended_attempts, lb_user_id, actor_id, means';

/** Updates a job row on behalf of an attempt, unless a newer attempt has begun. */
async function change(
  tx: Tx,
  { tenantId, jobId }: JobKey,
  { attempts }: JobRow,
  changes: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await tx.query('select app.require_job($1, $2, $3)', [tenantId, jobId, attempts]);
  await tx.query(`update job set ${changes} where tenant_id = $1 and id = $2`, [tenantId, jobId, ...values]);
}

async function perform(parts: JobParts, key: JobKey, row: JobRow): Promise<unknown> {
  const handler = handlerOf(parts.handlers, row.kind);
  if (!handler) throw new Error(`no handler for jobs of kind ${row.kind}`);
  return handler(await jobOf(parts, key, row));
}

function handlerOf(handlers: JobHandlers | undefined, kind: string): JobHandler | undefined {
  return handlers && Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
}

async function jobOf({ database }: JobParts, key: JobKey, row: JobRow): Promise<Job> {
  return {
    id: key.jobId,
    kind: row.kind,
    context: await contextOf(database, key, row),
    input: row.input,
    progress: (percent) => database.atGate((tx) => showProgress(tx, key, row, percent)),
  };
}

async function contextOf(database: Database, { tenantId, jobId }: JobKey, row: JobRow): Promise<Context> {
  const requestId = `job ${jobId}`;
  const attempt = { jobId, number: row.attempts };
  if (row.lb_user_id === null) return { ...systemContext(tenantId, requestId), attempt };
  const id = row.lb_user_id;
  const person = await database.atGate((tx) => findPerson(tx, tenantId, id));
  if (!person) throw new Error(`the person of job ${jobId} no longer exists`);
  const context = { ...personContext(person, requestId), means: row.means ?? 'job', attempt };
  return row.actor_id === null ? context : { ...context, actorId: row.actor_id };
}

/**
 * The context of a person for a job or another act without a session: with the person's current rights, without a
 * token.
 */
export function personContext(
  { tenantId, id, roles, language }: Person,
  requestId: string,
  means: Exclude<Means, SessionMeans> = 'job',
): Context {
  return {
    tenantId,
    userId: id,
    actorId: id,
    means,
    tokenVersion: null,
    roles,
    asOperator: false,
    language,
    requestId,
  };
}

async function showProgress(tx: Tx, key: JobKey, row: JobRow, percent: number): Promise<void> {
  await change(tx, key, row, 'progress = $3', [Math.min(100, Math.max(0, Math.round(percent)))]);
}

async function finish(tx: Tx, key: JobKey, row: JobRow, result: unknown, now: Date): Promise<void> {
  const changes =
    "state = 'done', progress = 100, result = $3, error = null, failure = null, finished_at = $4";
  await change(tx, key, row, changes, [JSON.stringify(result ?? null), now]);
}

async function fail(
  tx: Tx,
  key: JobKey,
  row: JobRow,
  { code, field, values }: Refused['refusal'],
  failure: string | null,
  now: Date,
): Promise<void> {
  const changes = "state = 'failed', error = $3, failure = $4, finished_at = $5";
  await change(tx, key, row, changes, [JSON.stringify({ code, field, values }), failure, now]);
}

async function giveUp(
  parts: JobParts,
  key: JobKey,
  row: JobRow,
  refusal: Refused['refusal'],
  failure: string | null,
): Promise<void> {
  const handler = handlerOf(parts.givenUp, row.kind);
  if (handler) await handler(await jobOf(parts, key, row));
  await persistently(parts, (tx) => fail(tx, key, row, refusal, failure, parts.clock.now()));
}

/** Counts only failures of the job itself, although any job may have taken the database down or filled its disk. */
async function giveUpOrRepeat(parts: JobParts, key: JobKey, row: JobRow, error: unknown): Promise<void> {
  const { log } = parts;
  noteFailure(error);
  if (error instanceof Refused) return giveUp(parts, key, row, error.refusal, null);
  const isOwn = !isAboutTheServer(error);
  const failed = row.failed_attempts + (isOwn ? 1 : 0);
  const details = { err: error, job: key.jobId, kind: row.kind, attempt: row.attempts };
  if (error instanceof NotYet || !isOwn) log.warn(details, 'a job is postponed');
  else log.error(details, 'a job failed');
  const wait = isOwn ? retryAfter[failed - 1] : retryOfDatabase;
  if (wait === undefined) return giveUp(parts, key, row, refuse('unexpected'), kindOfError(error));
  await persistently(parts, async (tx) => {
    const changes = "state = 'queued', failed_attempts = $3, ended_attempts = ended_attempts + 1";
    await change(tx, key, row, changes, [failed]);
    const interval = `${wait} milliseconds`;
    await tx.query('select app.repeat_job($1, $2, $3::interval)', [key.tenantId, key.jobId, interval]);
  });
}
