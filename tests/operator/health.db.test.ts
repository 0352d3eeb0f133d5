import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/app/server/version.ts';
import { listFailedJobs, readHealth } from '../../src/features/operator/server/health.ts';
import { countStorage } from '../../src/features/operator/server/storage.ts';
import { migrationNames } from '../../src/platform/server/database/schema-files.ts';
import type { Tx } from '../../src/platform/server/database.ts';
import { keepNode, type RunningNode } from '../../src/platform/server/nodes.ts';
import { type HealthSetup, healthSetup, marker, path } from './health-setup.ts';

let fixture: HealthSetup;
let tenantId: number;

beforeAll(async () => {
  fixture = await healthSetup();
  tenantId = fixture.demoTenant;
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('TECH-04 OP-11 health of the installation for operators', () => {
  let node: RunningNode;

  beforeAll(async () => {
    const { database, log } = fixture.web;
    node = await keepNode({ database, log: log.log, roles: ['web', 'worker'], version });
  });
  afterAll(() => node.stop());

  test('JOB-05 shows each process with its version, and marks silent ones', async () => {
    const { sql } = fixture.web;
    await sql(
      `insert into node (id, roles, version, runtime, heartbeat_at)
       values (gen_random_uuid(), '{worker}', '0.0.1', 'v20.0.0', now() - interval '4 minutes')`,
    );
    await sql("insert into worker (id, node_id) select 'lane', id from node where version = '0.0.1'");
    await fixture.enqueue('remind_of_contracts');
    await sql("update graphile_worker._private_jobs set locked_by = 'lane', locked_at = now()");
    expect((await fixture.health()).nodes).toEqual([
      expect.objectContaining({
        id: node.id,
        ...{ version, roles: ['web', 'worker'], runtime: process.version, running: 0 },
        ...{ is_silent: false, is_other_version: false },
      }),
      expect.objectContaining({
        ...{ version: '0.0.1', roles: ['worker'], running: 1, is_silent: true, is_other_version: true },
      }),
    ]);
    await sql('delete from worker');
    await sql("delete from node where version = '0.0.1'");
    await sql("insert into worker (id) values ('old')");
    expect((await fixture.health()).nodes.map((one) => [one.id, one.version])).toEqual([
      [node.id, version],
      ['old', null],
    ]);
    await sql('delete from worker');
  });

  test('JOB-01 counts waiting, due, running, repeated and failed jobs by kind', async () => {
    const { sql } = fixture.web;
    await fixture.enqueue('remind_of_contracts', {}, new Date(Date.now() + 3_600_000));
    const repeated = await fixture.enqueue('remind_of_contracts');
    await sql('update job set attempts = 1 where id = $1', [repeated]);
    const running = await fixture.enqueue('remind_of_contracts');
    await sql(
      `update graphile_worker._private_jobs set locked_by = 'x', locked_at = now() where payload ->> 'job_id' = $1`,
      [String(running)],
    );
    await sql(
      `update graphile_worker._private_jobs set run_at = now() - interval '20 minutes' where payload ->> 'job_id' = $1`,
      [String(repeated)],
    );
    const failed = await fixture.enqueue('remind_of_contracts', { text: marker });
    await sql(`delete from graphile_worker._private_jobs where payload ->> 'job_id' = $1`, [String(failed)]);
    await sql("update job set state = 'failed', finished_at = now() where id = $1", [failed]);
    const found = await fixture.queue('remind_of_contracts');
    expect(found).toMatchObject({
      ...{ waiting: 1, due: 1, running: 1, resting: 0, repeated: 1, failed: 1 },
      ...{ is_late: true, has_jobs: true },
    });
    expect(found?.oldest_due_seconds).toBeGreaterThan(1_190);
    await fixture.addMail();
    expect(await fixture.queue('mail')).toMatchObject({ failed: 1, has_jobs: false });
  });

  test('OP-03 work of an archived tenant counts as resting, not as late', async () => {
    await fixture.enqueue('remind_of_contracts');
    await fixture.addMail({ state: 'queued' });
    await fixture.web.sql("update graphile_worker._private_jobs set run_at = now() - interval '1 hour'");
    await fixture.archive(tenantId);
    expect(await fixture.queue('remind_of_contracts')).toMatchObject({ due: 0, resting: 1, is_late: false });
    expect(await fixture.queue('mail')).toMatchObject({ resting: 1 });
  });

  test('counts each tenant’s storage when due, with the time', async () => {
    const { web } = fixture;
    await web.sql('delete from tenant_storage');
    await web.sql(
      "update tenant set name = 'Завод Ёлка' where name = (select max(name) from tenant where id <> $1)",
      [tenantId],
    );
    const before = await fixture.health();
    expect(before.tenants.every(({ files, counted_at }) => files === null && counted_at === null)).toBe(true);
    await countStorage(web.database);
    const { tenants } = await fixture.health();
    const truth = await web.sql(
      `select t.id, t.name, (select count(*) from document d where d.tenant_id = t.id)::integer as documents,
         (select count(*) from file f where f.tenant_id = t.id)::integer as files,
         (select coalesce(sum(size), 0) from file f where f.tenant_id = t.id)::integer as bytes
       from tenant t order by t.id`,
    );
    const shown = tenants.map(({ id, name, documents, files, bytes }) => ({
      id,
      name,
      documents,
      files,
      bytes,
    }));
    expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(
      truth.map((row) => ({ ...row, id: Number(Reflect.get(row, 'id')) })),
    );
    expect(shown.map(({ name }) => name)).toContain('Завод Ёлка');
    // Counted today, so nothing is due.
    await web.sql('update tenant_storage set files = 99');
    await countStorage(web.database);
    expect((await fixture.health()).tenants.map(({ files }) => files)).toEqual(tenants.map(() => 99));
  });

  test('shows versions, migrations and facts of PostgreSQL', async () => {
    const { versions, database } = await fixture.health();
    expect(versions).toEqual({
      ...{ product: version, runtime: process.version, pending: 0, unknown: 0 },
      migration: migrationNames().at(-1),
    });
    const [truth] = await fixture.web.sql<{ size: string; max_connections: number }>(
      "select pg_database_size(current_database()) as size, current_setting('max_connections')::integer as max_connections",
    );
    expect(database).toMatchObject({ most_connections: truth?.max_connections, free_bytes: null });
    expect(database.version).toMatch(/^\d+/);
    expect(Math.abs(database.size_bytes - Number(truth?.size))).toBeLessThan(5_000_000);
    expect(database.connections).toBeGreaterThan(0);
  });
});

test('TECH-04 the page takes five statements, a list one, and none reads files or documents', async () => {
  const { web } = fixture;
  await web.sql(
    `insert into job (tenant_id, kind, state, finished_at)
     select $1, 'nobody_works_on_it', case when n % 2 = 0 then 'failed' else 'done' end, now() - n * interval '1 second'
     from generate_series(1, 20000) n`,
    [tenantId],
  );
  await web.sql('analyze job');
  const seen = await web.database.inTenant(
    { ...fixture.operator.context, asOperator: true },
    async (tx) => {
      const own = { version, migrations: [], dataDirectory: null };
      let statements = 0;
      const counted = new Proxy(tx, {
        get: (target, name) => {
          const found: unknown = Reflect.get(target, name, target);
          if (typeof found !== 'function') return found;
          return (...values: unknown[]) => {
            statements += 1;
            return Reflect.apply(found, target, values) as unknown;
          };
        },
      });
      const start = await touched(tx);
      await readHealth(counted, own, new Date());
      const whole = statements;
      const before = await touched(tx);
      const { rows } = await listFailedJobs(counted, null, {
        at: new Date(Date.now() - 10_000_000).toISOString(),
        tenant_id: tenantId,
        id: 1,
      });
      const after = await touched(tx);
      return { whole, list: statements - whole, start, before, after, count: rows.length };
    },
    { role: 'operator' },
  );
  expect([seen.whole, seen.list, seen.count]).toEqual([5, 1, 50]);
  for (const table of ['file', 'file_chunk', 'document', 'procurement', 'invoice', 'contract'])
    expect([table, seen.after[table]?.scans ?? 0]).toEqual([table, seen.start[table]?.scans ?? 0]);
  // A late page reads only itself, by index.
  const ofList = (name: 'seq' | 'fetched') => (seen.after.job?.[name] ?? 0) - (seen.before.job?.[name] ?? 0);
  expect(ofList('seq')).toBe(0);
  expect(ofList('fetched')).toBeLessThanOrEqual(60);
});

/** Scans and index reads of tables by this connection. */
async function touched(
  tx: Tx,
): Promise<Readonly<Record<string, { scans: number; seq: number; fetched: number }>>> {
  const rows = await tx.query<{ name: string; seq: number; scans: number; fetched: number }>(
    `select relname as name, seq_scan as seq, seq_scan + idx_scan as scans, idx_tup_fetch as fetched
     from pg_stat_xact_user_tables where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}

test('OP-11 refuses people who are not operators or do not act as such', async () => {
  for (const caller of [fixture.admin, fixture.operator])
    for (const url of [path, `${path}/jobs`, `${path}/mails`])
      expect((await caller.send({ method: 'GET', url })).status).toBe(403);
  const asOperator = { headers: { 'x-hasura-role': 'user-operator' } };
  expect((await fixture.admin.send({ method: 'GET', url: path, ...asOperator })).status).toBe(403);
  const { database } = fixture.web;
  const asked = database.inTenant(fixture.operator.context, (tx) => tx.fixed('select app.health_queues()'), {
    role: 'operator',
  });
  await expect(asked).rejects.toThrow('permission denied');
});
