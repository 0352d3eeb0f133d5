import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../clock.ts';
import type { Log } from '../log.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/** Between two attempts to reach a PostgreSQL that is away. */
const pause = seconds(1);
/** A server that neither answers nor refuses counts as away after this long. */
const longestConnect = seconds(10);

/**
 * The connections of the queue, which survives that PostgreSQL is away. It tells the database how a job ended without
 * waiting for the answer, so that a failure there would end the process. Here connecting waits until the database is
 * back, and what broke on its way carries a code that the queue repeats.
 */
export class QueuePool extends pg.Pool {
  readonly #log: Log;
  #isAway = false;

  constructor(ownerUrl: string, size: number, log: Log) {
    super({
      connectionString: ownerUrl,
      max: size,
      application_name: 'kontor worker',
      connectionTimeoutMillis: longestConnect,
      Client: QueueClient,
    });
    this.#log = log;
    // Without listeners a lost connection would end the process; the queue replaces it and says so.
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
        if (this.#isAway) this.#log.info('the queue reaches the database again');
        this.#isAway = false;
        return client;
      } catch (error) {
        // What still waits when the worker has ended is repeated by the next one.
        if (this.ending) return await new Promise<never>(() => {});
        if (!this.#isAway) this.#log.warn({ err: error }, 'the queue waits for the database');
        this.#isAway = true;
      }
      await delay(pause);
    }
  }
}

class QueueClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    this.query = ((...values: unknown[]) => {
      const result = query(...values);
      return result instanceof Promise ? result.catch(failRepeatably) : result;
    }) as pg.Client['query'];
  }
}

function failRepeatably(error: unknown): never {
  if (!isAboutTheServer(error)) throw error;
  const { message } = error as Error;
  throw Object.assign(new Error(message, { cause: error }), { code: repeatedByTheQueue });
}

/** The queue repeats up to a hundred times what failed with this code, with pauses of up to two minutes. */
const repeatedByTheQueue = 'ETIMEDOUT';

/**
 * Whether the connection, the resources or the state of the server are the cause, and not the statement: classes 08, 53,
 * 57 and 58 of SQLSTATE, and a server that cannot be written to for now (25006). What carries no SQLSTATE comes from the
 * connection.
 */
function isAboutTheServer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return /^(08|53|57|58|25006)/.test(error.code ?? '');
}
