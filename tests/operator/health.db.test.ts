import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/app/server/version.ts';
import type { FailedJob, FailedMail, HealthAnswer, PageOf } from '../../src/features/operator/health.ts';
import { countStorage } from '../../src/features/operator/server/storage.ts';
import { migrationNames } from '../../src/platform/server/database/migrate.ts';
import { enqueueJob, type JobHandler, runJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { keepNode, type RunningNode } from '../../src/platform/server/nodes.ts';
import { eventually } from '../support/web.ts';
import { type OperatorWorld, operatorWorld } from './operators.ts';

const path = '/api/operator/health';
/** Stands in documents, errors and mails, and in no answer. */
const marker = 'GEHEIMNIS4711';
/** A kind of job that no worker takes, so that tests have it to themselves. */
const unknownKind = 'nobody_works_on_it';

let world: OperatorWorld;
let tenantId: number;

beforeAll(async () => {
  world = await operatorWorld();
  tenantId = world.demoTenant;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.restore(tenantId);
  const { web } = world;
  await web.sql('delete from graphile_worker._private_jobs');
  await web.sql("delete from mail where kind = 'help_test'");
  await web.sql('delete from job');
});

const health = async () => (await world.get(path)).json<HealthAnswer>();
const queue = async (kind: string) => (await health()).queues.find((one) => one.kind === kind);
const failedJobs = async (query = '') => (await world.get(`${path}/jobs${query}`)).json<PageOf<FailedJob>>();
const failedMails = async () => (await world.get(`${path}/mails`)).json<PageOf<FailedMail>>();

const enqueue = (kind: string, input: object = {}, runAt: Date | null = null) =>
  world.web.database.inTenant(systemContext(tenantId), (tx) => enqueueJob(tx, kind, input, runAt), {
    role: 'writer',
  });

/** Runs a job until it has failed for good, as a worker does. */
async function fail(id: number, handler: JobHandler, kind = 'remind_of_contracts'): Promise<void> {
  const { database, clock, log } = world.web;
  const parts = { database, clock, log: log.log, handlers: { [kind]: handler } };
  for (let attempt = 0; attempt < 6; attempt += 1) await runJob(parts, tenantId, id);
}

const breakDown: JobHandler = async () => {
  throw Object.assign(new TypeError(`${marker}: the invoice of Иван Петров`), { code: 'ERR_TEST' });
};

async function addMail(change: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const row = {
    ...{
      tenant_id: tenantId,
      message_id: '<m@kontor>',
      kind: 'help_test',
      recipient: 'marta.muster@firma.example',
    },
    ...{ subject: marker, text_body: marker, html_body: marker, state: 'failed', attempts: 6 },
    error: `Can't send mail - all recipients were rejected: 550 5.1.1 <marta.muster@firma.example> ${marker}`,
    ...change,
  };
  const [mail] = await world.web.sql<{ id: number }>(
    `insert into mail (${Object.keys(row).join(', ')})
     values (${Object.keys(row).map((_, place) => `$${place + 1}`)}) returning id`,
    Object.values(row),
  );
  return Number(mail?.id);
}

const audited = async () =>
  await world.web.sql<{ info: string; data_after: object; lb_user_id: string | null }>(
    `select info, data_after, lb_user_id from audit_log
     where tenant_id = $1 and "table" = 'tenant' and foreign_key = $1 and info like 'operator %' order by id desc limit 5`,
    [tenantId],
  );

describe('TECH-04 OP-11 how the installation is, for operators', () => {
  let node: RunningNode;

  beforeAll(async () => {
    const { database, log } = world.web;
    node = await keepNode({ database, log: log.log, roles: ['web', 'worker'], version });
  });
  afterAll(() => node.stop());

  test('JOB-05 shows each process with its version, and which of them are silent', async () => {
    const { sql } = world.web;
    await sql(
      `insert into node (id, roles, version, runtime, heartbeat_at)
       values (gen_random_uuid(), '{worker}', '0.0.1', 'v20.0.0', now() - interval '4 minutes')`,
    );
    await sql("insert into worker (id, node_id) select 'lane', id from node where version = '0.0.1'");
    await enqueue('remind_of_contracts');
    await sql("update graphile_worker._private_jobs set locked_by = 'lane', locked_at = now()");
    expect((await health()).nodes).toEqual([
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
    expect((await health()).nodes.map((one) => [one.id, one.version])).toEqual([
      [node.id, version],
      ['old', null],
    ]);
    await sql('delete from worker');
  });

  test('JOB-01 counts what waits, is due, runs, is repeated and has failed, by kind', async () => {
    const { sql } = world.web;
    await enqueue('remind_of_contracts', {}, new Date(Date.now() + 3_600_000));
    const repeated = await enqueue('remind_of_contracts');
    await sql('update job set attempts = 1 where id = $1', [repeated]);
    const running = await enqueue('remind_of_contracts');
    await sql(
      `update graphile_worker._private_jobs set locked_by = 'x', locked_at = now() where payload ->> 'job_id' = $1`,
      [String(running)],
    );
    await sql(
      `update graphile_worker._private_jobs set run_at = now() - interval '20 minutes' where payload ->> 'job_id' = $1`,
      [String(repeated)],
    );
    const failed = await enqueue('remind_of_contracts', { text: marker });
    await sql(`delete from graphile_worker._private_jobs where payload ->> 'job_id' = $1`, [String(failed)]);
    await sql("update job set state = 'failed', finished_at = now() where id = $1", [failed]);
    const found = await queue('remind_of_contracts');
    expect(found).toMatchObject({
      ...{ waiting: 1, due: 1, running: 1, resting: 0, repeated: 1, failed: 1 },
      ...{ is_late: true, has_jobs: true },
    });
    expect(found?.oldest_due_seconds).toBeGreaterThan(1_190);
    await addMail();
    expect(await queue('mail')).toMatchObject({ failed: 1, has_jobs: false });
  });

  test('OP-03 what waits because its tenant is archived is shown as such, and is not late', async () => {
    await enqueue('remind_of_contracts');
    await addMail({ state: 'queued' });
    await world.web.sql("update graphile_worker._private_jobs set run_at = now() - interval '1 hour'");
    await world.archive(tenantId);
    expect(await queue('remind_of_contracts')).toMatchObject({ due: 0, resting: 1, is_late: false });
    expect(await queue('mail')).toMatchObject({ resting: 1 });
  });

  test('counts what each tenant takes up when it is due, and says when', async () => {
    const { web } = world;
    await web.sql('delete from tenant_storage');
    await web.sql(
      "update tenant set name = 'Завод Ёлка' where name = (select max(name) from tenant where id <> $1)",
      [tenantId],
    );
    const before = await health();
    expect(before.tenants.every(({ files, counted_at }) => files === null && counted_at === null)).toBe(true);
    await countStorage(web.database);
    const { tenants } = await health();
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
    // Counted today: nothing is due.
    await web.sql('update tenant_storage set files = 99');
    await countStorage(web.database);
    expect((await health()).tenants.map(({ files }) => files)).toEqual(tenants.map(() => 99));
  });

  test('tells versions, migrations and what PostgreSQL says of itself', async () => {
    const { versions, database } = await health();
    expect(versions).toEqual({
      ...{ product: version, runtime: process.version, pending: 0, unknown: 0 },
      migration: migrationNames().at(-1),
    });
    const [truth] = await world.web.sql<{ size: string; most: number }>(
      "select pg_database_size(current_database()) as size, current_setting('max_connections')::integer as most",
    );
    expect(database).toMatchObject({ most_connections: truth?.most, free_bytes: null });
    expect(database.version).toMatch(/^\d+/);
    expect(Math.abs(database.size_bytes - Number(truth?.size))).toBeLessThan(5_000_000);
    expect(database.connections).toBeGreaterThan(0);
  });
});

describe('JOB-01 OP-12 failed jobs', () => {
  test('one is begun anew and runs, and its tenant reads who did it', async () => {
    const id = await enqueue('remind_of_contracts', {});
    await fail(id, breakDown);
    await world.web.sql('delete from graphile_worker._private_jobs');
    const { rows } = await failedJobs();
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ tenant_id: tenantId, tenant: 'demo', id, kind: 'remind_of_contracts', attempts: 6 },
        ...{ code: 'unexpected', failure: 'TypeError ERR_TEST', request_id: `job ${id}` },
      }),
    ]);
    expect((await world.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect((await failedJobs()).rows).toEqual([]);
    expect((await world.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(404);
    const [operator] = await world.web.sql<{ name: string }>('select name from lb_user where email = $1', [
      'operator@kontor.test',
    ]);
    expect((await audited())[0]).toEqual({
      info: `operator ${operator?.name}`,
      data_after: { job_retried: `remind_of_contracts ${id}` },
      lb_user_id: null,
    });
    const history = await world.admin.send({
      method: 'GET',
      url: `/api/audit/history/configuration/${tenantId}?lang=de`,
    });
    expect(history.body.toString()).toContain(`remind_of_contracts ${id}`);
    await world.web.startWorker();
    await eventually(async () => {
      const [job] = await world.web.sql<{ state: string }>('select state from job where id = $1', [id]);
      return job?.state === 'done' ? true : undefined;
    });
  });

  test('a refused one says its code, and no word of what it was about', async () => {
    const id = await enqueue('remind_of_contracts', {});
    await world.web.sql("update job set state = 'failed', finished_at = now(), error = $2 where id = $1", [
      id,
      JSON.stringify({ code: 'file_too_large', field: marker, values: { name: marker } }),
    ]);
    expect((await failedJobs()).rows[0]).toMatchObject({ code: 'file_too_large', failure: null });
    await world.web.sql('update job set error = $2 where id = $1', [
      id,
      JSON.stringify({ code: `${marker} x` }),
    ]);
    expect((await failedJobs()).rows[0]).toMatchObject({ code: 'unexpected' });
  });

  test('one is put away with a reason, and stays failed to its tenant', async () => {
    const id = await enqueue(unknownKind);
    await fail(id, breakDown, unknownKind);
    const discard = (reason: string) =>
      world.post(`${path}/jobs/${id}/discard`, { tenant_id: tenantId, reason });
    expect((await discard('  ')).status).toBe(422);
    expect((await discard('x'.repeat(201))).status).toBe(422);
    expect((await discard('Doppelt')).status).toBe(200);
    expect((await discard('Doppelt')).status).toBe(404);
    expect((await failedJobs()).rows).toEqual([]);
    expect((await queue(unknownKind))?.failed ?? 0).toBe(0);
    expect((await audited())[0]?.data_after).toEqual({ job_discarded: `${unknownKind} ${id}: Doppelt` });
    const [job] = await world.web.sql<{ state: string }>('select state from job where id = $1', [id]);
    expect(job?.state).toBe('failed');
  });

  test('one of an archived tenant waits until that is restored', async () => {
    const id = await enqueue(unknownKind);
    await fail(id, breakDown, unknownKind);
    await world.archive(tenantId);
    expect((await world.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect(await queue(unknownKind)).toMatchObject({ resting: 1, due: 0, failed: 0 });
  });

  test('JOB-01 ten thousand of them are listed page by page, and begun anew some hundred at once', async () => {
    await world.web.sql(
      `insert into job (tenant_id, kind, state, input, finished_at)
       select $1, 'nobody_works_on_it', 'failed', jsonb_build_object('text', $2::text), now() - n / 3 * interval '1 second'
       from generate_series(1, 10000) n`,
      [tenantId, marker],
    );
    const seen = new Set<number>();
    let place = '';
    for (let page = 0; page < 4; page += 1) {
      const { rows, next } = await failedJobs(`?kind=${unknownKind}${place}`);
      expect(rows).toHaveLength(50);
      for (const { id } of rows) seen.add(id);
      place = `&${new URLSearchParams({ at: next?.at ?? '', tenant_id: String(next?.tenant_id), id: String(next?.id) })}`;
    }
    expect(seen.size).toBe(200);
    expect((await failedJobs('?kind=another')).rows).toEqual([]);
    const retried = await world.post(`${path}/jobs/retry`, { kind: unknownKind });
    expect(retried.json()).toEqual({ retried: 500 });
    expect(await queue(unknownKind)).toMatchObject({ failed: 9_500 });
  });
});

describe('MAIL-04 failed mails', () => {
  test('says the code of the mail server and masks who it was for', async () => {
    await addMail();
    expect((await failedMails()).rows).toEqual([
      expect.objectContaining({
        ...{ tenant: 'demo', kind: 'help_test', recipient: 'm***@firma.example', failure: '550 5.1.1' },
        may_retry: true,
      }),
    ]);
  });

  test.each([
    [`Invalid login: 535 5.7.8 ${marker}`, '535 5.7.8'],
    [`Message failed: 554 ${marker}`, '554'],
    [`connect ECONNREFUSED 10.0.0.5:25 ${marker}`, 'ECONNREFUSED'],
    ['the recipient is blocked or inactive', 'recipient_blocked'],
    [`${marker} 5500 4x`, 'unknown'],
    [null, 'unknown'],
  ])('reads from %s nothing but %s', async (error, failure) => {
    await addMail({ error });
    expect((await failedMails()).rows[0]).toMatchObject({ failure });
  });

  test('one is sent again; letters to suppliers and what was forgotten are not', async () => {
    const id = await addMail();
    const kept = [
      await addMail({ text_body: null }),
      await addMail({ state: 'uncertain' }),
      await addMail({ state: 'sent' }),
    ];
    const order = await addMail({ kind: 'order' });
    for (const other of [...kept, order])
      expect((await world.post(`${path}/mails/${other}/retry`, { tenant_id: tenantId })).status).toBe(404);
    await world.web.sql('delete from mail where id = $1', [order]);
    expect((await world.post(`${path}/mails/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect((await audited())[0]?.data_after).toEqual({ mail_retried: `help_test ${id}` });
    await eventually(async () => {
      const [mail] = await world.web.sql<{ state: string }>('select state from mail where id = $1', [id]);
      return mail?.state === 'sent' ? true : undefined;
    });
  });
});

test('TECH-04 no answer holds contents', async () => {
  const { web } = world;
  await web.sql('update procurement_line set description = $2 where tenant_id = $1', [tenantId, marker]);
  await addMail();
  const id = await enqueue(unknownKind, { text: marker.repeat(100_000) });
  await fail(id, breakDown, unknownKind);
  await web.sql(`update job set result = $2 where id = $1`, [id, JSON.stringify(marker)]);
  await web.sql("select graphile_worker.add_job('login', json_build_object('email', $1::text))", [marker]);
  await web.sql('update graphile_worker._private_jobs set last_error = $1', [marker]);
  const work = { tenant_id: tenantId };
  const [mail] = (await failedMails()).rows;
  const answers = [
    await world.get(path),
    await world.get(`${path}/jobs`),
    await world.get(`${path}/mails`),
    await world.post(`${path}/jobs/${id}/discard`, { ...work, reason: '' }),
    await world.post(`${path}/jobs/${id}/retry`, work),
    await world.post(`${path}/jobs/retry`, { kind: unknownKind }),
    await world.post(`${path}/mails/${mail?.id}/retry`, work),
  ];
  for (const { body } of answers) expect(body.toString()).not.toContain(marker);
});

test('OP-11 whoever is no operator, or does not say so, is refused', async () => {
  for (const caller of [world.admin, world.operator])
    for (const url of [path, `${path}/jobs`, `${path}/mails`])
      expect((await caller.send({ method: 'GET', url })).status).toBe(403);
  const asOperator = { headers: { 'x-hasura-role': 'user-operator' } };
  expect((await world.admin.send({ method: 'GET', url: path, ...asOperator })).status).toBe(403);
  const { database } = world.web;
  const asked = database.inTenant(world.operator.context, (tx) => tx.fixed('select app.health_queues()'), {
    role: 'operator',
  });
  await expect(asked).rejects.toThrow('permission denied');
});
