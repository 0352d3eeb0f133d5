import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accessTokenFor,
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../context.ts';
import { enqueueJob, type JobHandlers, runJob, systemContext } from './jobs.ts';
import { startWorker, type Worker, type WorkerOptions } from './jobs-worker.ts';

let web: TestWeb;
let person: TestPerson;
let stranger: TestPerson;
let worker: Worker | undefined;

beforeAll(async () => {
  web = await testWeb();
  person = await addPerson(web, { email: 'ina@demo.test', roles: ['user-see-all-orders'], lang: 'it' });
  stranger = await addPerson(web, { tenant: 'other', email: 'eva@other.test' });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => web?.drop());

function contextOf({ tenantId, id }: TestPerson): Context {
  return { ...systemContext(tenantId), userId: id, actorId: id, roles: [] };
}

function enqueue(kind: string, input: object = {}, context = contextOf(person)): Promise<number> {
  return web.database.inTenant(context, (tx) => enqueueJob(tx, kind, input), { role: 'writer' });
}

async function start(handlers: JobHandlers, more: Partial<WorkerOptions> = {}): Promise<void> {
  worker = await startWorker({
    ...parts(handlers),
    ...{ ownerUrl: web.ownerUrl, tasks: {}, schedule: {}, ...more },
  });
}

const parts = (handlers: JobHandlers) => ({
  database: web.database,
  clock: web.clock,
  log: web.log.log,
  handlers,
});

interface Row {
  readonly state: string;
  readonly progress: number;
  readonly result: unknown;
  readonly error: unknown;
  readonly attempts: number;
}

async function jobOf(id: number): Promise<Row> {
  const [row] = await web.sql<Row>('select state, progress, result, error, attempts from job where id = $1', [
    id,
  ]);
  if (!row) throw new Error('no such job');
  return row;
}

function finished(id: number): Promise<Row> {
  return eventually(async () => {
    const job = await jobOf(id);
    return job.state === 'done' || job.state === 'failed' ? job : undefined;
  });
}

describe('running', () => {
  test('JOB-01 JOB-03 a job runs in the context of the person who requested it', async () => {
    const seen: unknown[] = [];
    await start({
      greet: async ({ context, input, progress }) => {
        await progress(40);
        const tenants = await web.database.inTenant(context, (tx) =>
          tx.query<{ name: string }>('select name from tenant'),
        );
        seen.push({
          userId: context.userId,
          roles: context.roles,
          language: context.language,
          input,
          tenants,
        });
        return { greeted: 3 };
      },
    });
    const job = await finished(await enqueue('greet', { name: 'Ina' }));
    expect(job).toEqual({ state: 'done', progress: 100, result: { greeted: 3 }, error: null, attempts: 1 });
    expect(seen).toEqual([
      {
        userId: person.id,
        roles: ['user-see-all-orders'],
        language: 'it',
        input: { name: 'Ina' },
        tenants: [{ name: 'demo' }],
      },
    ]);
  });

  test('JOB-01 long jobs have separate slots and delay no others', async () => {
    const reading = Promise.withResolvers<void>();
    let atOnce = 0;
    const read = async (): Promise<void> => {
      atOnce += 1;
      await reading.promise;
    };
    await start({ read, greet: async () => 'hello' }, { apart: [{ kinds: ['read'], places: 2 }] });
    const stack: number[] = [];
    for (let document = 0; document < 10; document += 1) stack.push(await enqueue('read'));
    await eventually(async () => (atOnce === 2 ? true : undefined));
    expect(await finished(await enqueue('greet'))).toMatchObject({ state: 'done' });
    expect(atOnce).toBe(2);
    reading.resolve();
    for (const id of stack) expect(await finished(id)).toMatchObject({ state: 'done' });
  });

  test('JOB-01 an entry that arrives while its serial predecessor ends does not wait for the next poll', async () => {
    const ended = Promise.withResolvers<void>();
    const add = () => web.sql("select graphile_worker.add_job('turn', queue_name => 'row')");
    let done = 0;
    const turn = async (): Promise<void> => {
      done += 1;
      await (done < 40 ? add() : ended.resolve());
    };
    await start({}, { tasks: { turn } });
    const startedAt = performance.now();
    await add();
    await ended.promise;
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  test('JOB-03 a job without a person runs for its tenant, within row-level security, and names no person', async () => {
    const people: unknown[] = [];
    await start({
      count: async ({ context }) => {
        people.push(
          ...(await web.database.inTenant(context, (tx) =>
            tx.query('select email, app.user_id() as me from lb_user'),
          )),
        );
      },
    });
    await finished(await enqueue('count', {}, systemContext(stranger.tenantId)));
    expect(people).toEqual([{ email: 'eva@other.test', me: null }]);
  });

  test('JOB-01 a rollback removes the enqueued job', async () => {
    const before = (await web.sql('select from graphile_worker.jobs')).length;
    await expect(
      web.database.inTenant(
        contextOf(person),
        async (tx) => {
          await enqueueJob(tx, 'greet', {});
          throw new Error('changed my mind');
        },
        { role: 'writer' },
      ),
    ).rejects.toThrow('changed my mind');
    expect((await web.sql('select from graphile_worker.jobs')).length).toBe(before);
    expect(await web.sql("select from job where state = 'queued'")).toEqual([]);
  });

  test('JOB-01 readers cannot queue jobs', async () => {
    const attempt = web.database.inTenant(contextOf(person), (tx) => enqueueJob(tx, 'greet', {}));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });

  test('JOB-01 a refusal ends the job with its code and is not repeated', async () => {
    await start({
      refuse: async () => {
        throw new Refused(refuse('needs_min_approval', { values: { count: 2 } }));
      },
    });
    const job = await finished(await enqueue('refuse'));
    expect(job).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { code: 'needs_min_approval', values: { count: 2 } },
    });
  });

  test('JOB-01 a failing job is repeated after our waits and finally fails', async () => {
    let runs = 0;
    const handlers: JobHandlers = {
      broken: async () => {
        runs += 1;
        throw new Error('select secret from nowhere');
      },
    };
    const id = await enqueue('broken');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await runJob(parts(handlers), person.tenantId, id);
      if (attempt === 6) break;
      expect((await jobOf(id)).state).toBe('queued');
      const [next] = await web.sql<{ wait: number }>(
        `select extract(epoch from run_at - updated_at)::int as wait from graphile_worker._private_jobs where payload ->> 'job_id' = $1 order by run_at desc limit 1`,
        [String(id)],
      );
      waits.push(next?.wait ?? 0);
    }
    expect(waits).toEqual([10, 60, 300, 900, 1800]);
    expect(await jobOf(id)).toMatchObject({ state: 'failed', attempts: 6, error: { code: 'unexpected' } });
    await runJob(parts(handlers), person.tenantId, id);
    expect(runs).toBe(6);
  });

  test('JOB-05 a job that ends its process every time fails instead of repeating forever', async () => {
    const id = await enqueue('deadly');
    await web.sql("update job set state = 'running', attempts = 20 where id = $1", [id]);
    let ran = false;
    await runJob(
      parts({
        deadly: async () => {
          ran = true;
        },
      }),
      person.tenantId,
      id,
    );
    expect(ran).toBe(false);
    expect(await jobOf(id)).toMatchObject({ state: 'failed', error: { code: 'unexpected' } });
  });

  test('JOB-01 fairness: jobs of a tenant with many open ones wait behind those of others', async () => {
    // Sequentially: jobs enqueued at the same moment do not count each other.
    const many: number[] = [];
    while (many.length < 3) many.push(await enqueue('fair'));
    const other = await enqueue('fair', {}, contextOf(stranger));
    const order: number[] = [];
    await web.sql(
      "update graphile_worker._private_jobs set run_at = now() where payload ->> 'job_id' = any ($1)",
      [[...many, other].map(String)],
    );
    const priorities = await web.sql<{ job: string; priority: number }>(
      `select payload ->> 'job_id' as job, priority from graphile_worker._private_jobs
       where payload ->> 'job_id' = any ($1) order by priority, id`,
      [[...many, other].map(String)],
    );
    order.push(...priorities.map(({ job }) => Number(job)));
    expect(order.indexOf(other)).toBeLessThan(order.indexOf(many[2] ?? 0));
    await start({ fair: async () => null });
    await Promise.all([...many, other].map(finished));
  });

  test('a worker finishes its running jobs and signs off before it ends', async () => {
    let isFinished = false;
    const begun = Promise.withResolvers<void>();
    await start({
      slow: async () => {
        begun.resolve();
        await delay(300);
        isFinished = true;
      },
    });
    const id = await enqueue('slow');
    await begun.promise;
    await worker?.stop();
    worker = undefined;
    expect(isFinished).toBe(true);
    expect((await jobOf(id)).state).toBe('done');
    expect(await web.sql('select from worker')).toEqual([]);
  });
});

