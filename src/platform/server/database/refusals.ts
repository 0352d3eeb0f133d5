import pg from 'pg';
import { type Refusal, type RefusalCode, refuse } from '../../../base/refusal.ts';
import { isDiskFull } from '../disk-full.ts';
import { DatabaseAway } from './reach.ts';

/** What is said to whoever waited for the database in vain, or met others there, by SQLSTATE (TECH-21). */
const codeOfSqlState: Readonly<Record<string, RefusalCode>> = {
  '25P03': 'transaction_timeout',
  '25P04': 'transaction_timeout',
  '40001': 'try_again',
  '40P01': 'try_again',
  '53100': 'storage_full',
  '53300': 'database_away',
  '55P03': 'lock_timeout',
  '57014': 'query_timeout',
  '57P01': 'database_away',
  '57P02': 'database_away',
  '57P03': 'database_away',
};

/**
 * The refusal for an error that has to do with waiting, with others or with the state of the server, and not with what was asked;
 * undefined for any other.
 */
export function refusalOfWait(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseAway) return refuse('database_away');
  if (isDiskFull(error)) return refuse('storage_full');
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const code = codeOfSqlState[error.code ?? ''];
  return code && refuse(code);
}

/** Of these whoever runs the product learns as well, from the log. */
const told: readonly RefusalCode[] = ['database_away', 'storage_full', 'transaction_timeout', 'lock_timeout'];

/** What the log says of a refusal that is about the state of the database or of this machine, and not about what was asked; null of any other. */
export function wordOfDatabase({ code }: Refusal): string | null {
  return told.includes(code) ? `refused a request: ${code}` : null;
}

/** Whether somebody else held a lock for too long. */
export function isLockWait(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/**
 * Whether a full disk of this machine, the connection, the resources or the state of the server are the cause, and not the statement: classes 08, 53, 57 and 58
 * of SQLSTATE, a limit that ended the session (25P03, 25P04), and a server that cannot be written to for now (25006). What was ended
 * for taking too long (57014) is about the statement.
 */
export function isAboutTheServer(error: unknown): boolean {
  if (error instanceof DatabaseAway || isDiskFull(error)) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code !== '57014' && /^(08|53|57|58|25P03|25P04|25006)/.test(error.code ?? '');
}
