import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { inDepth } from '../../../../tests/support/depth.ts';
import { days } from '../../../platform/server/clock.ts';
import { openLog } from '../../../platform/server/log.ts';
import { parseRows, rowNotes } from './clock-notes.ts';
import { readRecords } from './head-file.ts';
import { openNotary } from './head-record.ts';
import { auditSealer } from './seal.ts';
import { verifyAudit } from './verify.ts';

const tenant = 7;
const neighbour = 8;
const notary = openNotary('a-secret-of-more-than-32-characters', null);
/** Ages in days of ten sealed and signed rows each. */
const sealedAgo = [400, 370, 30, 10];

let db: TestDatabase;
let client: pg.Client;
let directory: string;
let headsFile: string;
/** Offset of the worker's clock, in milliseconds. */
let ago = 0;

beforeAll(async () => {
  db = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'kontor-security-'));
  headsFile = join(directory, 'heads.jsonl');
  for (const id of [tenant, neighbour])
    await db.sql('insert into tenant (id, name) overriding system value values ($1, $2)', [id, `T${id}`]);
  await db.sql('delete from audit_log');
  client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  for (const past of sealedAgo) {
    ago = days(past);
    for (let row = 0; row < 10; row += 1) await write(row % 5 === 4 ? neighbour : tenant, past);
    await sealAsOf(past);
  }
  ago = 0;
});
afterAll(async () => {
  await client.end();
  await db.drop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));

const seal = () =>
  auditSealer({
    database: db.database,
    log: openLog('silent'),
    notary: {
      ...notary,
      sign: (record) => notary.sign({ ...record, at: new Date(Date.parse(record.at) - ago).toISOString() }),
    },
    headsFile,
  })();

/** Seals with a clock set back; the audit uses the default of its column. */
async function sealAsOf(daysAgo: number): Promise<void> {
  const column = 'alter table audit_log alter column created_at set default clock_timestamp()';
  await db.sql(`${column} - interval '${daysAgo} days'`);
  await seal();
  await db.sql(column);
}

const insert = `insert into security_log (tenant_id, kind, lb_user_id, what, code, network, created_at)
  values ($1, 'refused', 12, 'delete_supplier "Löwe"', 'permission_denied', '203.0.113.0/24',
    now() - $2 * interval '1 day') returning id::int`;
const write = (of: number, daysAgo: number) => db.sql(insert, [of, daysAgo]);

/** Findings after the database owner bypassed the triggers of the log. */
async function findingsAfter(...statements: readonly string[]) {
  await client.query("set local session_replication_role = 'replica'");
  for (const statement of statements) await client.query(statement);
  return (await verify()).findings;
}
const verify = () => verifyAudit(client, notary, readRecords(headsFile).records);

/** The tenant's newest row of this age. */
const rowOf = (daysAgo: number) =>
  `(select max(id) from security_log where tenant_id = ${tenant} and created_at < now() - interval '${daysAgo - 1} days')`;
const idOf = async (daysAgo: number) =>
  (await client.query<{ id: number }>(`select ${rowOf(daysAgo)}::int as id`)).rows[0]?.id;

const columns: Readonly<Record<string, string>> = {
  kind: "'login'",
  lb_user_id: 'null',
  actor_id: '12',
  means: "'token'",
  what: "'delete_supplier'",
  target_id: '3',
  code: 'null',
  device: "'Firefox, Linux'",
  network: 'null',
  times: '2',
  created_at: "created_at - interval '1 microsecond'",
};

