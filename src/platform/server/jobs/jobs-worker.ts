import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger,
  makeWorkerUtils,
  type Task as QueueTask,
  type Runner,
  run,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import { hours, minutes, seconds } from '../clock.ts';
import { limitedConnection, longAct } from '../database/limits.ts';
import { PrimaryClient } from '../database/primary.ts';
import type { Database, Tx } from '../database.ts';
import type { Log } from '../log.ts';
import { repeatedly } from '../repeatedly.ts';
import { causeOfText } from '../telemetry/cause.ts';
import { causedSpan } from '../telemetry/tracing.ts';
import { type GivenUpParts, handleGivenUp, type Payload } from './given-up.ts';
import { type JobParts, runJob } from './jobs.ts';
import { QueuePool } from './queue-pool.ts';
import { keepSchedule } from './schedule.ts';

/**
 * Work outside any tenant, as `gate`: finding people by address, sending mails, cleaning up. May run more than once
 * (JOB-01); `entry` is its queue entry, the same on each run.
 */
export type Task = (payload: Payload, entry: string) => Promise<void>;

export interface WorkerOptions extends GivenUpParts {
  /** The address of the database's owner, who owns the queue. */
  readonly ownerUrl: string;
  readonly tasks: Readonly<Record<string, Task>>;
  /** Tasks with their schedule, as five fields of crontab in UTC. */
  readonly schedule: Readonly<Record<string, string>>;
  /** Kinds of long jobs, with separate slots so that others do not wait behind them. */
  readonly apart?: readonly Apart[];
  /** The process it belongs to, see `keepNode`. */
  readonly node?: string;
  /** No other worker uses this database: locked entries belong to dead workers (JOB-05). */
  readonly isAlone?: boolean;
  /** Called if the worker ends unexpectedly. */
  readonly onFailure?: (error: Error) => void;
}

export interface Apart {
  readonly kinds: readonly string[];
  readonly places: number;
}

export interface Worker {
  /** Accepts no more jobs and waits for running ones; those that take too long go back to the queue. */
  stop(): Promise<void>;
}

const concurrency = 4;
/** Each lane listens and polls for new jobs on its own connections. */
const connectionsBeside = 2;
/** With `longestSilence`: jobs of a dead worker are taken over within 30 s (JOB-06). */
const heartbeatInterval = seconds(5);
const settlingInterval = minutes(1);
/** How long stopping waits for running jobs, in milliseconds. */
const longestEnd = seconds(3);
/**
 * Extra polls after a job has come or ended, in milliseconds. A poll locks all free rows of serial jobs; a concurrent
 * poll finds none of them and would retry only after two seconds.
 */
const looksAfter = [50, 250];
/** Jobs of a worker silent for this long are taken over (JOB-06). */
export const longestSilence = '20 seconds';

/** Migrates the tables of the queue; safe on several nodes at once. */
export async function prepareQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({
    ...limitedConnection(longAct(hours(1))),
    Client: PrimaryClient,
    connectionString: ownerUrl,
    max: 1,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const queue = await makeWorkerUtils({ pgPool: pool, logger: silent });
  try {
    await queue.migrate();
  } finally {
    await queue.release();
    await pool.end();
  }
}

/** Starts processing the queue: tasks, and jobs of tenants by kind. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ownerUrl, database, log, tasks, handlers } = options;
  if (options.isAlone) await database.atGate((tx) => sweep(tx, '0 seconds', log));
  const { apart = [] } = options;
  const places = apart.reduce((sum, lane) => sum + lane.places, concurrency);
  const pool = new QueuePool(ownerUrl, places + connectionsBeside * (1 + apart.length), log);
  const kindsApart = new Set(apart.flatMap(({ kinds }) => kinds));
  const ofJob = jobTask(options);
  const jobsOf = (kinds: readonly string[]) => Object.fromEntries(kinds.map((kind) => [kind, ofJob]));
  const schedule = await keepSchedule(options);
  const first = await openLane(pool, options, {
    concurrency,
    taskList: {
      ...jobsOf(Object.keys(handlers).filter((kind) => !kindsApart.has(kind))),
      ...Object.fromEntries(
        Object.entries(tasks).map(([name, task]): [string, QueueTask] => [
          name,
          (payload, { job }) => {
            if (name in options.schedule) schedule.requireClock();
            return task(payload as Payload, job.id);
          },
        ]),
      ),
    },
  });
  const open = [first];
  for (const lane of apart)
    open.push(
      await openLane(pool, options, {
        concurrency: lane.places,
        taskList: jobsOf(lane.kinds),
      }),
    );
  const stopHeartbeat = keepHeartbeat(
    options,
    open.map(({ id }) => id),
  );
  return {
    stop: async () => {
      await schedule.stop();
      const stopping = await Promise.all(
        open.map(async ({ id, runner }) => {
          const end = runner.stop();
          if (!(await isSettledWithin(longestEnd, end))) await release(pool, id, log);
          // Longer jobs are awaited after the last heartbeat.
          return { end };
        }),
      );
      await stopHeartbeat();
      await Promise.all(stopping.map(({ end }) => end));
      await pool.end();
    },
  };
}

interface Lane {
  /** Worker id in the queue, on the entries it has locked. */
  readonly id: string;
  readonly runner: Runner;
}

