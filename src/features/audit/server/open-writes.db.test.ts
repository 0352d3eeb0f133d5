import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { openLog } from '../../../platform/server/log.ts';
import { readRecords } from './head-file.ts';
import { openNotary } from './head-record.ts';
import { auditSealer } from './seal.ts';
import { verifyAudit } from './verify.ts';

const tenant = 7;
const log = openLog('silent');
const notary = openNotary('a-secret-of-more-than-32-characters', null);
const insert = `insert into audit_log (tenant_id, type, "table", random_id) values (${tenant}, 'info', 'supplier', $1)`;

let db: TestDatabase;
/** Another database on the same server, as other products may have. */
let other: TestDatabase;
let directory: string;
let headsFile: string;
let seal: () => Promise<void>;
const connections: pg.Client[] = [];

beforeAll(async () => {
  [db, other] = [await testDatabase(), await testDatabase()];
  for (const { sql } of [db, other])
    await sql("insert into tenant (id, name) overriding system value values ($1, 'Open')", [tenant]);
  directory = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
  headsFile = join(directory, 'audit-heads.jsonl');
  seal = auditSealer({ database: db.database, log, notary, headsFile });
  await seal();
});
afterEach(() => Promise.all(connections.splice(0).map((client) => client.end())));
afterAll(async () => {
  await Promise.all([db.drop(), other.drop()]);
  rmSync(directory, { recursive: true });
});

/** An open transaction with an assigned number that has not written yet. */
async function begun({ ownerUrl }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  connections.push(client);
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

const write = (name: string) => db.sql(insert, [name]);

/** The named rows in chain order. */
async function sealed(...names: string[]): Promise<string[]> {
  const rows = await db.sql<{ name: string }>(
    `select a.random_id as name from audit_link l join audit_log a on a.tenant_id = l.tenant_id and a.id = l.audit_log_id
     where l.tenant_id = $1 and a.random_id = any ($2) order by l.position`,
    [tenant, names],
  );
  return rows.map(({ name }) => name);
}

async function expectWhole(): Promise<void> {
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  try {
    const { findings, unsealed } = await verifyAudit(client, notary, readRecords(headsFile).records);
    expect({ findings, unsealed }).toEqual({ findings: [], unsealed: 0 });
  } finally {
    await client.end();
  }
}

describe('AUD-09 an open write in another database of the same server', () => {
  test('does not delay sealing', async () => {
    const stranger = await begun(other);
    await stranger.query(insert, ['elsewhere']);
    await write('while it runs');
    await seal();
    expect(await sealed('while it runs')).toEqual(['while it runs']);
    await stranger.query('commit');
    await write('after it');
    await seal();
    expect(await sealed('after it')).toEqual(['after it']);
    await expectWhole();
  });

  test('does not delay sealing even when prepared and forgotten', async () => {
    const stranger = await begun(other);
    await stranger.query(insert, ['prepared']);
    await stranger.query("prepare transaction 'forgotten'");
    await write('beside what was forgotten');
    await seal();
    await stranger.query("rollback prepared 'forgotten'");
    expect(await sealed('beside what was forgotten')).toHaveLength(1);
    await expectWhole();
  });
});

describe('AUD-09 an open write in the same database', () => {
  test('delays itself and later rows; both are sealed in the order of writing', async () => {
    const running = await begun(db);
    await running.query(insert, ['first']);
    await write('second');
    await seal();
    expect(await sealed('first', 'second')).toEqual([]);
    await running.query('commit');
    await seal();
    expect(await sealed('first', 'second')).toEqual(['first', 'second']);
    await expectWhole();
  });

  test('counts from its transaction number, even if its first audit row follows a sealing', async () => {
    const running = await begun(db);
    await write('earlier row');
    await seal();
    expect(await sealed('earlier row')).toEqual([]);
    await running.query(insert, ['later row']);
    await seal();
    await running.query('commit');
    await seal();
    expect(await sealed('earlier row', 'later row')).toEqual(['earlier row', 'later row']);
    await expectWhole();
  });

  test('delays sealing next to transactions of another database, whichever began first', async () => {
    const [stranger, running, next] = [await begun(other), await begun(db), await begun(other)];
    await write('behind three');
    await seal();
    expect(await sealed('behind three')).toEqual([]);
    await running.query(insert, ['of three']);
    await stranger.query('commit');
    await seal();
    expect(await sealed('behind three', 'of three')).toEqual([]);
    await running.query('commit');
    await seal();
    expect(await sealed('behind three', 'of three')).toHaveLength(2);
    await next.query('commit');
    await expectWhole();
  });

  test('delays sealing when prepared', async () => {
    const running = await begun(db);
    await running.query(insert, ['ready']);
    await running.query("prepare transaction 'ours'");
    await write('behind it');
    await seal();
    expect(await sealed('ready', 'behind it')).toEqual([]);
    await running.query("commit prepared 'ours'");
    await seal();
    expect(await sealed('ready', 'behind it')).toEqual(['ready', 'behind it']);
    await expectWhole();
  });
});

test('AUD-09 the mark never moves back, even if the database of an older transaction is unknown', async () => {
  const running = await begun(db);
  await other.sql(insert, ['younger']);
  await db.sql('update audit_seal set sealed_before = pg_snapshot_xmax(pg_current_snapshot())');
  const [before] = await db.sql('select sealed_before from audit_seal');
  await seal();
  expect(await db.sql('select sealed_before from audit_seal')).toEqual([before]);
  await running.query('rollback');
});

/** Writes in transactions of varying length, of which a fifth is rolled back. */
async function writeOnAndOn(database: TestDatabase, isOver: () => boolean, seed: number): Promise<number> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  connections.push(client);
  await client.connect();
  let kept = 0;
  for (let turn = seed; !isOver(); turn += 1) {
    await client.query('begin');
    if (turn % 2 === 0) await client.query('select pg_current_xact_id()');
    if (turn % 3 === 0) await setTimeout(turn % 7);
    await client.query(insert, [`${seed} ${turn}`]);
    if (turn % 4 === 0) await setTimeout(turn % 5);
    await client.query(turn % 5 === 0 ? 'rollback' : 'commit');
    if (turn % 5 !== 0) kept += 1;
  }
  return kept;
}

test('AUD-09 concurrent writes here and elsewhere leave no row unsealed, and the mark only grows', async () => {
  const end = performance.now() + 2_000;
  const isOver = () => performance.now() > end;
  const marks: bigint[] = [];
  const before = (await db.sql('select from audit_log')).length;
  const writers = [db, other, db, other, db].map((database, seed) => writeOnAndOn(database, isOver, seed));
  while (!isOver()) {
    await seal();
    const [found] = await db.sql<{ mark: string }>('select sealed_before as mark from audit_seal');
    marks.push(BigInt(found?.mark ?? 0));
  }
  const kept = await Promise.all(writers);
  await seal();
  expect((await db.sql('select from audit_log')).length - before).toBe(
    kept.filter((_, seed) => seed % 2 === 0).reduce((sum, count) => sum + count, 0),
  );
  expect(marks).toEqual(marks.toSorted((a, b) => Number(a - b)));
  expect(new Set(marks).size).toBeGreaterThan(10);
  await expectWhole();
});
