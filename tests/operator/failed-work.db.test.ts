import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/web.ts';
import { type HealthSetup, healthSetup, marker, path, unknownKind } from './health-setup.ts';

let fixture: HealthSetup;
let tenantId: number;

beforeAll(async () => {
  fixture = await healthSetup();
  tenantId = fixture.demoTenant;
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const audited = async () =>
  await fixture.web.sql<{ info: string; data_after: object; lb_user_id: string | null }>(
    `select info, data_after, lb_user_id from audit_log
     where tenant_id = $1 and "table" = 'tenant' and foreign_key = $1 and info like 'operator %' order by id desc limit 5`,
    [tenantId],
  );

describe('JOB-01 OP-12 failed jobs', () => {
  test('a retry runs the job, and its tenant’s audit names the operator', async () => {
    const id = await fixture.enqueue('remind_of_contracts', {});
    await fixture.fail(id);
    await fixture.web.sql('delete from graphile_worker._private_jobs');
    const { rows } = await fixture.failedJobs();
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ tenant_id: tenantId, tenant: 'demo', id, kind: 'remind_of_contracts', attempts: 6 },
        ...{ code: 'unexpected', failure: 'TypeError ERR_TEST', request_id: `job ${id}` },
      }),
    ]);
    expect((await fixture.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect((await fixture.failedJobs()).rows).toEqual([]);
    expect((await fixture.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(404);
    const [operator] = await fixture.web.sql<{ name: string }>('select name from lb_user where email = $1', [
      'operator@kontor.test',
    ]);
    expect((await audited())[0]).toEqual({
      info: `operator ${operator?.name}`,
      data_after: { job_retried: `remind_of_contracts ${id}` },
      lb_user_id: null,
    });
    const history = await fixture.admin.send({
      method: 'GET',
      url: `/api/audit/history/configuration/${tenantId}?lang=de`,
    });
    expect(history.body.toString()).toContain(`remind_of_contracts ${id}`);
    await fixture.web.startWorker();
    await eventually(async () => {
      const [job] = await fixture.web.sql<{ state: string }>('select state from job where id = $1', [id]);
      return job?.state === 'done' ? true : undefined;
    });
  });

  test('a refused job shows its code, and nothing of its content', async () => {
    const id = await fixture.enqueue('remind_of_contracts', {});
    await fixture.web.sql("update job set state = 'failed', finished_at = now(), error = $2 where id = $1", [
      id,
      JSON.stringify({ code: 'file_too_large', field: marker, values: { name: marker } }),
    ]);
    expect((await fixture.failedJobs()).rows[0]).toMatchObject({ code: 'file_too_large', failure: null });
    await fixture.web.sql('update job set error = $2 where id = $1', [
      id,
      JSON.stringify({ code: `${marker} x` }),
    ]);
    expect((await fixture.failedJobs()).rows[0]).toMatchObject({ code: 'unexpected' });
  });

  test('a job is discarded with a reason, and stays failed for its tenant', async () => {
    const id = await fixture.enqueue(unknownKind);
    await fixture.fail(id, unknownKind);
    const discard = (reason: string) =>
      fixture.post(`${path}/jobs/${id}/discard`, { tenant_id: tenantId, reason });
    expect((await discard('  ')).status).toBe(422);
    expect((await discard('x'.repeat(201))).status).toBe(422);
    expect((await discard('Doppelt')).status).toBe(200);
    expect((await discard('Doppelt')).status).toBe(404);
    expect((await fixture.failedJobs()).rows).toEqual([]);
    expect((await fixture.queue(unknownKind))?.failed ?? 0).toBe(0);
    expect((await audited())[0]?.data_after).toEqual({ job_discarded: `${unknownKind} ${id}: Doppelt` });
    const [job] = await fixture.web.sql<{ state: string }>('select state from job where id = $1', [id]);
    expect(job?.state).toBe('failed');
  });

  test('a retried job of an archived tenant waits for its restore', async () => {
    const id = await fixture.enqueue(unknownKind);
    await fixture.fail(id, unknownKind);
    await fixture.archive(tenantId);
    expect((await fixture.post(`${path}/jobs/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect(await fixture.queue(unknownKind)).toMatchObject({ resting: 1, due: 0, failed: 0 });
  });

  test('JOB-01 ten thousand are listed page by page, and retried some hundred at once', async () => {
    await fixture.web.sql(
      `insert into job (tenant_id, kind, state, input, finished_at)
       select $1, 'nobody_works_on_it', 'failed', jsonb_build_object('text', $2::text), now() - n / 3 * interval '1 second'
       from generate_series(1, 10000) n`,
      [tenantId, marker],
    );
    const seen = new Set<number>();
    let place = '';
    for (let page = 0; page < 4; page += 1) {
      const { rows, next } = await fixture.failedJobs(`?kind=${unknownKind}${place}`);
      expect(rows).toHaveLength(50);
      for (const { id } of rows) seen.add(id);
      place = `&${new URLSearchParams({ at: next?.at ?? '', tenant_id: String(next?.tenant_id), id: String(next?.id) })}`;
    }
    expect(seen.size).toBe(200);
    expect((await fixture.failedJobs('?kind=another')).rows).toEqual([]);
    const retried = await fixture.post(`${path}/jobs/retry`, { kind: unknownKind });
    expect(retried.json()).toEqual({ retried: 500 });
    expect(await fixture.queue(unknownKind)).toMatchObject({ failed: 9_500 });
  });
});

describe('MAIL-04 failed mails', () => {
  test('shows the mail server’s code and a masked recipient', async () => {
    await fixture.addMail();
    expect((await fixture.failedMails()).rows).toEqual([
      expect.objectContaining({
        ...{ tenant: 'demo', kind: 'test', recipient: 'm***@firma.example', failure: '550 5.1.1' },
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
  ])('reads %s only as %s', async (error, failure) => {
    await fixture.addMail({ error });
    expect((await fixture.failedMails()).rows[0]).toMatchObject({ failure });
  });

  test('a failed mail is sent again, but no order, no uncertain or sent mail, and none without its text', async () => {
    const id = await fixture.addMail();
    const kept = [
      await fixture.addMail({ text_body: null }),
      await fixture.addMail({ state: 'uncertain' }),
      await fixture.addMail({ state: 'sent' }),
    ];
    const order = await fixture.addMail({ kind: 'order' });
    for (const other of [...kept, order])
      expect((await fixture.post(`${path}/mails/${other}/retry`, { tenant_id: tenantId })).status).toBe(404);
    await fixture.web.sql('delete from mail where id = $1', [order]);
    expect((await fixture.post(`${path}/mails/${id}/retry`, { tenant_id: tenantId })).status).toBe(200);
    expect((await audited())[0]?.data_after).toEqual({ mail_retried: `test ${id}` });
    await eventually(async () => {
      const [mail] = await fixture.web.sql<{ state: string }>('select state from mail where id = $1', [id]);
      return mail?.state === 'sent' ? true : undefined;
    });
  });
});

test('TECH-04 answers contain no content', async () => {
  const { web } = fixture;
  await web.sql('update procurement_line set description = $2 where tenant_id = $1', [tenantId, marker]);
  await fixture.addMail();
  const id = await fixture.enqueue(unknownKind, { text: marker.repeat(100_000) });
  await fixture.fail(id, unknownKind);
  await web.sql(`update job set result = $2 where id = $1`, [id, JSON.stringify(marker)]);
  await web.sql("select graphile_worker.add_job('login', json_build_object('email', $1::text))", [marker]);
  await web.sql('update graphile_worker._private_jobs set last_error = $1', [marker]);
  const work = { tenant_id: tenantId };
  const [mail] = (await fixture.failedMails()).rows;
  const answers = [
    await fixture.get(path),
    await fixture.get(`${path}/jobs`),
    await fixture.get(`${path}/mails`),
    await fixture.post(`${path}/jobs/${id}/discard`, { ...work, reason: '' }),
    await fixture.post(`${path}/jobs/${id}/retry`, work),
    await fixture.post(`${path}/jobs/retry`, { kind: unknownKind }),
    await fixture.post(`${path}/mails/${mail?.id}/retry`, work),
  ];
  for (const { body } of answers) expect(body.toString()).not.toContain(marker);
});
