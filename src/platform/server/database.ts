import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../context.ts';
import {
  type DatabaseRole,
  type Entered,
  type Entrance,
  entranceOf,
  gateEntrance,
  isTenantMoving,
  type TransactionOptions,
} from './database/entrance.ts';
import { firstFailure } from './database/first-failure.ts';
import {
  allowLonger,
  backgroundTransaction,
  type DatabaseLimits,
  databaseLimits,
  limitedConnection,
  limitTransactions,
  longAct,
  transactionOf,
} from './database/limits.ts';
import { impatient, PrimaryClient, shortConnection } from './database/primary.ts';
import { Reach, Sockets } from './database/reach.ts';
import { isReadOnly } from './database/refusals.ts';
import { repeated, withObjects } from './database/repeated.ts';
import { Replica } from './database/replica.ts';
import { statementName } from './database/statement-names.ts';
import { valueTypes } from './database/value-types.ts';
import { Shares } from './fairness/shares.ts';
import { countedInDatabase, countMoved } from './fairness/work.ts';
import type { FetchedObjects } from './files/store/fetched-objects.ts';
import { type ObjectStore, openObjectStore } from './files/store/object-store.ts';

type SqlValue = unknown;

/** The state shared by all `Tx` of one transaction. */
interface Line {
  readonly client: pg.PoolClient;
  /** Translates an error of one of its statements. */
  readonly meaningOf: (error: unknown) => unknown;
  /** Time limit for each answer, in milliseconds, if statements may take longer than usual. */
  patience: { readonly query_timeout?: number };
  readonly sent: Promise<unknown>[];
  /** The database role that the next statement runs as; null if unknown, or if it is the role of the connection. */
  role: DatabaseRole | null;
  committing: Promise<pg.QueryResult> | undefined;
  /** The first failure: the cause of every later error in the transaction. */
  failure: unknown;
  /** Number of savepoints so far; makes the names of nested ones unique. */
  savepoints: number;
  /** What was fetched from the object store for this transaction. */
  readonly fetched: FetchedObjects;
}

/**
 * One open transaction, bound to one role. `as` returns a `Tx` of another role on the same transaction; nothing has
 * to be switched back. Statements sent without awaiting each other share a round trip.
 */
export class Tx {
  readonly #line: Line;
  readonly #role: DatabaseRole | null;

  private constructor(line: Line, role: DatabaseRole | null) {
    this.#line = line;
    this.#role = role;
  }

  /** `role` is the role the transaction has begun as; null: that of the connection. */
  static on(
    client: pg.PoolClient,
    role: DatabaseRole | null,
    reach?: Reach,
    fetched: FetchedObjects = new Map(),
  ): Tx {
    const meaningOf = (error: unknown) => reach?.meaningOf(client, error) ?? error;
    const nothing = { patience: {}, committing: undefined, failure: undefined, savepoints: 0 };
    return new Tx({ client, meaningOf, sent: [], role, fetched, ...nothing }, role);
  }

  /** What was fetched from the object store for this transaction, by the key of the object. */
  get fetched(): FetchedObjects {
    return this.#line.fetched;
  }

  /** The same transaction in this role; its first statement sends the role change along. */
  as(role: DatabaseRole): Tx {
    return role === this.#role ? this : new Tx(this.#line, role);
  }

  /**
   * All rows. `name` prepares the statement on the connection; use it for fixed texts only. Each role prepares its
   * own, because the database replans a prepared statement when the role's policies differ.
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
   * Allows this transaction to take longer than usual, in milliseconds.
   *
   * @param statement limit of each of its statements; without it as usual
   */
  allow(transaction: number, statement?: number): void {
    this.#line.patience = { query_timeout: longAct(transaction).answer };
    this.send(allowLonger, [String(transaction), statement === undefined ? null : String(statement)]);
  }

  /** Waits for statements that were sent without `query`; throws the translated first failure. */
  async answered(sent: readonly Promise<unknown>[]): Promise<void> {
    await Promise.all(sent).catch((error: unknown) => {
      throw this.#line.meaningOf(error);
    });
  }

  /** All rows of a statement with a fixed text: prepared once per connection. */
  async fixed<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row[]> {
    return await this.query<Row>(text, values, statementName(text));
  }

  /** The first row, if any, of a statement with a fixed text. */
  async maybeOne<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row | undefined> {
    return (await this.fixed<Row>(text, values))[0];
  }

