import type pg from 'pg';
import { days } from '../clock.ts';
import { limitedConnection, longAct } from '../database/limits.ts';
import { PrimaryClient } from '../database/primary.ts';
import { type BackupManifest, BackupWriter } from './backup-file.ts';
import { copyOut } from './copy-stream.ts';

/** The schemas with the data of an installation, including the job queue. */
export const backedUpSchemas = ['public', 'app', 'graphile_worker'];

/** Fixes the output format of values, independent of the server's settings. */
export const copySettings =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'";

/** One statement copies a whole table; a restore blocks everything else meanwhile. */
export const longestBackup = days(1);

/**
 * All tables with their columns that are not computed, quoted for SQL. Leaves out `app.function_source`: functions
 * come from the files of the restoring version.
 */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as table,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = any ($1) and c.relkind = 'r'
    and (n.nspname, c.relname) not in (('app', 'function_source'), ('app', 'product_version'))
  group by 1 order by 1`;

const sequencesQuery = `
  select format('%I.%I', schemaname, sequencename) as sequence from pg_sequences where schemaname = any ($1) order by 1`;

/**
 * Writes a snapshot of the whole database, files included, into a file, also while the product is working.
 *
 * @param ownerUrl the database's owner, not subject to row-level security
 * @throws StartError if the file exists already or cannot be written, such as on a full disk
 */
export async function writeBackup(ownerUrl: string, file: string, version: string): Promise<BackupManifest> {
  const writer = new BackupWriter(file);
  const client = new PrimaryClient({
    ...limitedConnection(longAct(longestBackup)),
    connectionString: ownerUrl,
    application_name: 'kontor backup',
  });
  try {
    await client.connect();
    await client.query(copySettings);
    await client.query('begin isolation level repeatable read read only');
    const createdAt = new Date().toISOString();
    const { rows: tables } = await client.query<{ table: string; columns: string[] }>(tablesQuery, [
      backedUpSchemas,
    ]);
    for (const { table, columns } of tables) {
      const text = `copy (select ${columns.join(', ')} from ${table}) to stdout`;
      await writer.table(table, columns, copyOut(client, text));
    }
    return await writer.finish({ version, createdAt, ...(await describe(client)) });
  } catch (error) {
    throw await writer.abandon(error);
  } finally {
    await client.end();
  }
}

type Description = Pick<BackupManifest, 'migrations' | 'queueVersion' | 'sequences'>;

/** Sequences are not part of a snapshot: read last, they are never behind the rows. */
async function describe(client: pg.Client): Promise<Description> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from app.migration order by name',
  );
  const { rows: names } = await client.query<{ sequence: string }>(sequencesQuery, [backedUpSchemas]);
  const sequences: BackupManifest['sequences'] = [];
  for (const { sequence } of names) {
    const { rows } = await client.query<{ last: string; is_called: boolean }>(
      `select last_value as last, is_called from ${sequence}`,
    );
    const [state] = rows;
    if (state) sequences.push({ sequence, last: state.last, isCalled: state.is_called });
  }
  return { migrations, queueVersion: await queueVersion(client), sequences };
}

/** The newest migration of the queue library's own tables. */
export async function queueVersion(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ newest: number }>(
    'select max(id) as newest from graphile_worker.migrations',
  );
  return rows[0]?.newest ?? 0;
}
