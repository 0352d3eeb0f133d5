import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hours, seconds } from '../clock.ts';
import { StartError } from '../start-error.ts';
import { limitedConnection, longAct } from './limits.ts';

/** One step of the schema's history; applied steps are never edited. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  readonly inTransaction: boolean;
}

export interface MigrateOptions {
  /** The database to migrate, as a superuser or its owner. */
  readonly ownerUrl: string;
  /** The password that the login role of the web server gets. */
  readonly webPassword: string;
  readonly directory?: string;
}

export const migrationsDirectory = join(import.meta.dirname, '../../../../db/migrations');

/** Any constant; several nodes that start together migrate one after the other. */
const migrationLock = 4_211_001;

/** A statement of a migration may rewrite a large table, and a node waits for the one that migrates. */
const longestMigration = hours(6);

/** The only role that the product logs in with; made by the first migration, without rights of its own. */
export const webRole = 'kontor_web';

/**
 * Brings the database to the newest schema and sets the password of the web login.
 *
 * Each file of `db/migrations` runs in a transaction of its own, in the order of the names; one whose first
 * line is `-- no-transaction` runs without. Nodes of a former version may go on working meanwhile (TECH-21). Throws when a
 * file that was applied has changed or is gone.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(options.directory ?? migrationsDirectory);
  const client = new pg.Client({
    ...limitedConnection(longAct(longestMigration)),
    connectionString: options.ownerUrl,
    application_name: 'kontor migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await prepareHistory(client);
    const pending = pendingMigrations(migrations, await appliedMigrations(client));
    for (const migration of pending) await applyBesideOthers(client, migration);
    await setWebPassword(client, options.webPassword);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Applies migrations inside the transaction of the caller: the given ones, which must be known here, else all that are
 * not applied yet.
 */
export async function migrateWithin(
  client: pg.Client,
  only?: readonly Pick<Migration, 'name' | 'sha256'>[],
): Promise<void> {
  const known = readMigrations(migrationsDirectory);
  const wanted = only && new Map(only.map(({ name, sha256 }) => [name, sha256]));
  if (wanted) pendingMigrations(known, wanted);
  await prepareHistory(client);
  const pending = pendingMigrations(known, await appliedMigrations(client));
  for (const migration of pending) {
    if (wanted && !wanted.has(migration.name)) continue;
    await apply(client, migration);
    // As at the end of a transaction of its own: what still waits for its checks could not be altered by the next one.
    await client.query('set constraints all immediate; set constraints all deferred');
  }
}

/** The names of the migrations that this version brings, in their order. */
export function migrationNames(directory = migrationsDirectory): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

function readMigrations(directory: string): Migration[] {
  const names = migrationNames(directory);
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  if (misnamed)
    throw new StartError(`db/migrations/${misnamed}: a migration is named 0001_what_it_does.sql.`);
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8');
    return { name, sql, sha256: digest(sql), inTransaction: !sql.startsWith('-- no-transaction') };
  });
}

async function prepareHistory(client: pg.Client): Promise<void> {
  await client.query(`
    create schema if not exists app;
    create table if not exists app.migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from app.migration',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Those not applied yet; refuses a history that the files no longer tell. */
function pendingMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const problems = [...applied.keys()]
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `${name} was applied to this database but is not in db/migrations (a newer version ran here?)`,
    );
  for (const { name, sha256 } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== sha256) problems.push(`${name} was changed after it was applied`);
  }
  if (problems.length > 0)
    throw new StartError(`The database cannot be migrated:\n- ${problems.join('\n- ')}`);
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** Statements of others wait behind a migration that waits for a lock, and must not reach their own limit (10 s) by that. */
const longestLockWait = seconds(5);
/** The others repeat what a deadlock has ended, so it is to end theirs: they look after a second. */
const laterDeadlockCheck = seconds(30);
const mostAttempts = 60;
/** Between two attempts others get on; a random part keeps a migration out of step with them. */
const shortestPause = 200;

/**
 * Applies a migration while nodes of a former version work. One that cannot have its locks in time, or that a deadlock has
 * ended, gives all of them free and begins anew.
 */
async function applyBesideOthers(client: pg.Client, migration: Migration): Promise<void> {
  if (!migration.inTransaction) return await apply(client, migration);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(giveWay);
      await apply(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt >= mostAttempts || !isAboutLocks(error)) throw error;
      await delay(shortestPause * (1 + 4 * Math.random()));
    }
  }
}

/** Whoever owns the database without being a superuser may not move the check, and repeats more often. */
const giveWay = `
  select set_config('lock_timeout', '${longestLockWait}', true),
    case when has_parameter_privilege('deadlock_timeout', 'set') then set_config('deadlock_timeout', '${laterDeadlockCheck}', true) end`;

function isAboutLocks(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    await client.query('insert into app.migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
  } catch (error) {
    throw new StartError(`Migration ${migration.name} failed: ${explain(error, migration.sql)}`, {
      cause: error,
    });
  }
}

/** The database's words, with the line of the file that they are about. */
function explain(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const place = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : '';
  return [`${error.message}${place}`, error.detail, error.hint, error.where].filter(Boolean).join('\n');
}

/** Does nothing where the role is not there. */
export async function setWebPassword(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [webRole]);
  if (rowCount === 0) return;
  await client.query(`alter role ${webRole} password ${client.escapeLiteral(password)}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