  /** The first row, as `maybeOne`; refuses with `not_found` if there is none. */
  async one<Row extends object>(text: string, values: SqlValue[] = []): Promise<Row> {
    const row = await this.maybeOne<Row>(text, values);
    if (!row) throw new Refused(refuse('not_found'));
    return row;
  }

  /**
   * Sends a statement with a fixed text without waiting for it. If it fails, the transaction fails with its error at
   * a later statement.
   */
  send(text: string, values: SqlValue[] = []): void {
    this.#keep(this.fixed(text, values));
  }

  /** As `send`, for a text that varies and is not worth preparing. */
  sendVaried(text: string, values: SqlValue[] = []): void {
    this.#keep(this.query(text, values));
  }

  #keep(sent: Promise<unknown>): void {
    // The failure is thrown where `sent` is awaited: at the next statement or at the end.
    sent.catch(() => {});
    this.#line.sent.push(sent);
  }

  /** Waits for all sent statements; throws their first failure. */
  async settled(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#line.sent);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Sends COMMIT directly after what `run` sends before its first wait; nothing may be sent afterwards. */
  last<T>(run: () => Promise<T>): Promise<T> {
    const result = run();
    this.#line.committing = this.#sendCommit();
    // Earlier failures are reported by their own statements; `commit` checks the tag of COMMIT.
    this.#line.committing.catch(() => {});
    return result;
  }

  /** The answer to COMMIT; sends it now unless it is under way. */
  async commit(): Promise<pg.QueryResult> {
    try {
      return await (this.#line.committing ?? this.#sendCommit());
    } catch (error) {
      throw this.#line.meaningOf(error);
    }
  }

  /** Uses the patience of the transaction, because COMMIT waits behind the statements before it. */
  #sendCommit(): Promise<pg.QueryResult> {
    const { client, patience } = this.#line;
    return client.query({ text: 'commit', ...patience });
  }

  /**
   * Rolls back what `run` wrote if it fails, keeps the transaction usable, and throws the failure. Awaits everything
   * that `run` sent: the failure of a statement only sent would fail the whole transaction.
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
  /** Runs in one transaction as a person in a tenant; begins with the reader role of the person's rights. */
  inTenant<T>(context: Context, run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs in one transaction without tenant or person, for the login and the job sweep only. */
  atGate<T>(
    run: (tx: Tx) => Promise<T>,
    options?: Pick<TransactionOptions, 'isOneStatement' | 'timeLimitMs' | 'isSnapshot'>,
  ): Promise<T>;
  /** A connection outside the pool, not yet connected, for exclusive use (LISTEN). */
  dedicated(): pg.Client;
  /** Whether the database reported a full disk within the last `within` milliseconds. */
  lacksRoom(within: number): boolean;
  /** Keeps the bytes of files beside the database (TECH-16); null: all are in the database. */
  readonly objects: ObjectStore | null;
  /** Operators must log in with a passkey (AUTH-36). */
  readonly requiresOperatorPasskeys: boolean;
  close(): Promise<void>;
}

/** Limits how many transactions of one tenant wait for a connection, so that other tenants go on (API-44). */
const tenantShare = { waiting: 500, patienceMs: 20_000 };

export function openDatabase(
  connectionString: string,
  options: {
    size?: number;
    /** Differ from the defaults, such as `longAct` for filling the database. */
    limits?: Partial<DatabaseLimits>;
    /** A replica for transactions that only read. */
    replicaUrl?: string | null;
    requiresOperatorPasskeys?: boolean;
    filesUrl?: string | null;
  } = {},
): Database {
  const { size = 8, requiresOperatorPasskeys = false, replicaUrl = null, filesUrl = null } = options;
  const objects = filesUrl === null ? null : openObjectStore(filesUrl);
  const tenants = new Shares({ ...tenantShare, atOnce: Math.max(1, Math.floor(size / 2)) });
  const limits = { ...databaseLimits, ...options.limits };
  const { options: limited, ...waits } = limitedConnection(limits);
  const sockets = new Sockets();
  const pooled = {
    ...waits,
    max: size,
    // Limits the wait for a place; `impatient` limits connecting itself.
    connectionTimeoutMillis: limits.place,
    application_name: 'kontor',
    // The session's time zone only decides how instants are written; UTC as everywhere (GEN-14).
    options: `-c timezone=UTC -c lc_messages=C ${limited}`,
    types: valueTypes,
    pipeline: true,
  } as pg.PoolConfig;
  const Client = impatient(PrimaryClient, limits.connect);
  const pool = new pg.Pool({ ...pooled, stream: sockets.stream, connectionString, Client });
  pool.on('connect', (client) => {
    // Fails only together with its connection, which the next statement reports.
    client.query(limitTransactions(limits.transaction)).catch(() => {});
  });
  const reach = new Reach(pool, sockets, () => shortConnection(PrimaryClient, connectionString, 'kontor'));
  const replica = replicaUrl === null ? null : new Replica(reach, pooled, replicaUrl, limits.connect);
  return {
    pool,
    inTenant: (context, run, transactionOptions = {}) =>
      withObjects(objects, async (fetched) => {
        const leave = await tenants.enter(String(context.tenantId));
        const entrance = (entering: Context) =>
          entranceOf(entering, { ...transactionOptions, requiresOperatorPasskeys });
        try {
          return await countedInDatabase(() =>
            inTenantOnce({ reach, replica, entrance, fetched }, context, run, transactionOptions),
          );
        } finally {
          leave();
        }
      }),
    atGate: (run, gateOptions = {}) =>
      withObjects(objects, (fetched) =>
        transaction({ reach, entrance: gateEntrance(), fetched }, run, gateOptions),
      ),
    dedicated: () => shortConnection(PrimaryClient, connectionString, 'kontor-listen'),
    lacksRoom: (within) => reach.lacksRoom(within),
    objects,
    requiresOperatorPasskeys,
    close: async () => {
      reach.close();
      await Promise.all([pool.end(), replica?.close()]);
    },
  };
}

/** Runs on the replica if `run` only reads and the replica has everything, else on the primary. */
async function inTenantOnce<T>(
  {
    reach,
    replica,
    entrance,
    fetched,
  }: Omit<TransactionParts, 'entrance'> & {
    readonly replica: Replica | null;
    readonly entrance: (entering: Context) => Entrance;
  },
  context: Context,
  run: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  // The fence of an attempt guards writes; it locks a row, which a replica cannot.
  const { attempt: _, ...unfenced } = context;
  const read = options.readsOnly
    ? await replica?.read((own, client) =>
        attemptTransaction({ reach: own, client, entrance: entrance(unfenced), fetched }, run, options),
      )
    : undefined;
  if (read) return read.result;
  return await transaction({ reach, entrance: entrance(context), fetched }, run, options);
}

interface TransactionParts {
  readonly reach: Reach;
  readonly entrance: Entrance;
  readonly fetched: FetchedObjects;
}

function transaction<T>(
  parts: TransactionParts,
  run: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  return repeated(parts.entrance.role, async () =>
    attemptTransaction({ ...parts, client: await parts.reach.client() }, run, options),
  );
}

async function attemptTransaction<T>(
  { reach, client, entrance, fetched }: TransactionParts & { readonly client: pg.PoolClient },
  run: (tx: Tx) => Promise<T>,
  { isOneStatement, timeLimitMs, isSnapshot }: TransactionOptions,
): Promise<T> {
  const tx = Tx.on(client, entrance.role, reach, fetched);
  let broken: Error | undefined;
  let entered: Promise<pg.QueryResult<Entered>> | undefined;
  try {
    // BEGIN, the context and the first statements of `run` share one round trip; failures of the first two are
    // awaited before any result of `run` is trusted.
    const before = [
      client.query(isSnapshot ? 'begin isolation level repeatable read' : 'begin'),
      ...entrance.before.map((statement) => client.query(statement)),
    ];
    entered = client.query(entrance.enter);
    const begun = tx.answered([...before, entered]);
    if (timeLimitMs) tx.allow(transactionOf(timeLimitMs), timeLimitMs);
    else if (entrance.isBackground) tx.allow(backgroundTransaction);
    const running = isOneStatement ? tx.last(() => run(tx)) : run(tx);
    const [, result] = await firstFailure(begun, running);
    await tx.settled();
    const commit = await tx.commit();
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (commit.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database');
    reach.requireReplica(client);
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    if (isReadOnly(error) && (await isTenantMoving(entered))) throw new Refused(refuse('tenant_moving'));
    throw await reach.causeOf(client, error);
  } finally {
    client.release(broken);
  }
}

/** Whether a statement failed only because another one of its transaction had failed before. */
function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
