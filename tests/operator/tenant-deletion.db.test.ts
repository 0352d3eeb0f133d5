import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecords } from '../../src/features/audit/server/head-file.ts';
import { openNotary } from '../../src/features/audit/server/head-record.ts';
import { auditSealer } from '../../src/features/audit/server/seal.ts';
import { verifyAudit } from '../../src/features/audit/server/verify.ts';
import type { DeletionLogAnswer, DeletionPreview } from '../../src/features/deletion/model.ts';
import type { TenantListAnswer } from '../../src/features/operator/model.ts';
import { quoted, readCatalogue } from '../support/catalogue.ts';
import { fillTenant, type Row, tenantB } from '../support/tenants.ts';
import { accessTokenFor } from '../support/web.ts';
import { type DeletionFixture, deletionFixture } from './deletions.ts';

let fixture: DeletionFixture;
const doomed = Number(tenantB.id);
let name: string;
let token: string;
let tables: readonly string[];
/** Of the tenant's only file in an object store. */
let objectKey: string;
let others: Readonly<Record<string, number>>;

beforeAll(async () => {
  fixture = await deletionFixture();
  const connection = {
    query: async <R extends object>(text: string, values: unknown[] = []) => ({
      rows: await fixture.web.sql<R>(text, values),
      rowCount: null,
    }),
  };
  const factory = await fillTenant(connection, await readCatalogue(connection), tenantB);
  const person: Row = factory.newest('lb_user');
  await fixture.web.sql("update tenant set status = 'active' where id = $1", [doomed]);
  // Values that a record of a head can contain.
  await fixture.web.sql('update audit_link set link = sha256(link) where tenant_id = $1', [doomed]);
  token = await accessTokenFor(fixture.web, {
    tenantId: doomed,
    id: Number(person.id),
    email: person.email ?? '',
  });
  ({ name = '' } = (
    await fixture.web.sql<{ name: string }>('select name from tenant where id = $1', [doomed])
  )[0] ?? {
    name: '',
  });
  const found = await fixture.web.sql<{ name: string }>('select name from app.tables_of_tenants()');
  tables = found.map((table) => table.name);
  objectKey = factory.newest('file_object').object_key ?? '';
  others = await countsOf('<>');
});
afterAll(() => fixture.close());

/** Logs that grow during work and refusals (AUTH-35); they are never deleted. */
const logs = ['audit_log', 'security_log', 'security_count'];

