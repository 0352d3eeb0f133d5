import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../context.ts';
import {
  type DatabaseRole,
  type Entrance,
  type EntranceOptions,
  entranceOf,
  gate,
} from './database/entrance.ts';
import {
  allowLonger,
  backgroundTransaction,
  type DatabaseLimits,
  databaseLimits,
  limitedConnection,
  limitTransactions,
  longAct,
  shortLimits,
  transactionOf,
} from './database/limits.ts';
import { Reach, Sockets } from './database/reach.ts';
import { statementName } from './database/statement-names.ts';
import { valueTypes } from './database/value-types.ts';
import { Shares } from './fairness/shares.ts';
import { countedInDatabase, countMoved } from './fairness/work.ts';

type SqlValue = unknown;

/** What all hands on one transaction share. */
interface Line {
  readonly client: pg.PoolClient;
  /** What an error of one of its statements means. */
  readonly meaningOf: (error: unknown) => unknown;
  /** How long each answer is waited for, in milliseconds, where its statements may take longer than usual. */
  patience: { readonly query_timeout?: number };
  readonly sent: Promise<unknown>[];
  /** As what the database takes the next statement; null where that is not known, or that of the connection. */
  role: DatabaseRole | null;
  committing: Promise<pg.QueryResult> | undefined;
  /** What has failed first: it explains why the database takes no statement after it. */
  failure: unknown;
  /** So many savepoints it has had; those within each other have names of their own. */
  savepoints: number;
}

/**
 * One open transaction, in the hand of one role: whoever needs another one takes another hand (`as`), and nobody has to
 * give anything back. Statements that are sent without awaiting each other share a round trip.
 */
export class Tx {
  readonly #line: Line;
  readonly #role: DatabaseRole | null;

  private constructor(line: Line, role: DatabaseRole | null) {
    this.#line = line;
    this.#role = role;
  }

  /** `role` is the one that the transaction has begun as, null that of the connection. */
  static on(client: pg.PoolClient, role: DatabaseRole | null, reach?: Reach): Tx {
    const meaningOf = (error: unknown) => reach?.meaningOf(client, error) ?? error;
    const nothing = { patience: {}, committing: undefined, failure: undefined, savepoints: 0 };
    return new Tx({ client, meaningOf, sent: [], role, ...nothing }, role);
  }

  /** The same transaction in the hand of this role; its first statement takes the change of the role along. */
  as(role: DatabaseRole): Tx {
    return role === this.#role ? this : new Tx(this.#line, role);
  }

