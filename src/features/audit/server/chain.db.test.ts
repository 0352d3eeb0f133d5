import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { openLog } from '../../../platform/server/log.ts';
import type { Finding } from './finding.ts';
import { appendRecords, readRecords } from './head-file.ts';
import { openNotary } from './head-record.ts';
import { auditSealer } from './seal.ts';
import { type Verification, verifyAudit } from './verify.ts';

const tenant = 7;
const neighbour = 8;
/** Number of rows in each sealed batch. */
const batches = [5, 1, 9, 12, 3];
const length = batches.reduce((sum, count) => sum + count, 0);
const log = openLog('silent');
const notary = openNotary('a-secret-of-more-than-32-characters', null);

let db: TestDatabase;
let client: pg.Client;
let directory: string;
let headsFile: string;
let seal: () => Promise<void>;

beforeAll(async () => {
  db = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
  headsFile = join(directory, 'heads', 'audit-heads.jsonl');
  seal = auditSealer({ database: db.database, log, notary, headsFile });
  await addTenant(tenant, 'Chain');
  await addTenant(neighbour, 'Other');
  for (const count of batches) {
    for (let row = 0; row < count; row += 1) await write(row % 3 === 2 ? neighbour : tenant);
    for (let row = 0; row < count; row += 1) if (row % 3 === 2) await write(tenant);
    await seal();
  }
  client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));

/** A tenant whose audit contains only the tests' rows. */
async function addTenant(id: number, name: string): Promise<void> {
  await db.sql('insert into tenant (id, name) overriding system value values ($1, $2)', [id, name]);
  await db.sql('delete from audit_log where tenant_id = $1', [id]);
}

async function write(tenantId: number): Promise<void> {
  await db.sql(
    `insert into audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
       data_before, data_after, amounts_after, random_id)
     values ($1, 'update', 'supplier', 'supplier', 4711, 12, '{name,price}', '{"name": "Löwe \\\\ & Söhne"}',
       jsonb_build_object('name', gen_random_uuid()), '{"price": 12.50}', 'abcdefghij')`,
    [tenantId],
  );
}

function verify(records = readRecords(headsFile).records): Promise<Verification> {
  return verifyAudit(client, notary, records);
}

/** Recomputes the chain from a position on, as a database superuser could. */
async function rechain(from: number): Promise<void> {
  await client.query(
    `with anew as (
       select l.position, app.chain(s.link, app.audit_content(a)) over (order by l.position rows unbounded preceding) as link
       from audit_link l join audit_log a on a.tenant_id = l.tenant_id and a.id = l.audit_log_id
       left join audit_link s on s.tenant_id = l.tenant_id and s.position = $2::bigint - 1
       where l.tenant_id = $1 and l.position >= $2)
     update audit_link l set link = anew.link from anew where l.tenant_id = $1 and l.position = anew.position`,
    [tenant, from],
  );
}

const covers = (findings: readonly Finding[], position: number) =>
  findings.some((found) => found.tenant === tenant && found.from <= position && position <= found.to);
const rowAt = '(select audit_log_id from audit_link where tenant_id = $1 and position = $2)';

const columns: Readonly<Record<string, string>> = {
  type: "'delete'",
  table: "'product'",
  relation_table: 'null',
  foreign_key: 'foreign_key + 1',
  lb_user_id: 'null',
  affected_properties: "'{name}'",
  data_before: 'null',
  data_after: `jsonb_set(data_after, '{name}', '"another"')`,
  amounts_before: `'{"price": 1}'`,
  amounts_after: `'{"price": 12.5}'`,
  info: "'nothing happened'",
  random_id: "'jihgfedcba'",
  procurement_id: '1',
  invoice_id: '1',
  contract_id: '1',
  relation_key: '1',
  created_at: "created_at - interval '1 microsecond'",
  means: "'token'",
};

