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
import type { Database, Tx } from '../database.ts';
import type { Log } from '../log.ts';
import { repeatedly } from '../repeatedly.ts';
import { type GivenUpParts, type Payload, settleGivenUp } from './given-up.ts';
import { type JobParts, runJob } from './jobs.ts';
import { QueuePool } from './queue-pool.ts';
import { keepSchedule } from './schedule.ts';

/**
 * Work outside of any tenant, at the gate: finding people by their address, sending mails, cleaning up. It may
 * run more than once (JOB-01); `entry` names its place in the queue, which stays the same then.
 */
export type Task = (payload: Payload, entry: string) => Promise<void>;

export interface WorkerOptions extends GivenUpParts {
  /** The address of the database's owner, to whom the queue belongs. */
  readonly ownerUrl: string;
  readonly tasks: Readonly<Record<string, Task>>;
  /** Names of tasks with the minute they run at, as five fields of crontab in UTC. */
  readonly schedule: Readonly<Record<string, string>>;
  /** Kinds of jobs that take long, and how many of them run at once: in places of their own, nobody waits behind them. */
  readonly apart?: readonly Apart[];
  /** The process that it is a part of, see `keepNode`. */
  readonly node?: string;
  /** Nobody else works on this database: what is taken belongs to a worker that is dead (JOB-05). */
  readonly isAlone?: boolean;
  /** Called when the worker ends by itself. */
  readonly onFailure?: (error: Error) => void;
}

export interface Apart {
  readonly kinds: readonly string[];
  readonly places: number;
}

export interface Worker {
  /** Takes no more jobs and waits for the running ones; those that take too long go back to the queue. */
  stop(): Promise<void>;
}

const concurrency = 4;
/** Each lane hears and looks for new jobs on connections of its own. */
const connectionsBeside = 2;
/** Dead within this and `longestSilence` is a worker whose jobs others have taken over: within 30 s (JOB-06). */
const heartbeatInterval = seconds(5);
const settlingInterval = minutes(1);
/** How long running jobs may take to end when the worker stops, in milliseconds. */
const longestEnd = seconds(3);
/**
 * When a lane looks once more after a job has come or ended, in milliseconds. A look for a job locks all free rows of jobs that run
 * one after the other; whoever looks in this moment finds none of them, and would look again after two seconds.
 */
const looksAfter = [50, 250];
/** The jobs of a worker that was silent for so long go to others (JOB-06). */
export const longestSilence = '20 seconds';

/** Brings the tables of the queue up to date; safe when several nodes do it at once. */
export async function prepareQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ ...limitedConnection(longAct(hours(1))), connectionString: ownerUrl, max: 1 });
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

/** Starts to work off the queue: tasks, and jobs of tenants by their kind. */
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
          // What goes on for longer is waited for after the last sign of life.
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
  /** Its name in the queue, for what it has taken. */
  readonly id: string;
  readonly runner: Runner;
}

interface LanePlan {
  readonly concurrency: number;
  readonly taskList: Readonly<Record<string, QueueTask>>;
}

/** Begins to work off the jobs of a list, so many at once. */
async function openLane(pool: pg.Pool, options: WorkerOptions, plan: LanePlan): Promise<Lane> {
  const identity = Promise.withResolvers<string>();
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool }) => {
    identity.resolve(workerPool.id);
    lookOnceMore(events, workerPool);
  });
  const runner = await run({
    pgPool: pool,
    taskList: plan.taskList,
    parsedCronItems: [],
    concurrency: plan.concurrency,
    noHandleSignals: true,
    logger: bridge(options.log),
    events,
  });
  runner.promise.catch((error: Error) => options.onFailure?.(error));
  return { id: await identity.promise, runner };
}

/** Lets one who waits look for a job a moment after one has come or ended. */
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

/** Gives the jobs that do not end in time back to the queue: another worker takes them at once. */
async function release(pool: pg.Pool, worker: string, log: Log): Promise<void> {
  try {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]]);
    log.warn({ worker }, 'released jobs that did not end in time');
  } catch (error) {
    log.warn(
      { err: error, worker },
      'the jobs that did not end in time wait until this worker counts as silent',
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
 * Shows that this worker lives, frees the jobs of those that do not, and settles what the queue gave up. Answers how to
 * end it.
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
      await settleGivenUp(parts);
    } catch (error) {
      log.error({ err: error }, 'no heartbeat');
    }
  };
  const beating = repeatedly(beat, heartbeatInterval);
  return async () => {
    await beating.stop();
    await signOff(database, workers).catch((error: unknown) =>
      log.warn({ err: error, workers }, 'this worker could not sign off'),
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

/** Frees the jobs of the workers that were silent for so long. */
async function sweep(tx: Tx, silence: string, log: Log): Promise<void> {
  const { dead } = await tx.one<{ dead: string[] }>('select app.sweep_workers($1) as dead', [silence]);
  if (dead.length > 0) log.warn({ workers: dead }, 'freed the jobs of silent workers');
}

const silent = new Logger(() => () => {});

/** The queue's own messages, a level lower: what matters is logged by ours. */
function bridge(log: Log): Logger {
  const child = log.child({ part: 'queue' });
  return new Logger(() => (level, message) => {
    if (level === 'error') child.error(message);
    else if (level === 'warning') child.warn(message);
    else child.debug(message);
  });
}
