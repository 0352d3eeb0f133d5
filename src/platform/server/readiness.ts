import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { type DatabaseState, longestDatabaseAnswer, type ReadinessFacts } from '../readiness.ts';
import { type Clock, seconds } from './clock.ts';
import { clockOffset } from './database/clock-offset.ts';
import type { Database } from './database.ts';

export interface ReadinessParts {
  readonly database: Pick<Database, 'dedicated' | 'lacksRoom'>;
  readonly clock: Clock;
  /** Data directory of the embedded database; null for an external one. */
  readonly dataDirectory: string | null;
}

export interface Readiness {
  /** Checks at most once a second, however often it is called. */
  look(): Promise<ReadinessFacts>;
  /** From now on the process accepts no new work. */
  drain(): void;
  close(): Promise<void>;
}

const freshFor = seconds(1);
/** How long a report of a full disk counts. */
const roomIsLackingFor = seconds(30);

/**
 * Checks whether this process can do its work (TECH-22). Uses its own database connection: a fully used pool is no
 * reason to send people elsewhere.
 */
export function openReadiness({ database, clock, dataDirectory }: ReadinessParts): Readiness {
  let isDraining = false;
  let client: pg.Client | undefined;
  let looked: { readonly at: number; readonly facts: Promise<ReadinessFacts> } | undefined;
  const drop = async () => {
    const dropped = client;
    client = undefined;
    // Errors while closing an abandoned connection do not matter.
    await dropped?.end().catch(() => {});
  };
  const askDatabase = async (): Promise<DatabaseState | null> => {
    try {
      client ??= await connected(database.dedicated());
      return await within(stateOf(client, clock));
    } catch {
      void drop();
      return null;
    }
  };
  const lookNow = async (): Promise<ReadinessFacts> => {
    const [state, freeBytes] = await Promise.all([askDatabase(), freeBytesOf(dataDirectory)]);
    return { isDraining, database: state, freeBytes, lacksRoom: database.lacksRoom(roomIsLackingFor) };
  };
  return {
    look: async () => {
      const now = performance.now();
      if (!looked || now - looked.at > freshFor) looked = { at: now, facts: lookNow() };
      return { ...(await looked.facts), isDraining };
    },
    drain: () => {
      isDraining = true;
    },
    close: drop,
  };
}

async function connected(client: pg.Client): Promise<pg.Client> {
  // A connection that breaks while idle is reported by the next query.
  client.on('error', () => {});
  await client.connect();
  await client.query('set role gate');
  return client;
}

async function within<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database is slow')), longestDatabaseAnswer);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // A late answer may be an error; the delay was already reported.
    answer.catch(() => {});
  }
}

interface StateRow {
  readonly due: number;
  readonly unsealed: number;
  readonly working: number | null;
}

const stateQuery = `
  select q.oldest_ready_seconds as due, a.oldest_unsealed_seconds::float8 as unsealed,
    (select max(extract(epoch from clock_timestamp() - started_at))::float8 from worker
     where heartbeat_at > clock_timestamp() - interval '3 minutes') as working
  from app.queue_figures() q cross join app.audit_figures() a`;

/** Without any worker, work counts as waiting since this process started. */
async function stateOf(client: pg.Client, clock: Clock): Promise<DatabaseState> {
  const { aheadSeconds } = await clockOffset(async (text) => (await client.query(text)).rows, clock);
  const { rows } = await client.query<StateRow>(stateQuery);
  const { due = 0, unsealed = 0, working = null } = rows[0] ?? {};
  return {
    oldestDueSeconds: due,
    oldestUnsealedSeconds: unsealed,
    workingSeconds: working ?? process.uptime(),
    clockAheadSeconds: aheadSeconds,
  };
}

/** The free bytes of a directory's file system; null if unknown. */
export async function freeBytesOf(directory: string | null): Promise<number | null> {
  if (directory === null) return null;
  const found = await statfs(directory).catch(() => null);
  return found && found.bavail * found.bsize;
}
