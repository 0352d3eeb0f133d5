import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { judgeDatabase, judgeUnreachable } from '../../src/features/installation/database.ts';
import type { Finding } from '../../src/features/installation/finding.ts';
import {
  type DatabaseAddresses,
  type ReadDatabase,
  readDatabase,
} from '../../src/features/installation/server/database-facts.ts';
import { judgeWork } from '../../src/features/installation/work.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import {
  databaseDirectory,
  migrationNames,
  readSchemaFiles,
} from '../../src/platform/server/database/schema-files.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const own = { version: '1.0.0', clock: systemClock, demoPerson: 'admin@demo.test' };

/** The test server runs without fsync, which is reported correctly. */
const ofTests =
  'fsync and full_page_writes are off: a power failure can destroy saved data, or the whole database.';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await prepareQueue(db.ownerUrl);
});
afterAll(() => db.drop());

const messagesOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ level, says }) => (level === 'ok' || says === ofTests ? [] : [says]));

async function read(addresses: DatabaseAddresses = db, clock = own.clock): Promise<ReadDatabase> {
  const found = await readDatabase(addresses, { ...own, clock });
  if ('place' in found) throw new Error(`not reached: ${found.message}`);
  return found;
}

const judged = async (...given: Parameters<typeof read>) =>
  messagesOf(judgeDatabase((await read(...given)).database));

/** The findings for an address without an accessible database. */
async function unreachable(change: Partial<URL>): Promise<string> {
  const ownerUrl = Object.assign(new URL(db.ownerUrl), change).href;
  const found = await readDatabase({ ownerUrl, webUrl: db.webUrl }, own);
  if (!('place' in found)) throw new Error('it was reached');
  const { says } = judgeUnreachable(found);
  expect(says).not.toContain(new URL(db.ownerUrl).password);
  return says;
}

