import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hours, seconds } from '../clock.ts';
import { StartError } from '../start-error.ts';
import { applyFunctions, applyNewFunctions, explain, prepareFunctions } from './functions.ts';
import { limitedConnection, longAct } from './limits.ts';
import { PrimaryClient } from './primary.ts';
import { newerVersion, noteVersion, prepareVersions } from './product-versions.ts';
import {
  baselineName,
  databaseDirectory,
  type Migration,
  readSchemaFiles,
  type SchemaFiles,
} from './schema-files.ts';

export interface MigrateOptions {
  /** The database to migrate, as a superuser or its owner. */
  readonly ownerUrl: string;
  /** The new password of the web server's login role. */
  readonly webPassword: string;
  /** A folder like `db`. */
  readonly directory?: string;
  /** Version of the product; without it functions are defined even if a newer version defined them before. */
  readonly version?: string;
  /** Called instead of defining the functions if a newer version has defined them. */
  readonly onNewer?: (version: string) => void;
}

/** Any constant; several nodes that start together migrate one after the other. */
const migrationLock = 4_211_001;

/** One statement may rewrite a large table, and other nodes wait for the migrating one. */
const longestMigration = hours(6);

/** The only role that the product logs in with; created by the baseline, without rights of its own. */
export const webRole = 'kontor_web';

/**
 * Brings the database to the newest schema and sets the password of the web login.
 *
 * An empty database gets the baseline. Then each file of `db/migrations` runs in its own transaction, in the order of
 * their names; a file with `-- no-transaction` in its first line runs without one. At the end every function whose
 * file changed is defined again, unless a newer version has defined it. Nodes of an earlier version may keep working
 * meanwhile (TECH-21). Throws if an applied file has changed or is gone, or if the database is older than the
 * baseline.
 *
 * @returns the names of the migrations applied now, including the baseline
 * @see docs/decisions/0659-a-baseline-and-a-file-per-function.md
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = readSchemaFiles(options.directory ?? databaseDirectory);
  const client = new PrimaryClient({
    ...limitedConnection(longAct(longestMigration)),
    connectionString: options.ownerUrl,
    application_name: 'kontor migrate',
  });
  await client.connect();
  try {
    await waitForTurn(client);
    await prepare(client);
    const before = await appliedMigrations(client);
    const pending = pendingMigrations(files, before);
    await besideOthers(client, () => begin(client, files, before));
    for (const migration of pending) {
      // Only data of an earlier version make a migration call them.
      if (before.size > 0) await besideOthers(client, () => applyNewFunctions(client, files.functions));
      if (migration.inTransaction) await besideOthers(client, () => apply(client, migration));
      else await apply(client, migration);
    }
    await besideOthers(client, () => defineFunctions(client, files, options));
    await setWebPassword(client, options.webPassword);
    const after = await appliedMigrations(client);
    return [...after.keys()].filter((name) => !before.has(name)).sort();
  } finally {
    await client.end();
  }
}

async function defineFunctions(
  client: pg.Client,
  { functions }: SchemaFiles,
  { version, onNewer }: Pick<MigrateOptions, 'version' | 'onNewer'>,
): Promise<void> {
  const newer = version === undefined ? null : await newerVersion(client, version);
  if (newer !== null) return onNewer?.(newer);
  await applyFunctions(client, functions, 'all');
  if (version !== undefined) await noteVersion(client, version);
}

/**
 * Applies the baseline and migrations inside the caller's transaction: the given ones, which must be known here, or
 * else all pending ones. With given ones, functions that need a later table are left out.
 */
export async function migrateWithin(
  client: pg.Client,
  only?: readonly Pick<Migration, 'name' | 'sha256'>[],
): Promise<void> {
  const files = readSchemaFiles(databaseDirectory);
  const wanted = only && new Map(only.map(({ name, sha256 }) => [name, sha256]));
  if (wanted) pendingMigrations(files, wanted);
  await prepare(client);
  const applied = await appliedMigrations(client);
  const pending = pendingMigrations(files, applied);
  await begin(client, files, applied);
  for (const migration of pending) {
    if (wanted && !wanted.has(migration.name)) continue;
    if (!wanted) await applyNewFunctions(client, files.functions);
    await apply(client, migration.inTransaction ? migration : withinTransaction(migration));
    // As at the end of an own transaction: the next migration could not alter tables with pending constraint checks.
    await client.query('set constraints all immediate; set constraints all deferred');
  }
  await applyFunctions(client, files.functions, wanted ? 'possible' : 'all');
}

/** Builds indexes in the transaction: nobody else uses the database, and it cannot be done concurrently there. */
function withinTransaction(migration: Migration): Migration {
  return { ...migration, sql: migration.sql.replace(/\bconcurrently\b/gi, '') };
}

