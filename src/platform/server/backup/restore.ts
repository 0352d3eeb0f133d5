import type pg from 'pg';
import { limitedConnection, longAct } from '../database/limits.ts';
import { migrateWithin, setWebPassword } from '../database/migrate.ts';
import { PrimaryClient } from '../database/primary.ts';
import { prepareQueue } from '../jobs/jobs-worker.ts';
import type { Secrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { backedUpSchemas, copySettings, longestBackup, queueVersion } from './backup.ts';
import { type BackupManifest, checkBackup, tablesOf } from './backup-file.ts';
import { copyIn } from './copy-stream.ts';
import { keepSecrets } from './sealed-columns.ts';

export interface RestoreOptions {
  /** The database's owner. */
  readonly ownerUrl: string;
  readonly webPassword: string;
  readonly file: string;
  /** Whether existing data may be replaced. */
  readonly replace: boolean;
  /** Opens the secrets in the backup. */
  readonly secrets: Pick<Secrets, 'unseal'>;
  /** Whether secrets that it cannot open may be dropped. */
  readonly withoutSecrets: boolean;
}

export interface Restored extends BackupManifest {
  /** The dropped secrets, described for people. */
  readonly lost: readonly string[];
}

/**
 * Replaces everything in the database with a backup, in one transaction, and migrates it to the newest schema. No
 * other connection may be open.
 *
 * @throws DamagedBackup before anything changes, if the file is incomplete
 * @throws StartError before anything changes: other connections, existing data without `replace`, a backup of an
 *   unknown or too old version, or one made with another SECRET_KEY
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { ownerUrl, file } = options;
  const manifest = await checkBackup(file);
  const client = new PrimaryClient({
    ...limitedConnection(longAct(longestBackup)),
    connectionString: ownerUrl,
    application_name: 'kontor restore',
  });
  await client.connect();
  try {
    await refuseConnected(client);
    if (!options.replace) await refuseData(client);
    await prepareQueue(ownerUrl);
    await refuseOtherQueue(client, manifest);
    await client.query(copySettings);
    await client.query('begin');
    await emptyDatabase(client);
    await migrateWithin(client, manifest.migrations);
    await fill(client, file, manifest);
    await migrateWithin(client);
    const lost = await withoutTriggers(client, () =>
      keepSecrets(client, options.secrets, options.withoutSecrets),
    );
    await client.query('commit');
    await setWebPassword(client, options.webPassword);
    await client.query('analyze');
    return { ...manifest, lost };
  } finally {
    // Closing the connection rolls an open transaction back.
    await client.end();
  }
}

async function refuseConnected(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'kontor%' limit 1`,
  );
  if (rows[0]) {
    throw new StartError(
      `Kontor is running on this database (${rows[0].application_name}). Stop it on every machine first. Nothing was changed.`,
    );
  }
}

async function refuseData(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "select to_regclass('public.tenant')::text as name",
  );
  if (!found[0]?.name) return;
  const { rows } = await client.query<{ tenants: number }>(
    'select count(*)::int as tenants from public.tenant',
  );
  const tenants = rows[0]?.tenants ?? 0;
  if (tenants > 0) {
    throw new StartError(
      `This database contains ${tenants} tenants. Add --replace to replace them by the backup. Nothing was changed.`,
    );
  }
}

/** A library owns the tables of the queue and migrates them to its own newest version only. */
async function refuseOtherQueue(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const here = await queueVersion(client);
  if (here !== manifest.queueVersion) {
    throw new StartError(
      `The backup was written by version ${manifest.version}, which has another version of the job queue (${manifest.queueVersion}, here ${here}). Restore it with that version, then update. Nothing was changed.`,
    );
  }
}

async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query(`
    drop schema if exists app cascade;
    drop schema if exists audited cascade;
    drop schema public cascade;
    create schema public authorization pg_database_owner;
    grant usage on schema public to public`);
}

/** Loads rows without running triggers: the backup is already consistent. */
async function withoutTriggers<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query("set local session_replication_role = 'replica'");
  const result = await run();
  await client.query("set local session_replication_role = 'origin'");
  return result;
}

async function fill(client: pg.Client, file: string, manifest: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r'`,
    [backedUpSchemas],
  );
  await withoutTriggers(client, async () => {
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
    for await (const { table, columns, blocks } of tablesOf(file)) {
      await copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`, blocks);
    }
  });
  for (const { sequence, last, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [sequence, last, isCalled]);
  }
}