describe('GET /api/job/{id}', () => {
  const ask = async (id: number | string, who: TestPerson) => {
    const jwt = await accessTokenFor(web, who);
    return web.app.inject({
      url: `/api/job/${id}`,
      headers: { host: 'localhost', authorization: `Bearer ${jwt}` },
    });
  };

  test('API-31 JOB-05 the person sees progress and failure of a job in the own language', async () => {
    const id = await enqueue('report');
    expect((await ask(id, person)).json()).toEqual({
      id,
      kind: 'report',
      state: 'queued',
      progress: 0,
      result: null,
      error: null,
    });
    const handlers = { report: async () => Promise.reject(new Refused(refuse('lines_required'))) };
    await runJob(parts(handlers), person.tenantId, id);
    expect((await ask(id, person)).json()).toMatchObject({
      state: 'failed',
      error: { code: 'lines_required', message: 'At least one line is required.' },
    });
  });

  test('JOB-05 ERR-06 an error names its field and shows no placeholder', async () => {
    const id = await enqueue('report');
    const refusal = refuse('specific_field_required', { field: 'order.email' });
    const handlers = { report: async () => Promise.reject(new Refused(refusal)) };
    await runJob(parts(handlers), person.tenantId, id);
    expect((await ask(id, person)).json().error).toEqual({
      code: 'specific_field_required',
      field: 'order.email',
      message: 'The field "order.email" is required.',
    });
  });

  test('TECH-05 jobs of others are not found', async () => {
    const id = await enqueue('secret');
    const colleague = await addPerson(web, { email: 'jan@demo.test' });
    for (const who of [stranger, colleague]) {
      const response = await ask(id, who);
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    }
    expect((await web.app.inject({ url: `/api/job/${id}`, headers: { host: 'localhost' } })).statusCode).toBe(
      401,
    );
    for (const odd of ['x', '0', '-1', '99999999999999999999', '1 or 1=1']) {
      expect((await ask(encodeURIComponent(odd), person)).statusCode).toBe(404);
    }
  });
});