async function prepare(client: pg.Client): Promise<void> {
  // A function may use tables and functions that come after it.
  await client.query('set check_function_bodies = off');
  await client.query(`
    create schema if not exists app;
    create table if not exists app.migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  await prepareFunctions(client);
  await prepareVersions(client);
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from app.migration',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Applies the baseline to an empty database, and replaces the history of one that has all migrations before it. */
async function begin(client: pg.Client, files: SchemaFiles, applied: Map<string, string>): Promise<void> {
  const { baseline, functions } = files;
  if (!baseline || applied.has(baselineName)) return;
  if (applied.size === 0) {
    await run(client, baseline.ground);
    await applyFunctions(client, functions, 'possible');
    for (const file of baseline.tables) await run(client, file);
    await applyFunctions(client, functions, 'possible');
    for (const file of [...baseline.former, ...baseline.rules]) await run(client, file);
  } else {
    await client.query('delete from app.migration where name = any ($1)', [
      baseline.replaced.map(({ name }) => name),
    ]);
  }
  await note(client, { name: baselineName, sha256: baseline.sha256 });
}

/** Differences between the history of a database and the files of this version, by name. */
export interface HistoryGap {
  /** Not applied yet; includes the baseline if it replaces migrations that are applied. */
  readonly pending: readonly string[];
  /** Applied, but not part of this version. */
  readonly unknown: readonly string[];
  /** Applied with a different text. */
  readonly changed: readonly string[];
  /** Some, but not all, of the migrations that the baseline replaces are applied. */
  readonly isTooOld: boolean;
}

/** @param applied the digests of `app.migration`, by name */
export function compareHistory(files: SchemaFiles, applied: ReadonlyMap<string, string>): HistoryGap {
  const { baseline, migrations } = files;
  const known = [...(baseline ? [{ name: baselineName, sha256: baseline.sha256 }] : []), ...migrations];
  const isBefore = baseline !== null && applied.size > 0 && !applied.has(baselineName);
  const replaced = isBefore ? baseline.replaced : [];
  const names = new Set([...known, ...replaced].map(({ name }) => name));
  return {
    pending: known.map(({ name }) => name).filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => !names.has(name)),
    changed: known
      .filter(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256)
      .map(({ name }) => name),
    isTooOld: replaced.some(({ name, sha256 }) => applied.get(name) !== sha256),
  };
}

/** Refuses a history that the files do not continue. */
function pendingMigrations(files: SchemaFiles, applied: ReadonlyMap<string, string>): readonly Migration[] {
  const { pending, unknown, changed, isTooOld } = compareHistory(files, applied);
  if (isTooOld)
    throw new StartError(
      `The data is too old for this version, which requires every migration up to ${files.baseline?.replaced.at(-1)?.name}. Start the last version with this file in db/migrations once on the data (for a backup: restore it there, and make a new one), then use this version. Nothing was changed.`,
    );
  const problems = [
    ...unknown.map(
      (name) =>
        `${name} was applied to this database but is not in db/migrations (a newer version ran here?)`,
    ),
    ...changed.map((name) => `${name} was changed after it was applied`),
  ];
  if (problems.length > 0)
    throw new StartError(`The database cannot be migrated:\n- ${problems.join('\n- ')}`);
  return files.migrations.filter(({ name }) => pending.includes(name));
}

/** Other statements queue behind a migration that waits for a lock, and must not reach their own limit (10 s). */
const longestLockWait = seconds(5);
/**
 * Waits for nodes that migrate already. A statement that waits for the lock would hold a snapshot, for which `create index
 * concurrently` of the other node waits in turn.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const end = performance.now() + longestMigration;
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      migrationLock,
    ]);
    if (rows[0]?.is_ours === true) return;
    if (performance.now() > end) throw new StartError('Another node has been migrating for hours.');
    await delay(shortestPause);
  }
}

/** Longer than the 1 s of others, so that a deadlock ends their transactions, which they repeat. */
const laterDeadlockCheck = seconds(30);
const maxAttempts = 60;
/** Lets others proceed between two attempts; a random part keeps a migration out of step with them. */
const shortestPause = 200;

/**
 * Runs one act in a transaction while nodes of an earlier version work. If it cannot get its locks in time or a
 * deadlock ends it, it releases all of them and starts again.
 */
async function besideOthers(client: pg.Client, act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(giveWay);
      await act();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt >= maxAttempts || !isAboutLocks(error)) throw error;
      await delay(shortestPause * (1 + 4 * Math.random()));
    }
  }
}

/** An owner who is no superuser may not change the deadlock check, and repeats more often. */
const giveWay = `
  select set_config('lock_timeout', '${longestLockWait}', true),
    case when has_parameter_privilege('deadlock_timeout', 'set') then set_config('deadlock_timeout', '${laterDeadlockCheck}', true) end`;

function isAboutLocks(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await run(client, migration);
  await note(client, migration);
}

async function note(client: pg.Client, { name, sha256 }: Pick<Migration, 'name' | 'sha256'>): Promise<void> {
  await client.query('insert into app.migration (name, sha256) values ($1, $2)', [name, sha256]);
}

async function run(client: pg.Client, { name, sql }: Pick<Migration, 'name' | 'sql'>): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new StartError(`Migration ${name} failed: ${explain(error, sql)}`, { cause: error });
  }
}

/** Does nothing if the role does not exist. */
export async function setWebPassword(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [webRole]);
  if (rowCount === 0) return;
  await client.query(`alter role ${webRole} password ${client.escapeLiteral(password)}`);
}