describe('the doctor checks the database (TECH-01, TECH-02)', () => {
  test('a valid database, except for settings that speed up tests', async () => {
    const { database } = await read();
    expect(judgeDatabase(database).map(({ says }) => says)).toEqual([ofTests]);
    expect(database).toMatchObject({ isSuperuser: true, encoding: 'UTF8', isReadableOnTheWay: false });
  });

  test('a missing, silent or inaccessible one', async () => {
    expect(await unreachable({ pathname: '/nowhere' })).toMatch(/\/nowhere does not exist\.$/);
    expect(await unreachable({ password: 'guessed' })).toMatch(/ rejects the password\.$/);
    expect(await unreachable({ port: String(await freePort()) })).toMatch(
      / is not running, or uses another port\.$/,
    );
  });

  test('an owner without superuser rights', async () => {
    const name = `owner_${randomUUID().slice(0, 8)}`;
    await db.sql(`create role ${name} login password 'of the test'`);
    const ownerUrl = Object.assign(new URL(db.ownerUrl), { username: name, password: 'of the test' }).href;
    const found = await readDatabase({ ownerUrl, webUrl: db.webUrl }, own);
    await db.sql(`drop role ${name}`);
    expect('place' in found ? [] : messagesOf(judgeDatabase(found.database))).toEqual([
      `${name} is no superuser: migrations cannot declare functions leakproof, so text searches are slow or fail.`,
    ]);
  });

  test('texts not stored in UTF-8', async () => {
    const name = `latin_${randomUUID().slice(0, 8)}`;
    const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
    await admin.connect();
    await admin.query(
      `create database ${name} encoding 'LATIN1' template template0 locale_provider libc locale 'C'`,
    );
    const ownerUrl = Object.assign(new URL(db.ownerUrl), { pathname: `/${name}` }).href;
    const reported = await judged({ ownerUrl, webUrl: db.webUrl });
    await admin.query(`drop database ${name}`);
    await admin.end();
    expect(reported).toEqual([
      'The database has the encoding LATIN1, which lacks letters used in names.',
      expect.stringMatching(/^\d+ migrations are not applied yet, up to \d{4}_/),
    ]);
  });

  test("a SECRET_KEY that differs from the product's", async () => {
    const webUrl = Object.assign(new URL(db.webUrl), { password: 'of another key' }).href;
    expect(await judged({ ownerUrl: db.ownerUrl, webUrl })).toEqual([
      expect.stringMatching(/^The product cannot log in as kontor_web: password authentication failed/),
    ]);
  });

  test('different clocks', async () => {
    const clock = { now: () => new Date(Date.now() + 60_000) };
    expect(await judged(db, clock)).toEqual([
      expect.stringMatching(/^The clock of the database is (59|60|61) s behind this machine's\.$/),
    ]);
  });

  test('data before an update, of a newer version, and too old for this version', async () => {
    const note = (migrations: readonly { name: string; sha256: string }[]) =>
      db.sql('insert into app.migration (name, sha256) select * from unnest($1::text[], $2::text[])', [
        migrations.map(({ name }) => name),
        migrations.map(({ sha256 }) => sha256),
      ]);
    const replaced = readSchemaFiles(databaseDirectory).baseline?.replaced ?? [];
    const own = await db.sql<{ name: string; sha256: string }>(
      'delete from app.migration returning name, sha256',
    );
    await note(replaced);
    expect(await judged()).toEqual([
      `${own.length} migrations are not applied yet, up to ${migrationNames().at(-1)}.`,
    ]);
    await db.sql('delete from app.migration where name = $1', [replaced.at(-1)?.name]);
    expect(await judged()).toEqual(['The data is too old for this version, which does not start on it.']);
    await db.sql('delete from app.migration');
    await note([...own, { name: '9999_later.sql', sha256: '' }]);
    expect(await judged()).toEqual([
      'The data was written by a newer version (9999_later.sql); this version does not start on it.',
    ]);
    await db.sql(`delete from app.migration where name = '9999_later.sql'`);
  });
});

describe('the doctor checks running processes (JOB-05, MAIL-04)', () => {
  const node = (roles: string, silent: string, version = '1.0.0') =>
    db.sql(
      `insert into node (id, roles, version, runtime, started_at, heartbeat_at)
       values ($1, $2, $3, 'v24', now() - interval '1 hour', now() - $4::interval)`,
      [randomUUID(), roles.split(','), version, silent],
    );
  const judgedWork = async () => {
    const { work } = await read();
    return work === null ? ['nothing was read'] : messagesOf(judgeWork(work));
  };

  test('no process, a silent worker, and one of another version', async () => {
    expect(await judgedWork()).toEqual([
      'No process with the role web or worker has sent a heartbeat for 3 minutes.',
    ]);
    await node('web', '10 s');
    await node('worker', '10 minutes');
    expect(await judgedWork()).toEqual([
      'No process with the role worker has sent a heartbeat for 3 minutes.',
      '1 process stopped within the last day without a shutdown.',
    ]);
    await node('worker', '10 s', '0.9.0');
    expect(await judgedWork()).toContain('Version 0.9.0 is running, but this is version 1.0.0.');
    await db.sql('delete from node');
  });

  test('waiting work, and failed work', async () => {
    await node('web,worker', '10 s');
    expect(await judgedWork()).toEqual([]);
    await db.sql(`select graphile_worker.add_job('mail', '{}', run_at => now() - interval '20 minutes')`);
    const [tenant] = await db.sql<{ id: number }>(
      `insert into tenant (name) values ('Muster GmbH') returning id`,
    );
    await db.sql(
      `insert into job (tenant_id, kind, state, finished_at)
       select $1, 'import', 'failed', now() - hours * interval '1 hour' from unnest(array[1, 2, 30]) hours`,
      [tenant?.id],
    );
    await db.sql(
      `insert into mail (tenant_id, message_id, kind, recipient, subject, state) values ($1, '<a@b>', 'login', 'a@b.test', 'x', 'failed')`,
      [tenant?.id],
    );
    expect(await judgedWork()).toEqual([
      'Due jobs have been waiting for 20 minutes.',
      'Jobs failed within the last day: import 2.',
      '1 mails of the last day were not sent, or their delivery is unknown.',
    ]);
  });
});