describe('AUTH-35 AUD-09 seals of the security log', () => {
  test('reports nothing without manipulation, sealed or not', async () => {
    await client.query(insert, [tenant, 0]);
    expect(await verify()).toMatchObject({ findings: [], securityLog: { rows: 40, unsealed: 1 } });
  });

  test('reports a change of any column, and covers all of them', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'security_log'::regclass and attnum > 0 and not attisdropped
       and attname not in ('tenant_id', 'id', 'sealed_in')`,
    );
    expect(Object.keys(columns).sort()).toEqual(rows.map(({ name }) => name).sort());
    for (const [name, value] of Object.entries(columns)) {
      await client.query('savepoint whole');
      const row = await idOf(30);
      const found = await findingsAfter(`update security_log set ${name} = ${value} where id = ${rowOf(30)}`);
      expect(found, name).toMatchObject([{ kind: 'security_changed', tenant, row }]);
      await client.query('rollback to savepoint whole');
    }
  });

  test('reports a row deleted within its year, but not after it', async () => {
    const row = await idOf(10);
    expect(await findingsAfter(`delete from security_log where id = ${rowOf(370)}`)).toEqual([]);
    expect(await findingsAfter(`delete from security_log where id = ${rowOf(10)}`)).toMatchObject([
      { kind: 'security_missing', tenant, row },
    ]);
  });

  test('reports a row that was backdated so that cleaning up deletes it', async () => {
    const aged = `update security_log set created_at = now() - interval '2 years' where id = ${rowOf(10)}`;
    expect(await findingsAfter(aged, 'select app.clean_up_security_log()')).toMatchObject([
      { kind: 'security_changed', tenant },
    ]);
  });

  test('reports an inserted row, whether it claims to be sealed or waits for sealing', async () => {
    for (const sealed of ['null', '1', `(select sealed_in from security_log where id = ${rowOf(30)})`]) {
      await client.query('savepoint whole');
      const found = await findingsAfter(
        `insert into security_log (tenant_id, kind, created_at, sealed_in)
         values (${tenant}, 'logout', now() - interval '30 days', ${sealed})`,
      );
      expect(found, sealed).toMatchObject([{ kind: 'security_beside', tenant }]);
      await client.query('rollback to savepoint whole');
    }
  });

  test('reports a digest changed together with its row, and a missing seal', async () => {
    await client.query('savepoint whole');
    const forged = await findingsAfter(
      `update security_log set code = null where id = ${rowOf(30)}`,
      `update audit_log a set data_after = a.data_after || jsonb_build_object(s.id, encode(sha256(app.security_content(s)), 'hex'))
       from security_log s where s.id = ${rowOf(30)} and a.id = s.sealed_in`,
    );
    expect(forged).toMatchObject([{ kind: 'changed', tenant }]);
    await client.query('rollback to savepoint whole');
    const kinds = await findingsAfter(
      `delete from audit_log where id = (select sealed_in from security_log where id = ${rowOf(30)})`,
    );
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['row_missing', 'security_beside']));
  });

  test('does not rely on functions that a forger may have replaced', async () => {
    const found = await findingsAfter(
      `update security_log set kind = 'logout' where id = ${rowOf(30)}`,
      `create or replace function app.security_content(r security_log) returns bytea language sql stable
         return convert_to('whatever', 'UTF8')`,
    );
    expect(found).toMatchObject([{ kind: 'security_changed', tenant }]);
  });
});

describe('AUTH-35 AUD-09 sealing and cleaning up', () => {
  test('deletes rows a year after sealing, and the rest still verifies', async () => {
    await client.query(insert, [tenant, 500]);
    await client.query('select app.clean_up_security_log()');
    const { rows } = await client.query<{ days: number }>(
      'select distinct extract(day from now() - created_at)::int as days from security_log order by 1',
    );
    expect(rows.map((row) => row.days)).toEqual([10, 30, 500]);
    await client.query("delete from security_log where created_at < now() - interval '499 days'");
    expect((await verify()).findings).toEqual([]);
  });

  test('the seal of a row is set once, and the owner cannot change anything else', async () => {
    for (const change of [
      'update security_log set sealed_in = sealed_in + 1',
      'update security_log set sealed_in = null',
      "update security_log set kind = 'logout'",
    ]) {
      await client.query('savepoint whole');
      await expect(client.query(change), change).rejects.toThrow('the security log is not changed');
      await client.query('rollback to savepoint whole');
    }
  });

  test('computes the digest of every row like the database', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const stored = text.map((value) => value.replaceAll('\0', '')).filter((value) => value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.option(stored),
        fc.option(stored),
        fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
        async (what, device, target) => {
          await db.sql(
            `insert into security_log (tenant_id, kind, what, device, target_id, times) values ($1, 'refused', $2, $3, $4, 3)`,
            [neighbour, what, device, target?.toString() ?? null],
          );
        },
      ),
      { numRuns: inDepth(100, 3_000) },
    );
    await seal();
    const { findings, securityLog } = await verify();
    expect(findings).toEqual([]);
    expect(securityLog.unsealed).toBe(0);
  });

  test('an inserted row with an old time is found after sealing', async () => {
    const [row] = await db.sql<{ id: number }>(insert, [neighbour, 200]);
    await seal();
    const { findings } = await verify();
    expect(findings).toMatchObject([{ kind: 'security_misdated', tenant: neighbour, row: row?.id }]);
    // AUD-10: an operator who knows of a wrong clock closes it with a note about this row.
    const statement = { at: new Date().toISOString(), who: 'root', reason: 'NTP was off' };
    const named = parseRows('security log', `${neighbour}:${row?.id}`);
    const notes = rowNotes(findings, named ? [named] : [], statement).map(notary.sign);
    const { records } = readRecords(headsFile);
    expect((await verifyAudit(client, notary, [...records, ...notes])).findings).toEqual([]);
  });
});
