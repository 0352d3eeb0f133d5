import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { printSchemaSql } from '../../scripts/schema-sql.ts';
import { writeBackup } from '../../src/platform/server/backup/backup.ts';
import { restoreBackup } from '../../src/platform/server/backup/restore.ts';
import { migrate, migrateWithin } from '../../src/platform/server/database/migrate.ts';
import {
  baselineName,
  databaseDirectory,
  migrationNames,
  readSchemaFiles,
} from '../../src/platform/server/database/schema-files.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type Queryable, quoted, readCatalogue, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { isDeep } from '../support/depth.ts';
import { fillTenant, tenantA, tenantB } from '../support/tenants.ts';

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

const { adminUrl, webPassword } = inject('postgres');
const { baseline } = readSchemaFiles(databaseDirectory);
const replaced = baseline?.replaced ?? [];
const name = `landed_${randomBytes(6).toString('hex')}`;
const ownerUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
const directory = mkdtempSync(join(tmpdir(), 'kontor-landed-'));
const backup = join(directory, 'landed.backup');
const tooOldBackup = join(directory, 'too-old.backup');
const lastOfReplaced = replaced.at(-1);
let admin: pg.Client;
let client: pg.Client;
let before: Rows;

const applied = async (connection: Queryable) =>
  (await connection.query<{ name: string }>('select name from app.migration order by name')).rows.map(
    (row) => row.name,
  );

/** Every row of every table, as text. */
async function stored(connection: Queryable): Promise<Rows> {
  const all: [string, readonly Record<string, unknown>[]][] = [];
  for (const table of tenantTables(await readCatalogue(connection)).filter(({ viewOf }) => viewOf === null)) {
    const columns = table.columns.filter((column) => !column.isGenerated);
    const { rows } = await connection.query<Record<string, unknown>>(
      `select ${columns.map((column) => `${quoted(column.name)}::text`).join(', ')} from ${quoted(table.name)}
       order by ${table.primaryKey.map(quoted).join(', ')}`,
    );
    all.push([table.name, rows]);
  }
  return new Map(all);
}

function expectKept(after: Rows): void {
  for (const [table, rows] of before) {
    expect(rows.length, table).toBeGreaterThan(0);
    expect([table, after.get(table)]).toMatchObject([table, rows]);
  }
}

/** An installation whose newest migration is the last one replaced by the baseline, with two tenants. */
async function makeLanded(): Promise<void> {
  await client.query('begin');
  await migrateWithin(client, [{ name: baselineName, sha256: baseline?.sha256 ?? '' }]);
  await client.query('drop table app.function_source');
  await client.query('delete from app.migration');
  for (const { name, sha256 } of replaced)
    await client.query('insert into app.migration (name, sha256) values ($1, $2)', [name, sha256]);
  await client.query('commit');
  await prepareQueue(ownerUrl);
  await copyTenants();
}

/**
 * Two tenants created in a current database and reduced to the old tables and columns, since the triggers call
 * current functions.
 */
async function copyTenants(): Promise<void> {
  const newest = await testDatabase();
  const source = new pg.Client({ connectionString: newest.ownerUrl });
  await source.connect();
  const catalogue = await readCatalogue(source);
  await fillTenant(source, catalogue, tenantA);
  await fillTenant(source, catalogue, tenantB);
  // The old installation had no single sign-on to record.
  await source.query('set session_replication_role = replica');
  await source.query("delete from security_log where kind like 'sign_on%'");
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const table of (await readCatalogue(client)).values()) {
    if (table.viewOf !== null) continue;
    const known = catalogue.get(table.name)?.columns.map((column) => column.name) ?? [];
    const columns = table.columns.filter((column) => !column.isGenerated && known.includes(column.name));
    const names = columns.map((column) => quoted(column.name)).join(', ');
    const { rows } = await source.query<{ all: object[] | null }>(
      `select jsonb_agg(to_jsonb(t)) as all from ${quoted(table.name)} t`,
    );
    await client.query(`delete from ${quoted(table.name)}`);
    await client.query(
      `insert into ${quoted(table.name)} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${quoted(table.name)}, $1)`,
      [JSON.stringify(rows[0]?.all ?? [])],
    );
  }
  await client.query('commit');
  await source.end();
  await newest.drop();
}

beforeAll(async () => {
  admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await makeLanded();
  before = await stored(client);
  await writeBackup(ownerUrl, backup, '0.1.0');
});
afterAll(async () => {
  await client?.end();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(directory, { recursive: true });
});

describe('TECH-21 an installation with all migrations replaced by the baseline', () => {
  const expectNewest = async (url: string) =>
    expect(await printSchemaSql(url)).toBe(readFileSync(join(databaseDirectory, 'schema.sql'), 'utf8'));
  const restore = (target: TestDatabase, file: string) =>
    restoreBackup({
      ownerUrl: target.ownerUrl,
      webPassword,
      file,
      replace: false,
      // The contents of sealed columns are invented here.
      secrets: { unseal: () => '' },
      withoutSecrets: false,
    });

  test('is refused with instructions while one of them is missing, and so is its backup', async () => {
    await client.query('delete from app.migration where name = $1', [lastOfReplaced?.name]);
    const sentence = `which requires every migration up to ${lastOfReplaced?.name}. Start the last version`;
    await expect(migrate({ ownerUrl, webPassword })).rejects.toThrow(sentence);
    await writeBackup(ownerUrl, tooOldBackup, '0.1.0');
    const target = await testDatabase();
    await expect(restore(target, tooOldBackup)).rejects.toThrow(sentence);
    await target.drop();
    await client.query('insert into app.migration (name, sha256) values ($1, $2)', [
      lastOfReplaced?.name,
      lastOfReplaced?.sha256,
    ]);
  });

  test('is carried over in one start: the newest schema, one history row for them, and no row changed', async () => {
    expect(await migrate({ ownerUrl, webPassword })).toEqual(migrationNames());
    expect(await applied(client)).toEqual(migrationNames());
    await expectNewest(ownerUrl);
    expectKept(await stored(client));
    expect(await migrate({ ownerUrl, webPassword })).toEqual([]);
  });

  test.runIf(isDeep)('its backup is restored with the newest schema and every row', async () => {
    const target = await testDatabase();
    await restore(target, backup);
    const other = new pg.Client({ connectionString: target.ownerUrl });
    await other.connect();
    expect(await applied(other)).toEqual(migrationNames());
    expectKept(await stored(other));
    await other.end();
    await expectNewest(target.ownerUrl);
    await target.drop();
  });
});
