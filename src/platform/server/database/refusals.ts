import pg from 'pg';
import { type Refusal, type RefusalCode, refuse } from '../../../base/refusal.ts';
import { isDiskFull } from '../disk-full.ts';
import { FileDamaged, FilesAway } from '../files/store/files-away.ts';
import { DatabaseAway } from './reach.ts';

/** Refusals for waits in vain and conflicts with others, by SQLSTATE (TECH-21). */
const codeOfSqlState: Readonly<Record<string, RefusalCode>> = {
  '25P03': 'transaction_timeout',
  '25P04': 'transaction_timeout',
  '40001': 'try_again',
  '40P01': 'try_again',
  '53100': 'storage_full',
  '53300': 'database_away',
  '55P03': 'lock_timeout',
  '57014': 'query_timeout',
};

/**
 * Whether the database is moving to another server, or on its way back (TECH-15): it is unreachable, the connection
 * broke (SQLSTATE class 08), or the server ended it or accepts none (57P01 to 57P05). A read-only server becomes
 * `DatabaseAway` where the connection is (`Reach.causeOf`).
 */
export function isMoving(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  return error instanceof pg.DatabaseError && /^(08...|57P0[1-5])$/.test(error.code ?? '');
}

/**
 * The refusal for an error about waiting, conflicts or the state of the server, not about the request; undefined for
 * any other.
 */
export function refusalOfWait(error: unknown): Refusal | undefined {
  if (isMoving(error)) return refuse('database_away');
  if (isDiskFull(error)) return refuse('storage_full');
  if (error instanceof FilesAway) return refuse('files_away');
  if (error instanceof FileDamaged) return refuse('stored_file_damaged');
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const code = codeOfSqlState[error.code ?? ''];
  return code && refuse(code);
}

/** These are also logged for the operator. */
const reported: readonly RefusalCode[] = [
  'database_away',
  'storage_full',
  'files_away',
  'stored_file_damaged',
  'transaction_timeout',
  'lock_timeout',
];

/** The log message for a refusal about the state of the database, the files or this machine; null for any other. */
export function wordOfDatabase({ code }: Refusal): string | null {
  return reported.includes(code) ? `refused a request: ${code}` : null;
}

/** Whether a statement would write in a read-only transaction, or on a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** Whether another transaction held a lock for too long. */
export function isLockWait(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/**
 * Whether the cause is the object store, a full disk of this machine, or the connection, resources or state of the server, not the statement: SQLSTATE classes 08, 53,
 * 57 and 58, a limit that ended the session (25P03, 25P04), and a read-only server (25006). A statement cancelled for
 * taking too long (57014) does not count.
 */
export function isAboutTheServer(error: unknown): boolean {
  if (error instanceof DatabaseAway || error instanceof FilesAway || isDiskFull(error)) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code !== '57014' && /^(08|53|57|58|25P03|25P04|25006)/.test(error.code ?? '');
}
