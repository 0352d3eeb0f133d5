import type pg from 'pg';
import type { Replication } from '../../../platform/replication.ts';
import { type Clock, seconds } from '../../../platform/server/clock.ts';
import { serversOf } from '../../../platform/server/database/address.ts';
import { clockOffset } from '../../../platform/server/database/clock-offset.ts';
import { databaseLimits, limitedConnection } from '../../../platform/server/database/limits.ts';
import { compareHistory } from '../../../platform/server/database/migrate.ts';
import { PrimaryClient } from '../../../platform/server/database/primary.ts';
import { readReplication } from '../../../platform/server/database/replication.ts';
import { databaseDirectory, readSchemaFiles } from '../../../platform/server/database/schema-files.ts';
import { silentAfterSeconds } from '../../operator/health.ts';
import type { DatabaseFacts, Unreachable } from '../database.ts';
import type { WorkFacts } from '../work.ts';

export interface DatabaseAddresses {
  readonly ownerUrl: string;
  readonly webUrl: string;
}

interface Own {
  readonly version: string;
  readonly clock: Clock;
  /** Address of a demo person, to detect the demo. */
  readonly demoPerson: string;
}

export interface ReadDatabase {
  readonly database: DatabaseFacts;
  /** Null before the tables exist. */
  readonly work: WorkFacts | null;
  /** Null before the function exists. */
  readonly replication: Replication | null;
}

const patience = seconds(10);

/** Reads all facts of the database, or the reason why they cannot be read. */
export async function readDatabase(
  { ownerUrl, webUrl }: DatabaseAddresses,
  own: Own,
): Promise<ReadDatabase | Unreachable> {
  const client = clientOf(ownerUrl);
  try {
    await client.connect();
  } catch (error) {
    return { place: placeOf(ownerUrl), ...reasonOf(error) };
  }
  try {
    const server = await serverOf(client);
    // An owner without superuser rights cannot read the rest; the findings explain this.
    const rest = server.isSuperuser ? await restOf(client, webUrl, own) : nothingElse;
    const ask = async (text: string) => (await client.query(text)).rows;
    const { aheadSeconds } = await clockOffset(ask, own.clock);
    return {
      database: { ...server, ...rest.database, clockAheadSeconds: aheadSeconds },
      work: rest.work,
      replication: rest.replication,
    };
  } finally {
    await client.end();
  }
}

function clientOf(connectionString: string): pg.Client {
  const client = new PrimaryClient({
    ...limitedConnection({ ...databaseLimits, connect: patience }),
    connectionString,
    application_name: 'kontor doctor',
  });
  // A broken connection is reported by the next query.
  client.on('error', () => {});
  return client;
}

/** Omits the password. */
function placeOf(address: string): string {
  const servers = serversOf(address).map(({ host, port }) => `${host}:${port}`);
  return `${servers.join(',')}${new URL(address).pathname}`;
}

function reasonOf(error: unknown): { code: string; message: string } {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { code: '', message: String(first) };
  const { code = '' } = first as NodeJS.ErrnoException;
  const isLate = /timeout/i.test(first.message);
  return { code: code || (isLate ? 'ETIMEDOUT' : ''), message: first.message };
}

interface ServerRow {
  readonly version_number: number;
  readonly version: string;
  readonly encoding: string;
  readonly owner: string;
  readonly is_superuser: boolean;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly connections: number;
  readonly max_connections: number;
  readonly is_encrypted: boolean;
  readonly is_near: boolean;
  readonly bytes: string;
}

const serverQuery = `
  select current_setting('server_version_num')::integer as version_number, current_setting('server_version') as version,
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    current_user as owner, (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::integer as max_connections,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
    coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1' or inet_server_addr() = inet_client_addr(), true)
      as is_near,
    pg_database_size(current_database()) as bytes`;

type Server = Omit<DatabaseFacts, keyof Rest['database'] | 'clockAheadSeconds'>;

async function serverOf(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<ServerRow>(serverQuery);
  const [row] = rows;
  if (!row) throw new Error('the database returned no facts');
  return {
    versionNumber: row.version_number,
    version: row.version,
    encoding: row.encoding,
    owner: row.owner,
    isSuperuser: row.is_superuser,
    switchedOff: [
      ...(row.fsync === 'off' ? ['fsync'] : []),
      ...(row.full_page_writes === 'off' ? ['full_page_writes'] : []),
    ],
    connections: row.connections,
    maxConnections: row.max_connections,
    isReadableOnTheWay: !row.is_encrypted && !row.is_near,
    sizeBytes: Number(row.bytes),
  };
}