/** Number of rows of the tenant in every table of the catalogue, or of all others. */
async function countsOf(sign: '=' | '<>'): Promise<Readonly<Record<string, number>>> {
  const counted = await fixture.web.sql<{ name: string; count: number }>(
    tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::integer as count from ${quoted(table)} where tenant_id ${sign} ${doomed}`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(counted.filter(({ count }) => count > 0).map((row) => [row.name, row.count]));
}

const remove = (body: object = {}, id = doomed) => fixture.remove(String(id), { name, ...body });
const codeOf = async (body?: object, id?: number) => {
  const { status, json } = await remove(body, id);
  return [status, json<{ code: string }>().code];
};
const running = async () =>
  (await fixture.get('/api/operator/tenant'))
    .json<TenantListAnswer>()
    .tenants.find(({ id }) => id === doomed);
const log = async () => (await fixture.get('/api/operator/deletion')).json<DeletionLogAnswer>().deletions;

describe('OP-02 ERR-12 refuses to delete a tenant', () => {
  test('API-37 that is active, or the operator’s own', async () => {
    expect(await codeOf()).toEqual([422, 'tenant_not_archived']);
    await fixture.archive(doomed);
    const own = fixture.operator.context.tenantId;
    const [{ name: ownName } = { name: '' }] = await fixture.web.sql<{ name: string }>(
      'select name from tenant where id = $1',
      [own],
    );
    expect(await codeOf({ name: ownName }, own)).toEqual([403, 'permission_denied']);
    expect(await codeOf({}, 404_404)).toEqual([404, 'not_found']);
  });

  test('VAL-40 VAL-41 whose name was not typed exactly', async () => {
    for (const typed of ['', name.toLowerCase(), `${name} `])
      expect(await codeOf({ name: typed })).toEqual([422, 'tenant_name_wrong']);
    expect((await fixture.remove(String(doomed), {})).json()).toMatchObject({ code: 'tenant_name_wrong' });
  });

  test('ARC-02 with a legal hold or a billing in progress', async () => {
    for (const table of ['procurement', 'invoice', 'contract']) {
      await fixture.web.sql(`update ${table} set legal_hold = 'a lawsuit' where tenant_id = $1`, [doomed]);
      expect(await codeOf()).toEqual([422, 'tenant_held']);
      await fixture.web.sql(`update ${table} set legal_hold = null where tenant_id = $1`, [doomed]);
    }
    expect(await codeOf()).toEqual([422, 'billing_under_way']);
    await fixture.web.sql("update billing set state = 'done' where tenant_id = $1", [doomed]);
  });

  test('ARC-03 without a handover, or with an outdated one', async () => {
    await fixture.web.sql(
      "update procurement set created_at = now(), status = 'ordered' where tenant_id = $1",
      [doomed],
    );
    expect(await codeOf()).toEqual([422, 'handover_required']);
    expect(await codeOf({ archive_sha256: 'ab'.repeat(32) })).toEqual([422, 'handover_unknown']);
    const sha256 = await fixture.handOver(doomed);
    await fixture.web.sql("update procurement set name = 'changed since' where tenant_id = $1", [doomed]);
    expect(await codeOf({ archive_sha256: sha256 })).toEqual([422, 'handover_outdated']);
  });

  test('TECH-04 directly in the database', async () => {
    const ask = (sql: string) =>
      fixture.web.database.inTenant(
        { ...fixture.operator.context, asOperator: true },
        (tx) => tx.query(sql),
        {
          role: 'operator',
        },
      );
    for (const sql of [
      `delete from tenant where id = ${doomed}`,
      'select app.work_deletion(1, 100)',
      `select app.remove_tenant_rows(1, 100)`,
      `select app.start_deletion(${fixture.demoTenant}, 'tenant', null, null, null, null, '{}')`,
      'insert into deletion (deleted_tenant_id) values (1)',
    ])
      await expect(ask(sql), sql).rejects.toThrow('permission denied');
  });
});

describe('OP-02 permanent deletion of a tenant', () => {
  let sha256: string;

  test('OP-04 shows the extent, and starts', async () => {
    expect(Object.keys(await countsOf('='))).toEqual(tables);
    sha256 = await fixture.handOver(doomed);
    const shown = (await remove({ dry_run: true, archive_sha256: sha256 })).json<DeletionPreview>();
    expect(shown).toMatchObject({ tenant: { name }, needs_handover: false, archive: { sha256 } });
    expect(shown.counts).toMatchObject({ held: 0, uncovered: 0 });
    expect(shown.counts.documents).toBeGreaterThan(2);
    await fixture.web.sql(
      `select graphile_worker.add_job('mail', json_build_object('tenant_id', $1::bigint, 'mail_id', 1))`,
      [doomed],
    );
    const { status, json } = await remove({ archive_sha256: sha256 });
    expect([status, json()]).toEqual([202, { deletion_id: expect.any(Number) }]);
    expect(await codeOf({ archive_sha256: sha256 })).toEqual([422, 'deletion_running']);
  });

  test('refuses to restore, change or charge it meanwhile', async () => {
    await fixture.work(1);
    expect((await fixture.restore(doomed)).json()).toMatchObject({ code: 'deletion_running' });
    const save = await fixture.post(`/api/operator/tenant/${doomed}`, { stamp: '', values: { city: 'Ulm' } });
    expect(save.json()).toMatchObject({ code: 'deletion_running' });
    await expect(
      fixture.web.sql("update billing set state = 'cancelling' where tenant_id = $1", [doomed]),
    ).rejects.toThrow('is being deleted');
    await expect(
      fixture.web.sql("update tenant set status = 'active' where id = $1", [doomed]),
    ).rejects.toThrow('is being deleted');
    expect((await running())?.deletion).toMatchObject({ state: 'running' });
  });

  test('AUTH-20 ends the sessions of its people', async () => {
    const { status } = await fixture.send({
      method: 'GET',
      url: '/api/audit/history/supplier/1',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(401);
  });

  test('JOB-05 continues after being killed, without losing finished transactions', async () => {
    const { database, sql } = fixture.web;
    const before = await countsOf('=');
    await expect(
      database.atGate(async (tx) => {
        await tx.query('select app.work_deletion((select id from deletion where state = $1), 100)', [
          'running',
        ]);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await countsOf('=')).toEqual(before);
    // Another worker is deleting: it does not wait.
    await database.atGate(async (tx) => {
      await tx.query('select app.work_deletion((select id from deletion where state = $1), 1)', ['running']);
      const [other] = await database.atGate((second) =>
        second.query<{ more: boolean }>(
          'select app.work_deletion((select id from deletion where state = $1), 1) as more',
          ['running'],
        ),
      );
      expect(other?.more).toBe(false);
    });
    await fixture.workToTheEnd();
    await fixture.workToTheEnd();
    expect(await sql('select from tenant where id = $1', [doomed])).toEqual([]);
  });

  test('leaves no row of the tenant in any table, and deletes nothing of other tenants', async () => {
    expect(await countsOf('=')).toEqual({});
    const left = await countsOf('<>');
    const apart = Object.fromEntries(logs.map((log) => [log, 0]));
    expect({ ...left, ...apart }).toEqual({ ...others, ...apart });
    for (const log of logs) expect(left[log] ?? 0, log).toBeGreaterThanOrEqual(others[log] ?? 0);
    expect(
      await fixture.web.sql("select from graphile_worker._private_jobs where payload ->> 'tenant_id' = $1", [
        String(doomed),
      ]),
    ).toEqual([]);
    expect(
      await fixture.web.sql(
        'select from file_chunk c where not exists (select from file f where f.id = c.file_id)',
      ),
    ).toEqual([]);
  });

  test('TECH-16 leaves the objects of its files for removal from the store at once', async () => {
    const loose = await fixture.web.sql<{ object_key: string }>(
      'select object_key from app.objects_to_drop(10)',
    );
    expect(loose).toEqual([{ object_key: objectKey }]);
  });

  test('AUD-09 ARC-03 keeps a log entry with the hash of the archive and the end of the audit', async () => {
    const [row] = await log();
    expect(row).toMatchObject({
      kind: 'tenant',
      tenant_id: doomed,
      name,
      archive_sha256: sha256,
      state: 'done',
      has_problem: false,
      closing_position: expect.any(Number),
      books: { bills: [expect.objectContaining({ net: expect.any(String) })], months: expect.any(Array) },
    });
    expect(row?.operator_name).not.toBe('');
    expect(row?.removed.documents).toBeGreaterThan(2);
    expect(row?.done).toBeGreaterThanOrEqual(row?.total ?? Number.POSITIVE_INFINITY);
    const closings = await fixture.web.sql<{ name: string; position: string; actor_id: string }>(
      'select name, position, actor_id from audit_closing where deleted_tenant_id = $1',
      [doomed],
    );
    expect(closings).toEqual([
      { name, position: String(row?.closing_position), actor_id: String(fixture.operator.context.userId) },
    ]);
    const heads = await fixture.web.sql('select from app.audit_heads() where tenant_id = $1', [doomed]);
    expect(heads).toEqual([]);
  });

  test('AUD-09 its audit ends with a signed closing record, and the check reports nothing missing', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kontor-heads-'));
    const client = new pg.Client({ connectionString: fixture.web.ownerUrl });
    await client.connect();
    try {
      const headsFile = join(directory, 'heads.jsonl');
      const notary = openNotary('only-for-tests-and-long-enough', null);
      const { database } = fixture.web;
      const quiet = { fatal: () => {}, warn: () => {} } as never;
      await auditSealer({ database, log: quiet, notary, headsFile })();
      const { records } = readRecords(headsFile);
      const ofTenant = records.filter(({ tenant }) => tenant === doomed);
      expect(ofTenant).toEqual([
        expect.objectContaining({ kind: 'closed', note: expect.stringContaining(name) }),
      ]);
      expect(ofTenant.every((record) => notary.hasSigned(record))).toBe(true);
      const { findings } = await verifyAudit(client, notary, records);
      expect(findings.filter(({ tenant }) => tenant === doomed)).toEqual([]);
    } finally {
      await client.end();
      rmSync(directory, { recursive: true });
    }
  });

  test('OP-12 the operator’s audit records it', async () => {
    const [row] = await fixture.web.sql<{ info: string; data_after: object }>(
      `select info, data_after from audit_log where "table" = 'deletion' and tenant_id = $1`,
      [fixture.operator.context.tenantId],
    );
    expect(row?.info).toMatch(/^operator /);
    expect(row?.data_after).toMatchObject({ name, kind: 'tenant', archive_sha256: sha256 });
  });

  test('a deleted tenant is not found', async () => {
    expect(await running()).toBeUndefined();
    expect(await codeOf()).toEqual([404, 'not_found']);
  });
});