interface LanePlan {
  readonly concurrency: number;
  readonly taskList: Readonly<Record<string, QueueTask>>;
}

/** Starts processing a list of jobs with the given concurrency. */
async function openLane(pool: pg.Pool, options: WorkerOptions, plan: LanePlan): Promise<Lane> {
  const identity = Promise.withResolvers<string>();
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool }) => {
    identity.resolve(workerPool.id);
    lookOnceMore(events, workerPool);
  });
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(
      Object.entries(plan.taskList).map(([name, task]) => [name, causedTask(name, task)]),
    ),
    parsedCronItems: [],
    concurrency: plan.concurrency,
    noHandleSignals: true,
    logger: bridge(options.log),
    events,
  });
  runner.promise.catch((error: Error) => options.onFailure?.(error));
  return { id: await identity.promise, runner };
}

/** Runs an entry as part of the request that queued it, within a span; what a clock queued begins here. */
function causedTask(name: string, task: QueueTask): QueueTask {
  return async (payload, helpers) => {
    const queuedBy = causeOfText((payload as Payload | null)?.cause);
    const cause = queuedBy ?? { requestId: randomUUID(), traceparent: null };
    const facts = { 'kontor.attempt': helpers.job.attempts };
    return await causedSpan(cause, name, 'consumer', facts, async () => task(payload, helpers));
  };
}

/** Lets an idle worker poll again shortly after a job has come or ended. */
function lookOnceMore(events: WorkerEvents, workerPool: WorkerPool): void {
  let isEnding = false;
  events.once('pool:gracefulShutdown', () => {
    isEnding = true;
  });
  const look = () => {
    if (!isEnding) workerPool.nudge(1);
  };
  const lookSoon = () => {
    for (const after of looksAfter) setTimeout(look, after).unref();
  };
  events.on('pool:listen:notification', lookSoon).on('job:complete', lookSoon);
}

/** Unlocks the jobs that do not end in time, so that another worker takes them at once. */
async function release(pool: pg.Pool, worker: string, log: Log): Promise<void> {
  try {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]]);
    log.warn({ worker }, 'released jobs that did not finish in time');
  } catch (error) {
    log.warn(
      { err: error, worker },
      'jobs that did not finish in time could not be released: they wait until this worker counts as silent',
    );
  }
}

async function isSettledWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController();
  const outcome = await Promise.race([
    work.then(() => true),
    delay(milliseconds, false, { signal: waiting.signal }).catch(() => false),
  ]);
  waiting.abort();
  return outcome;
}

function jobTask(parts: JobParts): (payload: unknown) => Promise<void> {
  return (payload) => {
    const { tenant_id, job_id } = payload as Payload;
    return runJob(parts, Number(tenant_id), Number(job_id));
  };
}

/**
 * Sends heartbeats, frees the jobs of silent workers, and settles what the queue gave up. Returns a function that
 * stops it.
 */
function keepHeartbeat(
  parts: GivenUpParts & Pick<WorkerOptions, 'node'>,
  workers: readonly string[],
): () => Promise<void> {
  const { database, log } = parts;
  let settledAt = Number.NEGATIVE_INFINITY;
  const beat = async () => {
    try {
      await database.atGate((tx) => heartbeat(tx, workers, parts));
      if (performance.now() < settledAt + settlingInterval) return;
      settledAt = performance.now();
      await handleGivenUp(parts);
    } catch (error) {
      log.error({ err: error }, 'the heartbeat failed');
    }
  };
  const beating = repeatedly(beat, heartbeatInterval);
  return async () => {
    await beating.stop();
    await signOff(database, workers).catch((error: unknown) =>
      log.warn({ err: error, workers }, 'this worker could not be deregistered'),
    );
  };
}

function signOff(database: Database, workers: readonly string[]): Promise<unknown> {
  return database.atGate((tx) => tx.query('delete from worker where id = any($1)', [workers]));
}

async function heartbeat(
  tx: Tx,
  workers: readonly string[],
  { log, node }: Pick<WorkerOptions, 'log' | 'node'>,
): Promise<void> {
  await tx.query(
    `insert into worker (id, beside, node_id) select name, nullif($2, name), $3 from unnest($1::text[]) as name
     on conflict (id) do update set heartbeat_at = clock_timestamp()`,
    [workers, workers[0], node ?? null],
  );
  await sweep(tx, longestSilence, log);
}

/** Frees the jobs of workers silent for this long. */
async function sweep(tx: Tx, silence: string, log: Log): Promise<void> {
  const { dead } = await tx.one<{ dead: string[] }>('select app.sweep_workers($1) as dead', [silence]);
  if (dead.length > 0) log.warn({ workers: dead }, 'released the jobs of silent workers');
}

const silent = new Logger(() => () => {});

/** The queue library's messages, one level lower: our own log has the important ones. */
function bridge(log: Log): Logger {
  const child = log.child({ part: 'queue' });
  return new Logger(() => (level, message) => {
    if (level === 'error') child.error(message);
    else if (level === 'warning') child.warn(message);
    else child.debug(message);
  });
}
