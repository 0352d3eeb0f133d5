import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { demoTemplate, demoSecrets as secrets } from '../../../../tests/support/demo-api.ts';
import { inDepth, isDeep } from '../../../../tests/support/depth.ts';
import { seedDemo } from '../../../app/server/seed.ts';
import { migrateWithin } from '../database/migrate.ts';
import { prepareQueue } from '../jobs/jobs-worker.ts';
import { deriveSecrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { backedUpSchemas, writeBackup } from './backup.ts';
import { checkBackup, tablesOf } from './backup-file.ts';
import { unfinishedName } from './backup-folder.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import { sealedColumns } from './sealed-columns.ts';

const webPassword = inject('postgres').webPassword;

let source: TestDatabase;
let directory: string;
let whole: string;
const opened: TestDatabase[] = [];

const place = (name: string) => join(directory, name);

/** What the bytes hold; undefined if they are no whole gzip file. */
function unzipped(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}
const restore = (target: TestDatabase, file: string, replace = false, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    ...{ ownerUrl: target.ownerUrl, webPassword, file, replace, secrets, withoutSecrets: false },
    ...more,
  });

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  opened.push(database);
  return database;
}

/** A digest of every row of every table, independent of the row order. */
async function contents(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' order by 1`,
    [backedUpSchemas],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.sql<{ rows: string; digest: string | null }>(
      `select count(*) as rows, encode(sha256(string_agg(sha256(convert_to(t::text, 'UTF8')), '' order by t::text)), 'hex') as digest from ${name} t`,
    );
    digests[name] = `${row?.rows} rows, ${row?.digest}`;
  }
  return digests;
}

/** The number of rows of a backup that contain the text, by table. */
async function rowsWith(file: string, text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { table, blocks } of tablesOf(file)) {
    const read: Buffer[] = [];
    for await (const block of blocks) read.push(block);
    const rows = Buffer.concat(read).toString().split('\n');
    const count = rows.filter((row) => row.includes(text)).length;
    if (count > 0) found[table] = count;
  }
  return found;
}

async function sequences(database: TestDatabase): Promise<object[]> {
  return database.sql(
    'select schemaname, sequencename, last_value from pg_sequences where schemaname = any ($1) order by 1, 2',
    [backedUpSchemas],
  );
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kontor-backup-'));
  // The demo without its invoices is made once for all tests.
  source = await testDatabase(isDeep ? undefined : await demoTemplate());
  if (isDeep) await seedDemo(source.ownerUrl, secrets);
  const bytes = randomBytes(200_000);
  await source.sql(
    `with added as (
       insert into file (tenant_id, name, mime, size, sha256) select min(id), 'Ärger.pdf', 'application/pdf', $1, $2 from tenant
       returning tenant_id, id)
     insert into file_chunk (tenant_id, file_id, chunk_no, bytes) select tenant_id, id, 0, $3 from added`,
    [bytes.length, createHash('sha256').update(bytes).digest(), bytes],
  );
  await source.sql("select graphile_worker.add_job('later', '{}', run_at => now() + interval '1 day')");
  whole = place('whole.backup');
  await writeBackup(source.ownerUrl, whole, '1.2.3');
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});
afterAll(async () => {
  await source.drop();
  rmSync(directory, { recursive: true });
});

