import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../clock.ts';
import { limitedConnection } from '../database/limits.ts';
import { PrimaryClient } from '../database/primary.ts';
import { isAboutTheServer, isLockWait } from '../database/refusals.ts';
import type { Log } from '../log.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/** Pause between attempts to reach an unreachable PostgreSQL. */
const pause = seconds(1);

/**
 * The connections of the queue library, able to survive an outage of PostgreSQL. The library reports the end of a job
 * without awaiting the answer, so a failure there would end the process. Here connecting waits until the database is
 * back, and broken queries get an error code that the library repeats.
 */
export class QueuePool extends pg.Pool {
  readonly #log: Log;
  #isAway = false;

  constructor(ownerUrl: string, size: number, log: Log) {
    super({
      connectionString: ownerUrl,
      max: size,
      application_name: 'kontor worker',
      ...limitedConnection(),
      Client: QueueClient,
    });
    this.#log = log;
    // Without listeners a lost connection would end the process; the library replaces it and logs that.
    this.on('error', () => {});
    this.on('connect', (client) => client.on('error', () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connected();
    super.connect(callback);
    return undefined;
  }

  async #connected(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect();
        if (this.#isAway) this.#log.info('the queue is connected to the database again');
        this.#isAway = false;
        return client;
      } catch (error) {
        // Calls still waiting when the worker has ended are repeated by the next one.
        if (this.ending) return await new Promise<never>(() => {});
        if (!this.#isAway) this.#log.warn({ err: error }, 'the queue cannot reach the database and retries');
        this.#isAway = true;
      }
      await delay(pause);
    }
  }
}

class QueueClient extends PrimaryClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    this.query = ((...values: unknown[]) => {
      const result = query(...values);
      return result instanceof Promise
        ? result.catch((error: unknown) => this.#again(error, () => query(...values)))
        : result;
    }) as pg.Client['query'];
  }

  /** Waits while the database has no disk space or memory left. */
  async #again(failure: unknown, ask: () => unknown): Promise<unknown> {
    for (let error = failure; ; ) {
      if (!lacksRoom(error)) return this.#fail(error);
      await delay(pause);
      try {
        return await ask();
      } catch (next) {
        error = next;
      }
    }
  }

  /** A connection without an answer would block everything behind it. */
  #fail(error: unknown): never {
    if (!isRepeated(error)) throw error;
    // Already broken, or on a server that accepts no writes any more; its cause is thrown below.
    if (!(error instanceof pg.DatabaseError) || error.code === '25006') void this.end().catch(() => {});
    const { message } = error as Error;
    throw Object.assign(new Error(message, { cause: error }), { code: repeatedByTheQueue });
  }
}

/** The library repeats failures with this code up to a hundred times, with pauses of up to five seconds. */
const repeatedByTheQueue = '40001';

function lacksRoom(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '53100' || error.code === '53200');
}

/** Errors without SQLSTATE come from the connection; timeouts are repeated. */
function isRepeated(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return isAboutTheServer(error) || isLockWait(error) || error.code === '57014';
}