test('JOB-02 the daily clean-up deletes only what has expired', async () => {
  await web.sql('delete from login_request');
  await web.sql(
    `insert into login_request (email_hash, client_address, created_at) values
       ('a', 'x', now() - interval '25 hours'), ('b', 'x', now() - interval '1 hour')`,
  );
  await web.sql(
    `insert into login_token (tenant_id, lb_user_id, token_hash, expires_at) values
       ($1, $2, 'a', now() - interval '25 hours'), ($1, $2, 'b', now() + interval '1 minute')`,
    [person.tenantId, person.id],
  );
  await web.sql(
    `insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash, created_at) values
       ($1, $2, gen_random_uuid(), 'old', '', now() - interval '8 days'),
       ($1, $2, gen_random_uuid(), 'new', '', now() - interval '6 days')`,
    [person.tenantId, person.id],
  );
  await web.sql(
    `insert into transaction (tenant_id, transaction_key, mutation, created_at) values
       ($1, 'old', 'm', now() - interval '91 days'), ($1, 'new', 'm', now() - interval '89 days')`,
    [person.tenantId],
  );
  await web.sql('delete from job');
  await web.sql(
    `insert into job (tenant_id, kind, state, finished_at, created_at) values
       ($1, 'old', 'done', now() - interval '31 days', now() - interval '31 days'),
       ($1, 'new', 'failed', now() - interval '29 days', now() - interval '29 days'),
       ($1, 'waiting', 'queued', null, now() - interval '99 days')`,
    [person.tenantId],
  );
  await web.startWorker();
  await web.sql("select graphile_worker.add_job('clean-up', '{}')");
  await eventually(async () =>
    (await web.sql('select from login_request')).length === 1 ? true : undefined,
  );
  expect(await web.sql("select from login_token where token_hash in ('a', 'b')")).toHaveLength(1);
  expect(await web.sql('select command from command_log')).toEqual([{ command: 'new' }]);
  expect(await web.sql('select transaction_key as key from transaction')).toEqual([{ key: 'new' }]);
  expect(await web.sql('select kind from job order by kind')).toEqual([{ kind: 'new' }, { kind: 'waiting' }]);
});