  /**
   * All rows. `name` prepares the statement on the connection; use it for fixed texts only. Each role prepares its own:
   * the database plans a prepared statement anew when its policies turn out to be those of somebody else.
   */
  async query<Row extends object>(text: string, values: SqlValue[] = [], name?: string): Promise<Row[]> {
    const switched = this.#switch();
    const prepared = name && `${name} ${this.#role}`;
    const { client, meaningOf, patience } = this.#line;
    const statement = { text, values, ...patience };
    const result = client.query<Row>(prepared ? { name: prepared, ...statement } : statement);
    countMoved(text.length);
    result.catch((error: unknown) => {
      this.#line.failure ??= error;
    });
    try {
      if (switched !== undefined) await Promise.all([switched, result]);
      return (await result).rows;
    } catch (error) {
      throw meaningOf(isAborted(error) ? (this.#line.failure ?? error) : error);
    }
  }

  /**
   * Lets this transaction take longer than usual, in milliseconds: what is meant to take long says so here.
   *
   * @param statement how long each of its statements may take; as usual without
   */
  allow(transaction: number, statement?: number): void {
    this.#line.patience = { query_timeout: longAct(transaction).answer };
    this.send(allowLonger, [String(transaction), statement === undefined ? null : String(statement)]);
  }

  /** Waits for what was sent past `query`; throws what its first failure means. */
  async answered(sent: readonly Promise<unknown>[]): Promise<void> {
    await Promise.all(sent).catch((error: unknown) => {
      throw this.#line.meaningOf(error);
    });
  }

  /** All rows of a statement whose text never varies: prepared once per connection. */
  async fixed<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row[]> {
    return await this.query<Row>(text, values, statementName(text));
  }

  /** The first row, if any, of a statement whose text never varies. */
  async maybeOne<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row | undefined> {
    return (await this.fixed<Row>(text, values))[0];
  }

  /** Exactly the first row, as `maybeOne`; its absence is the refusal `not_found`. */
  async one<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row> {
    const row = await this.maybeOne<Row>(text, values);
    if (!row) throw new Refused(refuse('not_found'));
    return row;
  }

  /**
   * Sends a statement whose text never varies and whose rows nobody waits for. Where it fails, the transaction fails with
   * its error, whatever statement finds that out.
   */
  send(text: string, values: SqlValue[] = []): void {
    this.#keep(this.fixed(text, values));
  }

  /** As `send`, a statement whose text varies, so that it is not worth preparing. */
  sendVaried(text: string, values: SqlValue[] = []): void {
    this.#keep(this.query(text, values));
  }

  #keep(sent: Promise<unknown>): void {
    // Its failure is thrown where `sent` is awaited, at the next statement or the end.
    sent.catch(() => {});
    this.#line.sent.push(sent);
  }

  /** Waits for what was sent; throws the first failure of it. */
  async settled(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#line.sent);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Sends COMMIT right behind what `run` sends before it first waits; nothing may be sent after that. */
  last<T>(run: () => Promise<T>): Promise<T> {
    const result = run();
    this.#line.committing = this.#sendCommit();
    // What failed before is told by the statement that did; the tag of COMMIT is looked at by whoever waits for it.
    this.#line.committing.catch(() => {});
    return result;
  }

  /** The answer to COMMIT, which is sent now unless it is under way. */
  async commit(): Promise<pg.QueryResult> {
    try {
      return await (this.#line.committing ?? this.#sendCommit());
    } catch (error) {
      throw this.#line.meaningOf(error);
    }
  }

  /** It waits behind what was sent before, as long as that may take. */
  #sendCommit(): Promise<pg.QueryResult> {
    const { client, patience } = this.#line;
    return client.query({ text: 'commit', ...patience });
  }

  /**
   * What `run` wrote is undone where it fails, and the transaction goes on; throws its failure. What `run` does is waited
   * for: the failure of a statement that was only sent would still be that of the transaction.
   */
  async undoing<T>(run: () => Promise<T>): Promise<T> {
    const { client, role } = this.#line;
    this.#line.savepoints += 1;
    const name = `undoing_${this.#line.savepoints}`;
    await client.query(`savepoint ${name}`);
    try {
      return await run();
    } catch (error) {
      await client.query(`rollback to savepoint ${name}; release savepoint ${name}`);
      this.#line.role = role;
      this.#line.failure = undefined;
      throw error;
    }
  }

  #switch(): Promise<unknown> | undefined {
    if (this.#role === this.#line.role) return undefined;
    this.#line.role = this.#role;
    return this.#line.client.query({
      name: 'as',
      text: "select set_config('role', $1, true)",
      values: [this.#role],
    });
  }
}

export interface Database {
  readonly pool: pg.Pool;
  /** Runs in one transaction as a person in a tenant; begins as the reader that the person's rights allow. */
  inTenant<T>(context: Context, run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs in one transaction without tenant or person, for the login and the sweep of jobs only. */
  atGate<T>(
    run: (tx: Tx) => Promise<T>,
    options?: Pick<TransactionOptions, 'timeLimitMs' | 'isSnapshot'>,
  ): Promise<T>;
  /** A connection beside the pool, not yet connected, for what must keep one to itself (LISTEN). */
  dedicated(): pg.Client;
  /** Whether the database said within so many milliseconds that its disk is full. */
  lacksRoom(within: number): boolean;
  /** Operators log in with a passkey (AUTH-36). */
  readonly requiresOperatorPasskeys: boolean;
  close(): Promise<void>;
}

export interface TransactionOptions extends EntranceOptions {
  /**
   * `run` sends a single statement, and sends it before it first waits: then COMMIT leaves in the same round
   * trip as everything else.
   */
  readonly isOneStatement?: boolean;
  /** Ends each statement of `run` after so many milliseconds instead of the usual time. */
  readonly timeLimitMs?: number;
  /** All statements of `run` see the same moment, that of the first. */
  readonly isSnapshot?: boolean;
}

/** The wait of a tenant's transaction for a connection, beside which the rest of the tenants go on (API-44). */
const tenantShare = { waiting: 500, patienceMs: 20_000 };

/** Serialization failures and deadlocks are repeated this often (API-43). */
const repeats = 2;

export function openDatabase(
  connectionString: string,
  options: {
    size?: number;
    /** Other than those that everybody has, such as `longAct` of what fills the database. */
    limits?: Partial<DatabaseLimits>;
    requiresOperatorPasskeys?: boolean;
  } = {},
): Database {
  const { size = 8, requiresOperatorPasskeys = false } = options;
  const tenants = new Shares({ ...tenantShare, atOnce: Math.max(1, Math.floor(size / 2)) });
  const limits = { ...databaseLimits, ...options.limits };
  const { options: limited, ...waits } = limitedConnection(limits);
  const sockets = new Sockets();
  const pool = new pg.Pool({
    ...waits,
    stream: sockets.stream,
    connectionString,
    max: size,
    // Of the wait for a place; connecting itself is limited by the connection.
    connectionTimeoutMillis: limits.place,
    Client: impatientClient(limits.connect),
    application_name: 'kontor',
    // The time zone of the session only decides how instants are written; UTC as everywhere (GEN-14).
    options: `-c timezone=UTC -c lc_messages=C ${limited}`,
    types: valueTypes,
    pipeline: true,
  } as pg.PoolConfig);
  pool.on('connect', (client) => {
    // It fails only with its connection, which the next statement reports.
    client.query(limitTransactions(limits.transaction)).catch(() => {});
  });
  const reach = new Reach(pool, sockets, () => shortConnection(connectionString, 'kontor'));
  return {
    pool,
    inTenant: async (context, run, transactionOptions = {}) => {
      const leave = await tenants.enter(String(context.tenantId));
      try {
        return await countedInDatabase(() =>
          transaction(
            reach,
            entranceOf(context, { ...transactionOptions, requiresOperatorPasskeys }),
            run,
            transactionOptions,
          ),
        );
      } finally {
        leave();
      }
    },
    atGate: (run, gateOptions = {}) => transaction(reach, gate, run, gateOptions),
    dedicated: () => shortConnection(connectionString, 'kontor-listen'),
    lacksRoom: (within) => reach.lacksRoom(within),
    requiresOperatorPasskeys,
    close: () => {
      reach.close();
      return pool.end();
    },
  };
}

/** Gives up to connect sooner than one waits for a place in the pool. */
function impatientClient(connectionTimeoutMillis: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

/** A connection beside the pool, not yet connected, that is asked what is answered at once. */
function shortConnection(connectionString: string, applicationName: string): pg.Client {
  return new pg.Client({
    ...limitedConnection(shortLimits),
    connectionString,
    application_name: applicationName,
  });
}

async function transaction<T>(
  reach: Reach,
  entrance: Entrance,
  run: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptTransaction(reach, entrance, run, options);
    } catch (error) {
      if (attempt < repeats && isRepeatable(error)) continue;
      throw error;
    }
  }
}

async function attemptTransaction<T>(
  reach: Reach,
  entrance: Entrance,
  run: (tx: Tx) => Promise<T>,
  { isOneStatement, timeLimitMs, isSnapshot }: TransactionOptions,
): Promise<T> {
  const client = await reach.client();
  const tx = Tx.on(client, entrance.role, reach);
  let broken: Error | undefined;
  try {
    // Begin, context and the first statements of `run` leave in one round trip; a failure of the first two
    // is awaited before anything that the transaction found may be believed.
    const begun = tx.answered([
      client.query(isSnapshot ? 'begin isolation level repeatable read' : 'begin'),
      ...entrance.before.map((statement) => client.query(statement)),
      client.query(entrance.enter),
    ]);
    if (timeLimitMs) tx.allow(transactionOf(timeLimitMs), timeLimitMs);
    else if (entrance.isBackground) tx.allow(backgroundTransaction);
    const running = isOneStatement ? tx.last(() => run(tx)) : run(tx);
    const [, result] = await firstFailure(begun, running);
    await tx.settled();
    const commit = await tx.commit();
    // A failed transaction answers COMMIT with ROLLBACK and no error.
    if (commit.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * All results, once nothing of it is under way any more; where several fail, the failure of the first, which explains those of
 * the others.
 */
export async function firstFailure<Results extends readonly unknown[]>(
  ...under: { readonly [Place in keyof Results]: Promise<Results[Place]> }
): Promise<Results> {
  const outcomes = await Promise.allSettled(under);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as unknown as Results;
}

/** Whether a statement failed for nothing but that another one of its transaction had failed before. */
function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

function isRepeatable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}