/** Facts that only a superuser can read. */
interface Rest {
  readonly database: Pick<
    DatabaseFacts,
    'webLoginProblem' | 'pendingMigrations' | 'unknownMigrations' | 'isTooOld' | 'hasDemo'
  >;
  readonly work: WorkFacts | null;
  readonly replication: Replication | null;
}

const nothingElse: Rest = {
  database: {
    webLoginProblem: null,
    pendingMigrations: [],
    unknownMigrations: [],
    isTooOld: false,
    hasDemo: false,
  },
  work: null,
  replication: null,
};

async function restOf(client: pg.Client, webUrl: string, { version, demoPerson }: Own): Promise<Rest> {
  const applied = await appliedMigrations(client);
  const { pending, unknown, isTooOld } = compareHistory(readSchemaFiles(databaseDirectory), applied);
  return {
    database: {
      webLoginProblem: applied.size > 0 ? await loginProblem(webUrl) : null,
      pendingMigrations: pending,
      unknownMigrations: unknown,
      isTooOld,
      hasDemo: applied.size > 0 && (await isThere(client, demoPerson)),
    },
    work: applied.size > 0 ? await workOf(client, version) : null,
    replication: await replicationOf(client),
  };
}

/** Null if a version that has the function never started here. */
async function replicationOf(client: pg.Client): Promise<Replication | null> {
  const { rows: there } = await client.query(
    "select where to_regproc('app.replication_figures') is not null",
  );
  if (there.length === 0) return null;
  return await readReplication(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
}

async function loginProblem(webUrl: string): Promise<string | null> {
  const client = clientOf(webUrl);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return reasonOf(error).message;
  } finally {
    // The result is complete, so errors on closing do not matter.
    await client.end().catch(() => {});
  }
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows: there } = await client.query(
    "select from pg_tables where schemaname = 'app' and tablename = 'migration'",
  );
  if (there.length === 0) return new Map();
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from app.migration order by name',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

async function isThere(client: pg.Client, email: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'lb_user'",
  );
  if (rows.length === 0) return false;
  return (await client.query('select from lb_user where email = $1 limit 1', [email])).rows.length > 0;
}

interface NodeRow {
  readonly roles: string[];
  readonly version: string;
  readonly silent_seconds: number;
  readonly seconds: number;
}

/** Null if a required migration is not applied. */
async function workOf(client: pg.Client, version: string): Promise<WorkFacts | null> {
  const { rows: there } = await client.query(
    "select from pg_tables where (schemaname, tablename) in (('public', 'node'), ('graphile_worker', '_private_jobs'))",
  );
  if (there.length < 2) return null;
  const { rows: nodes } = await client.query<NodeRow>(
    `select roles, version, extract(epoch from clock_timestamp() - heartbeat_at)::double precision as silent_seconds,
       extract(epoch from clock_timestamp() - started_at)::double precision as seconds from node`,
  );
  const { rows: figures } = await client.query<{
    due: number;
    unsealed: number;
    has_seal: boolean;
    mails: string;
  }>(
    `select q.oldest_ready_seconds as due, a.oldest_unsealed_seconds::double precision as unsealed,
       exists (select from audit_seal) as has_seal,
       (select count(*) from mail where state in ('failed', 'uncertain') and created_at > now() - interval '1 day') as mails
     from app.queue_figures() q cross join app.audit_figures() a`,
  );
  const { rows: failed } = await client.query<{ kind: string; count: string }>(
    `select kind, count(*) from job
     where state = 'failed' and discarded_at is null and finished_at > now() - interval '1 day' group by kind order by kind`,
  );
  return {
    version,
    processes: nodes.map((node) => ({
      roles: node.roles,
      version: node.version,
      isSilent: node.silent_seconds > silentAfterSeconds,
      seconds: node.seconds,
    })),
    oldestDueSeconds: figures[0]?.due ?? 0,
    oldestUnsealedSeconds: figures[0]?.unsealed ?? 0,
    hasSeal: figures[0]?.has_seal ?? false,
    failedMails: Number(figures[0]?.mails ?? 0),
    failedJobs: Object.fromEntries(failed.map(({ kind, count }) => [kind, Number(count)])),
  };
}
