import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { RefusedForNow } from '../refused-for-now.ts';

/** The database cannot be reached, or does not answer; whether it carried out what it was sent last is not known. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('the database does not answer', { cause });
  }
}

/** Between two attempts to reach a database that is away, in milliseconds. */
const pause = 250;
/** When to come again for a place in the pool, in seconds. */
const retryAfterSeconds = 3;

const diskFull = '53100';

/** What `pg` says when an answer did not come in time, when the pool has no place, and when a connection has broken. */
const noAnswer = 'Query read timeout';
const noPlace = 'timeout exceeded when trying to connect';
const isBroken =
  /^(Query read timeout|Connection terminated|timeout expired|Client (has encountered|was closed)|This socket has been ended)/;

/** The sockets of a pool, for its configuration (`stream`). */
export class Sockets {
  readonly #open = new Set<Socket>();

  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** Ends all connections; whoever waits for an answer on one of them learns it. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/**
 * Whether the database is reached (TECH-21). Once it does not answer, or cannot be connected to, everybody is refused at once instead
 * of waiting in vain, until it answers again; an answer that did not come ends all connections, for what lies between may swallow
 * each of them.
 */
export class Reach {
  readonly #pool: pg.Pool;
  readonly #sockets: Sockets;
  readonly #probe: () => pg.Client;
  /** Why the server ended a connection. */
  readonly #endings = new WeakMap<pg.ClientBase, Error>();
  #fullAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  #isClosed = false;

  /** @param probe makes a connection, not yet connected, whose waits are short */
  constructor(pool: pg.Pool, sockets: Sockets, probe: () => pg.Client) {
    this.#pool = pool;
    this.#sockets = sockets;
    this.#probe = probe;
    // A connection that dies is replaced by the pool, and its query fails; without listeners, idle or in use, it
    // would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      // The first one says why, the others that it is so.
      client.on('error', (error) => {
        if (!this.#endings.has(client)) this.#endings.set(client, error);
      });
    });
  }

  /** A connection of the pool. Throws `DatabaseAway` where there is none to be had, `RefusedForNow` where all stay taken. */
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

  /** What an error of a statement means: that of a connection which broke names what it broke of. */
  meaningOf(client: pg.ClientBase, error: unknown): unknown {
    if (error instanceof pg.DatabaseError && error.code === diskFull) this.#fullAt = performance.now();
    if (error instanceof pg.DatabaseError || !isOfConnection(error)) return error;
    if (error.message === noAnswer) {
      this.#sockets.cut();
      this.#noteLoss();
    }
    const ending = this.#endings.get(client);
    return ending instanceof pg.DatabaseError ? ending : new DatabaseAway(ending ?? error);
  }

  lacksRoom(within: number): boolean {
    return performance.now() - this.#fullAt < within;
  }

  close(): void {
    this.#isClosed = true;
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
    // One that does not answer any more is not waited for.
    void client.end().catch(() => {});
  }
}

function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return isBroken.test(error.message) || ('code' in error && /^E[A-Z]/.test(String(error.code)));
}
