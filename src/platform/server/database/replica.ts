import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../clock.ts';
import { partSpan } from '../telemetry/tracing.ts';
import { impatient, shortConnection } from './primary.ts';
import { Reach, Sockets } from './reach.ts';
import { isAboutTheServer } from './refusals.ts';

/** A place in the log of changes: everything committed before it is there. */
interface Position {
  readonly lsn: string;
  /** Eight hexadecimal digits; grows with every fail-over. */
  readonly timeline: string;
}

/** Waits for a replica, in milliseconds: until it has replayed a position, between two looks, for an answer. */
const waits = { replay: 50, look: 5, answer: seconds(1) };

const positionQuery = `
  select lsn, substr(pg_walfile_name(lsn), 1, 8) as timeline from pg_current_wal_flush_lsn() lsn`;

/**
 * A replica that was ahead when another one was promoted has replayed changes that do not exist: it counts only on the
 * timeline of the primary.
 */
const freshQuery = `
  select pg_last_wal_replay_lsn() >= $1::pg_lsn
    and upper(lpad(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline)), 8, '0')) = $2 as is_fresh
  from pg_control_checkpoint() c, pg_control_recovery() r`;

/**
 * A replica of the database for reads (TECH-15). It is read only where it has replayed everything that was committed
 * when the read began, so that nobody misses an own write, from whatever browser, token or mail it came.
 *
 * @see docs/decisions/0690-a-replica-answers-once-it-has-everything.md
 */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #primary: Reach;
  readonly #reach: Reach;

  /**
   * @param pooled options of the connections
   * @param connect limit for connecting, in milliseconds
   */
  constructor(primary: Reach, pooled: pg.PoolConfig, connectionString: string, connect: number) {
    const sockets = new Sockets();
    const Client = impatient(pg.Client, connect);
    this.#pool = new pg.Pool({ ...pooled, stream: sockets.stream, connectionString, Client });
    this.#primary = primary;
    this.#reach = new Reach(this.#pool, sockets, () =>
      shortConnection(pg.Client, connectionString, 'kontor replica'),
    );
  }

  /**
   * Runs a read on the replica. Undefined where the primary must be asked: the replica is late or away, refused a
   * write, or ended the read, as it may where it would have to wait with changes.
   */
  async read<T>(
    attempt: (reach: Reach, client: pg.PoolClient) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const client = await this.#client();
    if (!client) return undefined;
    try {
      const result = await partSpan('transaction replica', 'client', { 'db.system.name': 'postgresql' }, () =>
        attempt(this.#reach, client),
      );
      return { result };
    } catch (error) {
      if (isAboutTheServer(error) || isConflict(error)) return undefined;
      throw error;
    }
  }

  /** A connection on which everything is there that was committed before; undefined if there is none in a moment. */
  async #client(): Promise<pg.PoolClient | undefined> {
    const position = await this.#position();
    const client = await this.#reach.client().catch(() => undefined);
    if (!client) return undefined;
    const isFresh = await this.#isFresh(client, position).catch((error: Error) => {
      this.#reach.meaningOf(client, error);
      return error;
    });
    if (isFresh === true) return client;
    client.release(isFresh);
    return undefined;
  }

  async #position(): Promise<Position | undefined> {
    const client = await this.#primary.client();
    try {
      const { rows } = await client.query<Position>({ name: 'position', text: positionQuery });
      return rows[0];
    } catch (error) {
      throw this.#primary.meaningOf(client, error);
    } finally {
      client.release();
    }
  }

  async #isFresh(client: pg.PoolClient, position: Position | undefined): Promise<boolean> {
    if (!position) return false;
    const values = [position.lsn, position.timeline];
    const question = { name: 'is-fresh', text: freshQuery, values, query_timeout: waits.answer };
    for (const deadline = performance.now() + waits.replay; ; await delay(waits.look)) {
      const { rows } = await client.query<{ is_fresh: boolean | null }>(question);
      if (rows[0]?.is_fresh) return true;
      if (performance.now() > deadline) return false;
    }
  }

  async close(): Promise<void> {
    this.#reach.close();
    await this.#pool.end();
  }
}

/** Changes of the primary conflicted with the read for too long. */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40001';
}
