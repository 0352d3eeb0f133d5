import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { load } from '../../bench/load.ts';
import { type MoveStep, moveTenant } from '../../src/app/server/tenant-move/move.ts';
import { removeMoved } from '../../src/app/server/tenant-move/remove-moved.ts';
import { numberAsCell } from '../../src/app/server/tenant-move/states.ts';
import { readRecords } from '../../src/features/audit/server/head-file.ts';
import { openNotary } from '../../src/features/audit/server/head-record.ts';
import { auditSealer } from '../../src/features/audit/server/seal.ts';
import { verifyAudit } from '../../src/features/audit/server/verify.ts';
import { verifyingClient } from '../../src/features/audit/server/verifying-client.ts';
import { refuseDeleting } from '../../src/features/deletion/server/store.ts';
import type { Tx } from '../../src/platform/server/database.ts';
import { readFile, storeFile } from '../../src/platform/server/files/files.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { run } from '../procurement/requests.ts';
import { inDepth, isDeep } from '../support/depth.ts';
import { createEmpty, type TestPlace, type TwoPlaces, twoPlaces } from './two-places.ts';

const requester = 'requester@demo.test';
/** The longest time without writing that a test accepts, in milliseconds; a busy machine is slow. */
const longestReadOnly = 15_000;

let places: TwoPlaces;
let directory: string;
let tenantId: number;

