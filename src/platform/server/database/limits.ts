import type pg from 'pg';
import { minutes, seconds } from '../clock.ts';

/** How long anything waits for the database (TECH-21), in milliseconds. @see docs/topics/waits-and-health.md */
export interface DatabaseLimits {
  /** To connect, with the login. */
  readonly connect: number;
  /** For one of the connections of the pool. */
  readonly place: number;
  /** For the lock of another; shorter than a statement, so that the wait is told as what it is. */
  readonly lock: number;
  readonly statement: number;
  /** Between two statements of a transaction. */
  readonly idle: number;
  readonly transaction: number;
  /** For the other side of a connection to confirm what was sent. */
  readonly silence: number;
  /** For an answer: longer than the server may take, also for what was sent before it in the transaction. */
  readonly answer: number;
}

/**
 * The server ends what a node that froze or was cut off has begun: a statement and the idleness behind it take 15 s at most, and a
 * transaction of a person ends sooner.
 */
export const databaseLimits: DatabaseLimits = {
  connect: seconds(5),
  place: seconds(10),
  lock: seconds(8),
  statement: seconds(10),
  idle: seconds(5),
  transaction: seconds(13),
  silence: seconds(10),
  answer: seconds(14),
};

/** Of what is asked beside the pool and answered at once: whether the database is there. */
export const shortLimits: DatabaseLimits = {
  ...databaseLimits,
  connect: seconds(2),
  statement: seconds(2),
  answer: seconds(2),
};

const onTheWay = seconds(2);

/**
 * The limits of an act that is meant to take long, such as a migration, a backup or a restore: its statements, its waits for locks
 * and its idleness. Where the other side vanishes, it ends as soon as any other.
 *
 * @param longest in milliseconds
 */
export function longAct(longest: number): DatabaseLimits {
  return {
    ...databaseLimits,
    lock: longest,
    statement: longest,
    idle: longest,
    transaction: longest,
    answer: longest + onTheWay,
  };
}

/** The part of a connection's configuration that limits every wait on it, but for that of whole transactions. */
export function limitedConnection(limits: DatabaseLimits = databaseLimits): pg.ClientConfig {
  const settings = {
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
    tcp_user_timeout: limits.silence,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  };
  return {
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(5),
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** Limits the transactions of a session, in milliseconds; servers before version 17 do not know how. */
export function limitTransactions(longest: number): pg.QueryConfig {
  return {
    text: "select set_config(name, $1, false) from pg_settings where name = 'transaction_timeout'",
    values: [String(longest)],
  };
}

/**
 * Gives the present transaction so many milliseconds ($1), and its statements so many ($2; null: as before). The clock of a
 * transaction that runs already is set anew only after it was stopped.
 */
export const allowLonger = `
  select set_config('statement_timeout', coalesce($2, current_setting('statement_timeout')), true),
    case when current_setting('transaction_timeout', true) is not null
      then set_config('transaction_timeout', '0', true) || set_config('transaction_timeout', $1, true) end`;

/** How long a transaction may take whose statements may take so long, both in milliseconds: a late statement is told as that. */
export const transactionOf = (statement: number): number =>
  Math.max(databaseLimits.transaction, statement + seconds(3));

/** A transaction of work in the background, for which nobody waits at a screen, may take so long, in milliseconds. */
export const backgroundTransaction = minutes(2);