/** Ways to falsify the audit, each returning the position that must be reported. */
const falsifications: Readonly<Record<string, (position: number, pick: number) => Promise<number | 'end'>>> =
  {
    'edit a column': async (position, pick) => {
      const names = Object.keys(columns);
      const name = names[pick % names.length] ?? 'type';
      await client.query(
        `update audit_log set "${name}" = ${columns[name]} where tenant_id = $1 and id = ${rowAt}`,
        [tenant, position],
      );
      return position;
    },
    'edit a column and write the chain anew': async (position) => {
      await client.query(`update audit_log set info = 'forged' where tenant_id = $1 and id = ${rowAt}`, [
        tenant,
        position,
      ]);
      await rechain(position);
      return position;
    },
    'edit a link': async (position) => {
      await client.query(
        "update audit_link set link = sha256('forged') where tenant_id = $1 and position = $2",
        [tenant, position],
      );
      return position;
    },
    'delete a row': async (position) => {
      await client.query(`delete from audit_log where tenant_id = $1 and id = ${rowAt}`, [tenant, position]);
      return position;
    },
    'delete a row and its link': async (position) => {
      await client.query(`delete from audit_log where tenant_id = $1 and id = ${rowAt}`, [tenant, position]);
      await client.query('delete from audit_link where tenant_id = $1 and position = $2', [tenant, position]);
      return position === length ? 'end' : position;
    },
    'delete a row, close the gap and write the chain anew': async (position) => {
      await client.query(`delete from audit_log where tenant_id = $1 and id = ${rowAt}`, [tenant, position]);
      await client.query('delete from audit_link where tenant_id = $1 and position = $2', [tenant, position]);
      await client.query(
        'update audit_link set position = -position where tenant_id = $1 and position > $2::bigint',
        [tenant, position],
      );
      await client.query(
        'update audit_link set position = -position - 1 where tenant_id = $1 and position < 0',
        [tenant],
      );
      await rechain(position);
      return 'end';
    },
    'let two rows change places': async (position, pick) => {
      const other = 1 + ((position + (pick % (length - 1))) % length);
      await client.query(
        `update audit_link l set audit_log_id = -o.audit_log_id from audit_link o
       where l.tenant_id = $1 and o.tenant_id = $1 and (l.position, o.position) in (($2::bigint, $3::bigint), ($3, $2))`,
        [tenant, position, other],
      );
      await client.query(
        'update audit_link set audit_log_id = -audit_log_id where tenant_id = $1 and audit_log_id < 0',
        [tenant],
      );
      return position;
    },
    'let two rows change places and write the chain anew': async (position, pick) => {
      const other = 1 + ((position + (pick % (length - 1))) % length);
      await falsify('let two rows change places', position, pick);
      await rechain(Math.min(position, other));
      return Math.min(position, other);
    },
    'cut off the end': async (position) => {
      await client.query(`delete from audit_log where tenant_id = $1 and id >= ${rowAt}`, [tenant, position]);
      await client.query('delete from audit_link where tenant_id = $1 and position >= $2', [
        tenant,
        position,
      ]);
      return 'end';
    },
    'slip in a row as if it had always been there': async () => {
      await client.query(
        `insert into audit_log (tenant_id, type, "table", random_id, xact) values ($1, 'insert', 'supplier', 'x', '3')`,
        [tenant],
      );
      return 0;
    },
  };

async function falsify(way: string, position: number, pick: number): Promise<number | 'end'> {
  const act = falsifications[way];
  if (!act) throw new Error(`there is no way to ${way}`);
  return act(position, pick);
}

describe('AUD-09 the audit chain', () => {
  test('sealed rows verify without findings', async () => {
    const { findings, rows, unsealed, expectations } = await verify();
    expect(findings).toEqual([]);
    expect(unsealed).toBe(0);
    expect(rows).toBeGreaterThan(length);
    expect(expectations.get(tenant)?.heads.length).toBe(batches.length);
  });

  test.each(Object.keys(falsifications))('to %s is found at its position', async (way) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: length }), fc.nat(), async (position, pick) => {
        await client.query('savepoint whole');
        const place = await falsify(way, position, pick);
        const { findings } = await verify();
        await client.query('rollback to savepoint whole');
        expect(findings.length).toBeGreaterThan(0);
        expect(covers(findings, place === 'end' ? length : place)).toBe(true);
        expect(findings.every((found) => found.tenant === tenant)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  test('every column is sealed except the transaction number, which changes with a restore', async () => {
    const found = await db.sql<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped",
    );
    const names = found.map(({ name }) => name).filter((name) => !['tenant_id', 'id', 'xact'].includes(name));
    expect(Object.keys(columns).sort()).toEqual(names.sort());
    for (const place of names.keys()) {
      await client.query('savepoint whole');
      await falsify('edit a column', 1, Object.keys(columns).indexOf(names[place] ?? ''));
      expect((await verify()).findings, names[place]).toHaveLength(1);
      await client.query('rollback to savepoint whole');
    }
  });

  test('a recomputed chain is found between the signed heads', async () => {
    await falsify('edit a column and write the chain anew', 8, 0);
    const { findings } = await verify();
    expect(findings[0]).toEqual({ kind: 'rewritten', tenant, from: 7, to: 15, row: null });
  });

  test('reports records with another signature and missing records', async () => {
    const { records } = readRecords(headsFile);
    const stranger = openNotary('another-secret-of-more-than-32-characters', null);
    const forged = records.map((record) => (record.tenant === tenant ? stranger.sign(record) : record));
    const kinds = (await verify(forged)).findings.map(({ kind }) => kind);
    expect(kinds).toEqual([...batches.map(() => 'forged'), 'unsigned']);
    expect((await verify([])).findings.map(({ kind }) => kind)).toEqual(['unsigned', 'unsigned']);
  });

  test('reports the number of a damaged line', () => {
    const damaged = join(directory, 'damaged.jsonl');
    writeFileSync(damaged, `${readFileSync(headsFile, 'utf8')}{"kind":"head"\n`);
    expect(readRecords(damaged).unreadable).toHaveLength(1);
  });
});