beforeAll(async () => {
  places = await twoPlaces();
  directory = mkdtempSync(join(tmpdir(), 'kontor-heads-'));
  tenantId = await idOf('demo');
});
afterAll(async () => {
  await places?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function idOf(name: string): Promise<number> {
  const [row] = await places.old.sql<{ id: string }>('select id from tenant where name = $1', [name]);
  return Number(row?.id);
}

const move = (tenant: string, onStep?: (step: MoveStep) => void | Promise<void>) =>
  moveTenant({ tenant, from: places.old, to: places.new, ...(onStep && { onStep }) });

const draft = async (place: TestPlace, name: string) =>
  await run(await place.person(requester), 'save', { head: { name } });

async function statusOf(place: TestPlace, id: number): Promise<string | undefined> {
  return (await place.sql<{ status: string }>('select status from tenant where id = $1', [id]))[0]?.status;
}

/** Number of rows by tenant over all tables of tenants. */
async function rowsByTenant(place: TestPlace): Promise<Record<string, number>> {
  const tables = await place.sql<{ name: string }>('select name from app.tables_of_tenants()');
  const all = tables.map(({ name }) => `select tenant_id from public."${name}"`).join(' union all ');
  const rows = await place.sql<{ tenant: string; rows: number }>(
    `select tenant_id as tenant, count(*)::integer as rows from (${all}) r group by 1`,
  );
  return Object.fromEntries(rows.map(({ tenant, rows: count }) => [tenant, count]));
}

/** Nothing of a broken move remains, and people write at the old place. */
async function expectBack(id = tenantId): Promise<void> {
  expect(await statusOf(places.old, id)).toBe('active');
  expect((await rowsByTenant(places.new))[id]).toBeUndefined();
  expect(await statusOf(places.new, id)).toBeUndefined();
  const left = await places.old.sql(
    "select slot_name from pg_replication_slots where slot_name like 'kontor_move%' union all select pubname from pg_publication union all select subname from pg_subscription",
  );
  expect(left).toEqual([]);
}

/** Moves in another process, which is killed at the step. */
async function killedAt(tenant: string, step: MoveStep): Promise<void> {
  const program = join(import.meta.dirname, 'mover.ts');
  const urls = [places.old.ownerUrl, places.new.ownerUrl];
  const mover = spawn(process.execPath, [program, ...urls, tenant, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of mover.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes(step)) break;
  }
  expect(output).toContain(step);
  mover.kill('SIGKILL');
  if (mover.exitCode === null && mover.signalCode === null) await once(mover, 'exit');
}

/** What the worker of a place does each minute and hour, whatever moves. */
async function workAt(place: TestPlace): Promise<void> {
  const notary = openNotary(place.key, null);
  await auditSealer({
    database: place.database,
    log: openLog('silent'),
    notary,
    headsFile: headsOf(place),
  })();
  await place.sql('select app.settle_security_log(), app.count_storage(t.id) from tenant t');
}

const headsOf = ({ name }: TestPlace) => join(directory, `${name}.jsonl`);

async function audited(place: TestPlace): Promise<{ rows: number; findings: readonly unknown[] }> {
  await workAt(place);
  const notary = openNotary(place.key, null);
  const client = await verifyingClient(place.ownerUrl);
  try {
    return await verifyAudit(client, notary, readRecords(headsOf(place)).records);
  } finally {
    await client.end();
  }
}

/** Operators change nothing of a moving tenant. */
async function expectUnchanged(): Promise<void> {
  const { context } = await places.old.person('operator@kontor.test');
  const asOperator = (run: (tx: Tx) => Promise<unknown>) =>
    places.old.database.inTenant({ ...context, asOperator: true }, run, { role: 'operator' });
  await expect(asOperator((tx) => refuseDeleting(tx, tenantId))).rejects.toMatchObject({
    refusal: { code: 'tenant_moving' },
  });
  const changed = asOperator((tx) => tx.query('update tenant set name = name where id = $1', [tenantId]));
  await expect(changed).rejects.toThrow('moves to another installation');
}

describe('TECH-18 a move that cannot be', () => {
  test('is refused for a tenant with operators, and to the same database', async () => {
    await expect(move('kontor')).rejects.toThrow('has operators of this installation');
    await expect(
      moveTenant({ tenant: 'demo', from: places.old, to: { ...places.new, ownerUrl: places.old.ownerUrl } }),
    ).rejects.toThrow('Both places are the same database');
  });

  test('TECH-16 is refused for a tenant with files in the object store', async () => {
    await places.old.sql(
      `with one as (
         insert into file (tenant_id, name, mime, size, sha256) values ($1, 'one', 'text/plain', 3, sha256('one')) returning id)
       insert into file_object (tenant_id, file_id, object_key, cipher_key) select $1, id, 'one', sha256('one') from one`,
      [tenantId],
    );
    await expect(move('demo')).rejects.toThrow('bring them back first: npm run files -- --to database');
    await places.old.sql("delete from file where name = 'one'");
    await places.old.sql('delete from loose_object');
  });

  test('is refused with the wrong key, and where the new place has its id', async () => {
    const from = { ...places.old, secrets: places.new.secrets };
    await expect(moveTenant({ tenant: 'demo', from, to: places.new })).rejects.toThrow('SECRET_KEY');
    await places.new.sql("insert into tenant (id, name) overriding system value values ($1, 'Taken')", [
      tenantId,
    ]);
    await expect(move('demo')).rejects.toThrow(`The id ${tenantId} belongs to Taken`);
    await places.new.sql('delete from tenant; delete from audit_closing');
  });
});

describe('TECH-18 a broken move rolls back and may be repeated', () => {
  const steps: readonly MoveStep[] = inDepth(['compared'], ['prepared', 'copied', 'read_only', 'compared']);

  test.each(steps)('an error at "%s" leaves the old place as before', async (failing) => {
    const broken = move('demo', (step) => {
      if (step === failing) throw new Error('the cable is cut');
    });
    await expect(broken).rejects.toThrow('nothing remains at the new one');
    await expectBack();
    expect((await draft(places.old, `Nach ${failing}`)).status).toBe('draft');
  });

  test('a new place that dies in the middle leaves the old one as before', async () => {
    const admin = new pg.Client({ connectionString: places.postgres.ownerUrl('postgres') });
    await admin.connect();
    const broken = move('demo', async (step) => {
      if (step !== 'read_only') return;
      await admin.query('alter database new allow_connections false');
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'new'");
    });
    await expect(broken).rejects.toThrow('The new place does not answer');
    await admin.query('alter database new allow_connections true');
    await admin.end();
    expect(await statusOf(places.old, tenantId)).toBe('active');
    expect((await draft(places.old, 'Trotzdem')).status).toBe('draft');
  });

  test('a killed mover: the worker lets people write again, and no second place ever works', async () => {
    await killedAt('demo', 'read_only');
    expect(await statusOf(places.old, tenantId)).toBe('moving');
    await expect
      .poll(async () => {
        await places.old.sql("select app.sweep_workers('1 minute')");
        return await statusOf(places.old, tenantId);
      })
      .toBe('active');
    expect(await statusOf(places.new, tenantId)).toBe('arriving');
    expect((await draft(places.old, 'Nach dem Ende')).status).toBe('draft');
  });

  test('killed after the hand-over, the tenant works nowhere until the same call finishes the move', async () => {
    const other = await idOf('other');
    await killedAt('other', 'handed_over');
    expect([await statusOf(places.old, other), await statusOf(places.new, other)]).toEqual([
      'moved',
      'arriving',
    ]);
    expect((await move('other')).rows).toBeNull();
    expect([await statusOf(places.old, other), await statusOf(places.new, other)]).toEqual([
      'moved',
      'active',
    ]);
  });
});

describe('TECH-18 a tenant moves with all it has', () => {
  const bytes = Buffer.alloc(600_000, 'Nordfeld');
  let fileId: string;
  let before: { id: number; draft_number_formatted: string | null };
  let readOnlyMs: number | null;

  beforeAll(async () => {
    fileId = await places.old.database.inTenant(
      systemContext(tenantId),
      (tx) =>
        storeFile(tx, {
          tenantId,
          name: 'Prüfprotokoll.pdf',
          mime: 'application/pdf',
          bytes,
          receivedBy: 'upload',
          createdById: null,
        }),
      { role: 'writer' },
    );
  });

  test('people write until the rest is copied, then only read for seconds; others go on', async () => {
    const caller = await places.old.person(requester);
    const moved = await move('demo', async (step) => {
      if (step === 'prepared' || step === 'copied') before = await draft(places.old, `Während ${step}`);
      if (step !== 'handed_over') for (const place of [places.old, places.new]) await workAt(place);
      if (step !== 'read_only') return;
      await expectUnchanged();
      const query = 'query ($id: bigint!) { procurement_by_pk(id: $id) { id } }';
      expect(await caller.get(query, { id: before.id })).toEqual({ procurement_by_pk: { id: before.id } });
      const refused = await caller.refusal(
        'mutation { procurement_save(idempotency_key: "018f0000-0000-7000-8000-000000000001", head: { name: "Zu spät" }) { id } }',
      );
      expect(refused.code).toBe('tenant_moving');
    });
    readOnlyMs = moved.readOnlyMs;
    console.info(`moved ${moved.rows} rows; read-only for ${Math.round(moved.readOnlyMs ?? 0)} ms`);
    expect(moved.way).toBe('replication');
    expect(readOnlyMs).toBeLessThan(longestReadOnly);
  });

  test('documents, files, secrets and the audit are at the new place, and the next number continues', async () => {
    const caller = await places.new.person(requester);
    const query = 'query ($id: bigint!) { procurement_by_pk(id: $id) { draft_number_formatted } }';
    const { draft_number_formatted } = before;
    expect(await caller.get(query, { id: before.id })).toEqual({
      procurement_by_pk: { draft_number_formatted },
    });
    const next = await draft(places.new, 'Am neuen Ort');
    const no = (text: string | null) => Number(text?.replace('DR-', ''));
    expect(no(next.draft_number_formatted)).toBe(no(draft_number_formatted) + 1);
    expect(next.id).toBeGreaterThan(before.id);
    const file = await places.new.database.inTenant(systemContext(tenantId), (tx) => readFile(tx, fileId), {
      role: 'writer',
    });
    expect(file.bytes.equals(bytes)).toBe(true);
    const shops = await places.new.sql<{ secret: Buffer }>(
      'select secret from marketplace where tenant_id = $1 and secret is not null',
      [tenantId],
    );
    expect(shops.length).toBeGreaterThan(0);
    for (const { secret } of shops) expect(places.new.secrets.unseal(secret)).toBeTruthy();
    const { rows, findings } = await audited(places.new);
    expect(findings).toEqual([]);
    expect(rows).toBeGreaterThan(100);
  });

  test('the old place is no longer a writer: sessions, jobs and people end there', async () => {
    expect(await statusOf(places.old, tenantId)).toBe('moved');
    const [tenant] = await places.old.sql('select moved_to from tenant where id = $1', [tenantId]);
    expect(tenant).toEqual({ moved_to: places.new.origin });
    const refused = await (await places.old.person(requester)).refusal('{ procurement { id } }');
    expect(refused.code).toBe('unauthenticated');
    expect(
      await places.old.sql(
        "select from graphile_worker._private_jobs where payload::jsonb ->> 'tenant_id' = $1::text",
        [tenantId],
      ),
    ).toEqual([]);
    expect(await places.new.sql('select 1 from login_token union all select 1 from refresh_token')).toEqual(
      [],
    );
  });

  test('nothing of other tenants left the old place', async () => {
    const rows = await rowsByTenant(places.new);
    expect(Object.keys(rows).map(Number).sort()).toEqual([tenantId, await idOf('other')].sort());
    expect(await places.new.sql('select name from tenant order by name')).toEqual([
      { name: 'demo' },
      { name: 'other' },
    ]);
    expect(await places.new.sql('select from login_request')).toEqual([]);
  });

  test('what was left is removed, and the tenant moves back by copy where the server does not stream', async () => {
    await removeMoved('demo', places.old, places.new);
    expect((await rowsByTenant(places.old))[tenantId]).toBeUndefined();
    expect((await audited(places.old)).findings).toEqual([]);
    const back = { tenant: 'demo', from: places.new, to: places.old, way: 'copy' } as const;
    const moved = await moveTenant(back);
    console.info(
      `moved ${moved.rows} rows back by copy; read-only for ${Math.round(moved.readOnlyMs ?? 0)} ms`,
    );
    expect(moved.way).toBe('copy');
    expect([await statusOf(places.old, tenantId), await statusOf(places.new, tenantId)]).toEqual([
      'active',
      'moved',
    ]);
    expect((await draft(places.old, 'Wieder zurück')).status).toBe('draft');
    expect((await audited(places.old)).findings).toEqual([]);
  });
});

test('TECH-18 each installation numbers its tenants in its own span, so that ids stay free for a move', async () => {
  const client = new pg.Client({ connectionString: places.new.ownerUrl });
  await client.connect();
  await numberAsCell(client, 3);
  await expect(numberAsCell(client, 2)).rejects.toThrow('higher ids');
  await client.end();
  const [made] = await places.new.sql("insert into tenant (name) values ('Neu') returning id");
  expect(made).toEqual({ id: '3000001' });
});

test.runIf(isDeep)('TECH-18 people only read for seconds while 100,000 documents move', async () => {
  await createEmpty(places.postgres, 'many');
  const from = { ...places.old, ownerUrl: places.postgres.ownerUrl('many') };
  const owner = new pg.Client({ connectionString: from.ownerUrl });
  await owner.connect();
  const size = { tenants: 2, largest: 100_000, others: 10 };
  const [loaded] = await load(owner, { size, hasInvoices: false }, () => {});
  const { rows } = await owner.query<{ name: string }>('select name from tenant where id = $1', [
    loaded?.tenantId,
  ]);
  await owner.end();
  const moved = await moveTenant({ tenant: rows[0]?.name ?? '', from, to: places.new });
  console.info(`moved ${moved.rows} rows; read-only for ${Math.round(moved.readOnlyMs ?? 0)} ms`);
  expect(moved.rows).toBeGreaterThan(1_000_000);
  expect(moved.readOnlyMs).toBeLessThan(2 * longestReadOnly);
});
