import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { RefusedForNow } from '../refused-for-now.ts';
import { forgetPrimaries, PrimaryClient } from './primary.ts';

/** The database is unreachable or does not answer; whether it executed the last statement is unknown. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('the database does not answer', { cause });
  }
}

/** Pause between two attempts to reach an unreachable database, in milliseconds. */
const pause = 250;
/** Retry-After for a full pool, in seconds. */
const retryAfterSeconds = 3;

const diskFull = '53100';
const readOnly = '25006';

/** The warning of a COMMIT that no longer waits for its standby: a fail-over may lose it. */
const unreplicated = /^canceling wait for synchronous replication/;

/** Messages of `pg` for a late answer, a full pool, and a broken connection. */
const noAnswer = 'Query read timeout';
const noPlace = 'timeout exceeded when trying to connect';
const isBroken =
  /^(Query read timeout|Connection terminated|timeout expired|Client (has encountered|was closed)|This socket has been ended)/;

/** The sockets of a pool, passed in as its `stream` option. */
export class Sockets {
  readonly #open = new Set<Socket>();

  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** Closes all connections; their pending queries fail. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/**
 * Whether the database is reachable (TECH-21). Once it does not answer or accept connections, every request is
 * refused at once until it answers again. A missing answer closes all connections, because a broken network path may
 * affect each of them.
 */
export class Reach {
  readonly #pool: pg.Pool;
  readonly #sockets: Sockets;
  readonly #probe: () => pg.Client;
  /** Why the server closed a connection. */
  readonly #endings = new WeakMap<pg.ClientBase, Error>();
  /** Connections whose last COMMIT may not have reached the standby. */
  readonly #unreplicated = new WeakSet<pg.ClientBase>();
  #fullAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  #isClosed = false;

  /** @param probe creates a connection, not yet connected, with short time limits */
  constructor(pool: pg.Pool, sockets: Sockets, probe: () => pg.Client) {
    this.#pool = pool;
    this.#sockets = sockets;
    this.#probe = probe;
    // The pool replaces a dead connection, and its query fails; without listeners the error would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      // The first error has the reason; later ones only say that it is closed.
      client.on('error', (error) => {
        if (!this.#endings.has(client)) this.#endings.set(client, error);
      });
      client.on('notice', ({ message = '' }) => {
        if (unreplicated.test(message)) this.#unreplicated.add(client);
      });
    });
  }

  /** A connection of the pool. Throws `DatabaseAway` if none can be made, `RefusedForNow` if all stay busy. */
  async client(): Promise<pg.PoolClient> {
    if (this.#isAway) throw new DatabaseAway();
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (error instanceof pg.DatabaseError || this.#pool.ending) throw error;
      const isFull = error instanceof Error && error.message === noPlace;
      if (isFull && !this.#isAway) throw new RefusedForNow(retryAfterSeconds);
      this.#noteLoss();
      throw new DatabaseAway(error);
    }
  }

  /** Translates an error of a statement: a broken connection gets the reason why it broke. */
  meaningOf(client: pg.ClientBase, error: unknown): unknown {
    if (error instanceof pg.DatabaseError && error.code === diskFull) this.#fullAt = performance.now();
    if (error instanceof pg.DatabaseError || !isOfConnection(error)) return error;
    if (error.message === noAnswer) this.#drop();
    const ending = this.#endings.get(client);
    return ending instanceof pg.DatabaseError ? ending : new DatabaseAway(ending ?? error);
  }

  /**
   * Throws where the server stopped waiting for a synchronous standby at COMMIT: the transaction is committed, but a
   * fail-over may lose it. Its caller repeats it by its key (TECH-15).
   */
  requireReplica(client: pg.ClientBase): void {
    if (this.#unreplicated.delete(client)) throw new DatabaseAway('the standby did not confirm the COMMIT');
  }

  /**
   * The cause of a failed transaction, after its rollback. A session that accepts no writes is on a former primary:
   * all connections are replaced. The transactions of auditors are read-only, their sessions are not.
   */
  async causeOf(client: pg.ClientBase, error: unknown): Promise<unknown> {
    if (!(client instanceof PrimaryClient && error instanceof pg.DatabaseError)) return error;
    if (error.code !== readOnly) return error;
    const isReadOnly = await client
      .query<{ transaction_read_only: string }>('show transaction_read_only')
      .then(
        ({ rows }) => rows[0]?.transaction_read_only === 'on',
        () => true,
      );
    if (!isReadOnly) return error;
    this.#drop();
    return new DatabaseAway(error);
  }

  lacksRoom(within: number): boolean {
    return performance.now() - this.#fullAt < within;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Closes all connections; requests are refused until a primary answers. */
  #drop(): void {
    forgetPrimaries();
    this.#sockets.cut();
    this.#noteLoss();
  }

  #noteLoss(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    void this.#waitForReturn();
  }

  async #waitForReturn(): Promise<void> {
    while (!this.#isClosed && !(await answers(this.#probe()))) await delay(pause, undefined, { ref: false });
    this.#isAway = false;
  }
}

async function answers(client: pg.Client): Promise<boolean> {
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // Do not wait for a connection that may not answer.
    void client.end().catch(() => {});
  }
}

function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return isBroken.test(error.message) || ('code' in error && /^E[A-Z]/.test(String(error.code)));
}