describe('AUD-09 sealing', () => {
  test('several nodes sealing at once seal every row once', async () => {
    for (let count = 0; count < 20; count += 1) await write(neighbour);
    const other = auditSealer({
      database: db.database,
      log,
      notary,
      headsFile: join(directory, 'other-node.jsonl'),
    });
    await Promise.all([seal(), other(), seal(), other()]);
    await other();
    const { findings, unsealed } = await verify(readRecords(join(directory, 'other-node.jsonl')).records);
    expect({ findings, unsealed }).toEqual({ findings: [], unsealed: 0 });
  });

  test('in another cluster with other transaction numbers every row is sealed once', async () => {
    await write(neighbour);
    await db.sql("update audit_log set xact = '999999999999'");
    await db.sql('update audit_seal set cluster = 4711');
    await seal();
    const { findings, unsealed } = await verify();
    expect({ findings, unsealed }).toEqual({ findings: [], unsealed: 0 });
  });

  test('a restored backup explains the rows it lost', async () => {
    const [before] = readRecords(headsFile).records.filter((record) => record.tenant === neighbour);
    if (!before) throw new Error('the neighbour should have a head');
    await client.query(
      'delete from audit_log a using audit_link l where l.tenant_id = $1 and l.position > $2 and a.tenant_id = $1 and a.id = l.audit_log_id',
      [neighbour, before.position],
    );
    await client.query('delete from audit_link where tenant_id = $1 and position > $2', [
      neighbour,
      before.position,
    ]);
    const records = readRecords(headsFile).records;
    expect((await verify(records)).findings.map(({ kind }) => kind)).toContain('cut_off');
    const at = new Date().toISOString();
    const restored = notary.sign({ ...before, kind: 'restored', at, note: 'kontor.backup' });
    const { findings, expectations } = await verify([...records, restored]);
    expect(findings).toEqual([]);
    expect(expectations.get(neighbour)?.lost).toMatchObject([{ from: before.position + 1, at }]);
  });

  test('AUD-09 permanent deletion of a tenant ends its chain with a signed closing record', async () => {
    await addTenant(9, 'Short-lived');
    await write(9);
    await seal();
    await db.sql('delete from tenant where id = 9');
    await seal();
    const { records } = readRecords(headsFile);
    expect(records.at(-1)).toMatchObject({ kind: 'closed', tenant: 9, position: 1 });
    expect((await verify()).findings).toEqual([]);
    appendRecords(headsFile, []);
    await seal();
    expect(readRecords(headsFile).records).toHaveLength(records.length);
  });

  test('TECH-03 only sealing writes links, and people cannot seal', async () => {
    for (const role of ['reader', 'reader_price', 'writer', 'operator', 'gate']) {
      for (const statement of [
        'delete from audit_link',
        "update audit_link set link = ''",
        'delete from audit_seal',
        ...(role === 'gate' ? [] : ['select app.seal_audit(1)']),
      ]) {
        await client.query('savepoint attempt');
        await client.query("select set_config('role', $1, true)", [role]);
        await expect(client.query(statement), `${role}: ${statement}`).rejects.toThrow('permission denied');
        await client.query('rollback to savepoint attempt');
      }
    }
  });
});
