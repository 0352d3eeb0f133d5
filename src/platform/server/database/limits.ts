import type pg from 'pg';
import { minutes, seconds } from '../clock.ts';

/** Limits of all waits for the database (TECH-21), in milliseconds. @see docs/topics/waits-and-health.md */
export interface DatabaseLimits {
  /** To connect, login included. */
  readonly connect: number;
  /** For one of the connections of the pool. */
  readonly place: number;
  /** For another transaction's lock; shorter than a statement, so that the wait is reported as such. */
  readonly lock: number;
  readonly statement: number;
  /** Between two statements of a transaction. */
  readonly idle: number;
  readonly transaction: number;
  /** For the other side of a connection to acknowledge what was sent. */
  readonly silence: number;
  /** For an answer: longer than the server's own limit, including statements sent before it in the transaction. */
  readonly answer: number;
}

/**
 * The server ends the work of a frozen or disconnected node: a statement and the idle time after it take 15 s at
 * most; a person's transaction ends sooner.
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

/** For queries outside the pool with an immediate answer: whether the database is reachable. */
export const shortLimits: DatabaseLimits = {
  ...databaseLimits,
  connect: seconds(2),
  statement: seconds(2),
  answer: seconds(2),
};

const onTheWay = seconds(2);

/**
 * Limits of a long act, such as a migration, a backup or a restore: its statements, lock waits and idle time. A
 * vanished peer is noticed as soon as usual.
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

/** Connection options that limit every wait except for whole transactions. */
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

/** Limits the transactions of a session, in milliseconds; does nothing on servers before version 17. */
export function limitTransactions(longest: number): pg.QueryConfig {
  return {
    text: "select set_config(name, $1, false) from pg_settings where name = 'transaction_timeout'",
    values: [String(longest)],
  };
}

/**
 * Allows the current transaction $1 milliseconds and its statements $2 (null: as before). The timer of a running
 * transaction restarts only after it was set to 0.
 */
export const allowLonger = `
  select set_config('statement_timeout', coalesce($2, current_setting('statement_timeout')), true),
    case when current_setting('transaction_timeout', true) is not null
      then set_config('transaction_timeout', '0', true) || set_config('transaction_timeout', $1, true) end`;

/**
 * Transaction limit for a statement limit, both in milliseconds; longer, so that a late statement is reported as
 * such.
 */
export const transactionOf = (statement: number): number =>
  Math.max(databaseLimits.transaction, statement + seconds(3));

/** Transaction limit of background work, for which nobody waits at a screen, in milliseconds. */
export const backgroundTransaction = minutes(2);