describe('backup and restore', () => {
  test('restores rows, files, queue and sequences without a difference, with row-level security, triggers and the login', async () => {
    const target = await emptyDatabase();
    await restore(target, whole);
    expect(await contents(target)).toEqual(await contents(source));
    expect(await sequences(target)).toEqual(await sequences(source));
    const again = await writeBackup(target.ownerUrl, place('again.backup'), '1.2.3');
    expect(again.tables).toEqual((await checkBackup(whole)).tables);
    expect(await target.sql('select from tenant')).not.toEqual([]);
    await expectUsable(target);
  });

  /** Row-level security, triggers and the login are as before. */
  async function expectUsable(target: TestDatabase): Promise<void> {
    const [supplier] = await target.sql<{ id: string; audits: string }>(
      `update supplier set notes = 'after the restore' where id = (select min(id) from supplier)
       returning id, (select count(*) from audit_log) as audits`,
    );
    const [audit] = await target.sql<{ type: string }>(
      `select type from audit_log where "table" = 'supplier' and foreign_key = $1 order by id desc limit 1`,
      [supplier?.id],
    );
    expect(audit?.type).toBe('update');
    await expect(target.database.pool.query('select from supplier')).rejects.toThrow('permission denied');
    await expect(
      target.sql('insert into supplier_client (tenant_id, supplier_id, client_id) values (1, 1, -1)'),
    ).rejects.toThrow(/violates/);
  }

  test('captures one moment while others go on writing', async () => {
    let isWriting = true;
    let written = 0;
    const writer = (async () => {
      const client = new pg.Client({ connectionString: source.ownerUrl });
      await client.connect();
      while (isWriting) {
        written += 1;
        await client.query('begin');
        await client.query(
          "insert into login_request (email_hash, client_address) values ('\\x01', 'moment')",
        );
        await client.query("insert into worker (id) values ('moment ' || $1)", [written]);
        await client.query('commit');
      }
      await client.end();
    })();
    while (written < 20) await delay(5);
    try {
      await writeBackup(source.ownerUrl, place('moment.backup'), '1.2.3');
    } finally {
      isWriting = false;
      await writer;
      await source.sql("delete from worker; delete from login_request where client_address = 'moment'");
    }
    const found = await rowsWith(place('moment.backup'), 'moment');
    const requests = found['public.login_request'] ?? 0;
    expect(found['public.worker']).toBe(requests);
    expect(requests).toBeGreaterThan(0);
    expect(written).toBeGreaterThan(requests);
  });

  test('refuses a truncated or altered file and changes nothing', async () => {
    const target = await emptyDatabase();
    await target.sql("insert into tenant (name) values ('Kept')");
    const bytes = readFileSync(whole);
    const data = gunzipSync(bytes);
    const damaged = place('damaged.backup');
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (isCut, at, change) => {
          const copy = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
          // The first ten bytes are the gzip header (time and system), not data.
          const where = Math.max(at, 10);
          if (!isCut) copy[where] = (copy[where] ?? 0) ^ change;
          // Unused bits behind the end of the data change nothing.
          fc.pre(!unzipped(copy)?.equals(data));
          writeFileSync(damaged, copy);
          await expect(restore(target, damaged, true)).rejects.toThrow(
            /is not a complete backup: .*Nothing was changed/s,
          );
        },
      ),
      { numRuns: inDepth(8, 300) },
    );
    writeFileSync(damaged, Buffer.concat([bytes, bytes]));
    await expect(restore(target, damaged, true)).rejects.toThrow('not a complete backup');
    expect(await target.sql('select name from tenant')).toEqual([{ name: 'Kept' }]);
  });

  test('replaces existing data only with --replace', async () => {
    const target = await emptyDatabase();
    await target.sql("insert into tenant (name) values ('Kept')");
    await expect(restore(target, whole)).rejects.toThrow('This database contains 1 tenants. Add --replace');
    expect(await target.sql('select name from tenant')).toEqual([{ name: 'Kept' }]);
    await restore(target, whole, true);
    expect(await contents(target)).toEqual(await contents(source));
  });

  test('TECH-07 with another SECRET_KEY refuses, or drops the secrets and names them', async () => {
    const sealed = `'\\x${secrets.seal('hidden').toString('hex')}'::bytea`;
    await source.sql(`with connected as (
        insert into accounting_connection (tenant_id, system, refresh_token, access_token) select min(id), 'ms365', ${sealed}, ${sealed} from tenant)
      insert into mailbox (tenant_id, name, protocol, host, username, password) select min(id), 'Rechnungen', 'imap', 'mail.test', 'r', ${sealed} from tenant`);
    const file = place('sealed.backup');
    try {
      await writeBackup(source.ownerUrl, file, '1.2.3');
      const target = await emptyDatabase();
      await target.sql("insert into tenant (name) values ('Kept')");
      const another = { secrets: deriveSecrets('another key') };
      await expect(restore(target, file, true, another)).rejects.toThrow(
        /another SECRET_KEY.*the password of mailbox Rechnungen of tenant.*the secret of marketplace.*the connection to ms365.*Nothing was changed/s,
      );
      expect(await target.sql('select name from tenant')).toEqual([{ name: 'Kept' }]);
      const { lost } = await restore(target, file, true, { ...another, withoutSecrets: true });
      expect(lost).toContainEqual(
        expect.stringMatching(/^the password of mailbox Rechnungen of tenant \d+$/),
      );
      for (const { table, column } of sealedColumns)
        expect(await target.sql(`select id from ${table} where ${column} is not null`)).toEqual([]);
      expect(await target.sql('select state from accounting_connection')).toEqual([{ state: 'inactive' }]);
    } finally {
      await source.sql('delete from accounting_connection; delete from mailbox');
      rmSync(file);
    }
  });

  test('TECH-07 lists every bytea column as sealed or as not encrypted', async () => {
    const found = await source.sql<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    );
    const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
    const others = found.map(({ name }) => name).filter((name) => !sealed.delete(name));
    expect([...sealed]).toEqual([]);
    // Digests, file content, and public keys of passkeys.
    const unsealed = /(_hash|_digest|_key|sha256|\.bytes|\.content|\.link|_id|file_chunk\..*|\.key)$/;
    expect(others.filter((name) => !unsealed.test(name))).toEqual([]);
  });

  test('refuses a database in use by a running product', async () => {
    const target = await emptyDatabase();
    await target.database.atGate(async (tx) => void (await tx.query('select 1')));
    await expect(restore(target, whole, true)).rejects.toThrow('Kontor is running on this database (kontor)');
  });

  test.runIf(isDeep)('a failure halfway leaves the database unchanged', async () => {
    const target = await emptyDatabase();
    await target.sql("insert into tenant (name) values ('Kept')");
    const before = await contents(target);
    await source.sql('create table stranger as select 1 as n');
    await writeBackup(source.ownerUrl, place('stranger.backup'), '1.2.3');
    await source.sql('drop table stranger');
    await expect(restore(target, place('stranger.backup'), true)).rejects.toThrow('public.stranger');
    expect(await contents(target)).toEqual(before);
  });

  test.runIf(isDeep)('migrates a backup of an older schema to the newest one', async () => {
    const old = await emptyDatabase();
    const { migrations } = await checkBackup(whole);
    const client = new pg.Client({ connectionString: old.ownerUrl });
    await client.connect();
    await client.query(
      'begin; drop schema app cascade; drop schema audited cascade; drop schema public cascade; create schema public',
    );
    await migrateWithin(client, migrations.slice(0, -1));
    await client.query("insert into tenant (name) values ('Long-standing'); commit");
    await client.end();
    await prepareQueue(old.ownerUrl);
    await writeBackup(old.ownerUrl, place('old.backup'), '0.9.0');
    const target = await emptyDatabase();
    await restore(target, place('old.backup'));
    expect(await target.sql('select name from tenant')).toEqual([{ name: 'Long-standing' }]);
    const applied = await target.sql<{ name: string }>('select name from app.migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  test('refuses an unknown schema', async () => {
    const newer = await emptyDatabase();
    await newer.sql("insert into app.migration (name, sha256) values ('9999_future.sql', 'x')");
    await writeBackup(newer.ownerUrl, place('newer.backup'), '9.0.0');
    const target = await emptyDatabase();
    await expect(restore(target, place('newer.backup'))).rejects.toThrow('a newer version ran here?');
  });

  test('reports a full disk and a missing folder in a sentence, and leaves no file', async () => {
    // Every write there fails with a full disk.
    symlinkSync('/dev/full', unfinishedName(place('full')));
    for (const [name, reason] of [
      ['full', 'the disk is full'],
      ['missing/here', 'ENOENT: no such file or directory'],
    ] as const) {
      const attempt = writeBackup(source.ownerUrl, place(name), '1.2.3').catch((error: Error) => error);
      expect(await attempt).toBeInstanceOf(StartError);
      expect((await attempt) as Error).toMatchObject({
        message: expect.stringMatching(
          `${name} cannot be written: ${reason}.*The incomplete file was removed.`,
        ),
      });
      expect(existsSync(place(name))).toBe(false);
      expect(existsSync(unfinishedName(place(name)))).toBe(false);
    }
  });

  test('creates the file for its owner only and never overwrites one', async () => {
    expect(statSync(whole).mode & 0o777).toBe(0o600);
    await expect(writeBackup(source.ownerUrl, whole, '1.2.3')).rejects.toThrow('already exists');
    await expect(
      writeBackup('postgresql://nobody:x@127.0.0.1:1/x', place('never'), '1.2.3'),
    ).rejects.toThrow();
    expect(existsSync(place('never'))).toBe(false);
    expect(existsSync(unfinishedName(place('never')))).toBe(false);
  });
});
