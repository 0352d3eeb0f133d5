import { createServer, type Server, type ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ReadinessFacts, reasonsAgainst, unreadyReasons } from '../readiness.ts';
import { readReplication } from './database/replication.ts';
import type { Database } from './database.ts';
import { Durations, exposition, type Family, gauge, gaugeBy } from './figures.ts';
import { fileFigures } from './files/store/keep-files.ts';
import type { Log } from './log.ts';
import type { Readiness } from './readiness.ts';

/** Events of the web server for the metrics. */
export interface HttpWatch {
  answered(answer: { method: string; route: string; status: number; seconds: number }): void;
  /** Counts the open live streams; called when metrics are read. */
  countStreams(count: () => number): void;
}

/** The metrics of one process (docs/operations.md lists them). */
export interface Metrics {
  readonly watch: HttpWatch;
  /** Reads all of them; the delay of the event loop counts from one reading to the next. */
  families(): Promise<readonly Family[]>;
  close(): void;
}

export interface MetricsParts {
  readonly database: Database;
  readonly log: Log;
  readonly version: string;
  readonly readiness: Readiness;
}

export function openMetrics({ database, log, version, readiness }: MetricsParts): Metrics {
  const durations = new Durations('kontor_http_request_duration_seconds', 'Answered requests by route.');
  const loop = monitorEventLoopDelay();
  loop.enable();
  let streams = () => 0;
  const own = (): Family[] => [
    gaugeBy('kontor_build_info', 'The version that runs.', 'version', { [version]: 1 }),
    durations.family(),
    gauge('kontor_live_streams', 'Open streams of live updates.', streams()),
    poolFamily(database),
    ...processFamilies(loop.percentile(99) / 1e9),
  ];
  return {
    watch: {
      answered: ({ method, route, status, seconds }) =>
        durations.observe({ method, route, status: String(status) }, seconds),
      countStreams: (count) => {
        streams = count;
      },
    },
    families: async () => {
      const facts = await readiness.look();
      const shared = facts.database && (await allShared(database).catch(() => null));
      if (shared === null) log.warn('no metrics from the database');
      const read = [...own(), ...readinessFamilies(facts), ...(shared ?? [])];
      loop.reset();
      return read;
    },
    close: () => void loop.disable(),
  };
}

/** Serves the metrics at `GET /metrics`, on an address of its own that browsers cannot reach. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') void answer(metrics, response);
    else response.writeHead(404).end();
  });
  await listen(server, host, port);
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(metrics: Metrics, response: ServerResponse): Promise<void> {
  const text = exposition(await metrics.families());
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function readinessFamilies(facts: ReadinessFacts): Family[] {
  const reasons = reasonsAgainst(facts);
  const checks = unreadyReasons.map((reason) => [reason, reasons.includes(reason) ? 0 : 1] as const);
  return [
    gauge('kontor_database_up', 'Whether the database answers in time.', facts.database ? 1 : 0),
    gauge('kontor_ready', 'Whether this process can do its work.', reasons.length === 0 ? 1 : 0),
    gaugeBy('kontor_check', 'What that needs, each 1 where it is well.', 'check', Object.fromEntries(checks)),
    ...(facts.database
      ? [
          gauge(
            'kontor_clock_offset_seconds',
            'By how much the clock of the database is ahead.',
            facts.database.clockAheadSeconds,
          ),
        ]
      : []),
  ];
}

function poolFamily({ pool }: Database): Family {
  return gaugeBy('kontor_pool_connections', 'Connections of this process to the database.', 'state', {
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
}

function processFamilies(loopDelay: number): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When this process started.', startedAt),
    gauge('nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop since the last look.', loopDelay),
  ];
}

const startedAt = Math.round(Date.now() / 1000 - process.uptime());

interface Shared {
  readonly jobs: Readonly<Record<string, number>> | null;
  readonly workers: number;
  readonly ready: number;
  readonly later: number;
  readonly running: number;
  readonly given_up: number;
  readonly oldest_ready_seconds: number;
  readonly unsealed: number;
  readonly oldest_unsealed_seconds: number;
}

async function allShared(database: Database): Promise<Family[]> {
  return [
    ...(await sharedFamilies(database)),
    ...(await fileFamilies(database)),
    ...(await replicationFamilies(database)),
  ];
}

/** None without standbys and slots. Standbys of the same name count as one, the latest. */
async function replicationFamilies(database: Database): Promise<Family[]> {
  const { standbys, slots } = await database.atGate((tx) =>
    readReplication((text) => tx.query<Record<string, unknown>>(text)),
  );
  const delays: Record<string, number> = {};
  for (const { name, behindSeconds } of standbys) delays[name] = Math.max(delays[name] ?? 0, behindSeconds);
  const kept = Object.fromEntries(slots.map(({ name, keptBytes }) => [name, keptBytes]));
  return [
    ...(standbys.length > 0
      ? [gaugeBy('kontor_replica_delay_seconds', 'How far a standby is behind.', 'standby', delays)]
      : []),
    ...(slots.length > 0
      ? [gaugeBy('kontor_replication_slot_bytes', 'How much of the log is kept for a slot.', 'slot', kept)]
      : []),
  ];
}

/** None where all files belong in the database. */
async function fileFamilies(database: Database): Promise<Family[]> {
  if (database.objects === null) return [];
  const { place, waiting, oldestWaitingSeconds } = await fileFigures(database);
  if (place === 'database') return [];
  return [
    gauge('kontor_files_waiting', 'Files that wait for the object store, up to 10,000.', waiting),
    gauge('kontor_files_oldest_waiting_seconds', 'How long the oldest of them waits.', oldestWaitingSeconds),
  ];
}

/** Metrics of the whole installation, the same from every process. */
async function sharedFamilies(database: Database): Promise<Family[]> {
  const found = await database.atGate((tx) =>
    tx.one<Shared>(
      `select (select json_object_agg(state, count) from (select state, count(*) from job group by state) s) as jobs,
         (select count(*) from worker where beside is null and heartbeat_at > now() - interval '3 minutes') as workers, q.*, a.*
       from app.queue_figures() q cross join app.audit_figures() a`,
    ),
  );
  const { ready, later, running, given_up, jobs } = found;
  const states = { queued: 0, running: 0, done: 0, failed: 0, ...jobs };
  return [
    gaugeBy('kontor_jobs', 'Jobs of the last 30 days by state.', 'state', states),
    gaugeBy('kontor_queue_entries', 'Entries of the queue.', 'state', { ready, later, running, given_up }),
    gauge(
      'kontor_queue_oldest_ready_seconds',
      'How long the oldest entry waits.',
      found.oldest_ready_seconds,
    ),
    gauge('kontor_workers', 'Workers that showed a sign of life within 3 minutes.', found.workers),
    gauge('kontor_audit_unsealed_rows', 'Rows of the audit that are not sealed yet.', found.unsealed),
    gauge(
      'kontor_audit_oldest_unsealed_seconds',
      'How old the oldest of them is.',
      found.oldest_unsealed_seconds,
    ),
  ];
}
