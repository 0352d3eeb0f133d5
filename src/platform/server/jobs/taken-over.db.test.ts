import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { DiskFull } from '../disk-full.ts';
import { enqueueJob, type JobHandlers, runJob, systemContext } from './jobs.ts';
import { longestSilence, startWorker, type Worker } from './jobs-worker.ts';

let web: TestWeb;
let person: TestPerson;
let worker: Worker | undefined;

beforeAll(async () => {
  web = await testWeb();
  person = await addPerson(web, { email: 'ina@demo.test' });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => web?.drop());

function enqueue(kind: string): Promise<number> {
  const context = systemContext(person.tenantId);
  return web.database.inTenant(context, (tx) => enqueueJob(tx, kind, {}), { role: 'writer' });
}

const parts = (handlers: JobHandlers) => ({
  database: web.database,
  clock: web.clock,
  log: web.log.log,
  handlers,
});

async function start(handlers: JobHandlers): Promise<void> {
  worker = await startWorker({ ...parts(handlers), ownerUrl: web.ownerUrl, tasks: {}, schedule: {} });
}

interface Row {
  readonly state: string;
  readonly result: unknown;
  readonly attempts: number;
}

async function jobOf(id: number): Promise<Row> {
  const [row] = await web.sql<Row>('select state, result, attempts from job where id = $1', [id]);
  if (!row) throw new Error('no such job');
  return row;
}

function finished(id: number): Promise<Row> {
  return eventually(async () => {
    const job = await jobOf(id);
    return job.state === 'done' || job.state === 'failed' ? job : undefined;
  });
}

describe('jobs of dead or frozen workers', () => {
  test('JOB-06 jobs of a worker silent for 20 seconds go to another one', async () => {
    const id = await enqueue('orphan');
    await web.sql(
      `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '21 seconds', attempts = 1
       where payload ->> 'job_id' = $1`,
      [String(id)],
    );
    await web.sql("insert into worker (id, heartbeat_at) values ('dead', now() - interval '21 seconds')");
    await web.sql("update job set state = 'running', attempts = 1 where id = $1", [id]);
    await start({ orphan: async () => 'done by another' });
    expect(await finished(id)).toMatchObject({ state: 'done', attempts: 2, result: 'done by another' });
    expect(await web.sql("select from worker where id = 'dead'")).toEqual([]);
  });

  test('JOB-05 jobs of a living worker stay with it', async () => {
    const id = await enqueue('busy');
    await web.sql(
      `update graphile_worker._private_jobs set locked_by = 'alive', locked_at = now() - interval '1 hour'
       where payload ->> 'job_id' = $1`,
      [String(id)],
    );
    await web.sql("insert into worker (id, heartbeat_at) values ('alive', now() - interval '10 seconds')");
    const swept = await web.database.atGate((tx) =>
      tx.query('select app.sweep_workers($1) as dead', [longestSilence]),
    );
    expect(swept).toEqual([{ dead: [] }]);
    await web.sql("delete from worker where id = 'alive'");
  });

  test('JOB-06 attempts that ended with their node never count as failed', async () => {
    const id = await enqueue('unlucky');
    await web.sql("update job set state = 'running', attempts = 15 where id = $1", [id]);
    await runJob(parts({ unlucky: async () => 'done at last' }), person.tenantId, id);
    expect(await jobOf(id)).toMatchObject({ state: 'done', attempts: 16, result: 'done at last' });
  });

  test.each([
    ['the database', Object.assign(new pg.DatabaseError('No space left', 0, 'error'), { code: '53100' })],
    ['a full disk of this machine', new DiskFull('ENOSPC: no space left on device, mkdtemp')],
  ])('JOB-06 TECH-21 failures caused by %s do not count and are retried at once', async (_, failure) => {
    const id = await enqueue('waits');
    const full = async () => {
      throw failure;
    };
    for (let time = 0; time < 8; time += 1) await runJob(parts({ waits: full }), person.tenantId, id);
    const [next] = await web.sql<{ seconds: number; failed_attempts: number }>(
      `select extract(epoch from run_at - clock_timestamp())::float8 as seconds, failed_attempts
       from graphile_worker._private_jobs q join job j on j.id = (q.payload ->> 'job_id')::bigint
       where j.id = $1 order by run_at desc limit 1`,
      [id],
    );
    expect(next?.failed_attempts).toBe(0);
    expect(next?.seconds).toBeLessThan(6);
    await runJob(parts({ waits: async () => 'there is room' }), person.tenantId, id);
    expect(await jobOf(id)).toMatchObject({ state: 'done', result: 'there is room' });
  });

  test('JOB-06 a frozen worker writes nothing for a job that another one has taken over', async () => {
    const id = await enqueue('twice');
    const frozen = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    const written: string[] = [];
    const asWriter = { role: 'writer' } as const;
    const write = (name: string, before: () => Promise<void>): JobHandlers => ({
      twice: async ({ context, progress }) => {
        await before();
        await progress(50).catch((error: { code: string }) => written.push(`${name} shows ${error.code}`));
        await web.database.inTenant(context, (tx) => tx.query('select 1'), asWriter);
        written.push(name);
        return name;
      },
    });
    const waits = async () => {
      frozen.resolve();
      await thawed.promise;
    };
    const first = runJob(parts(write('former', waits)), person.tenantId, id);
    await frozen.promise;
    await runJob(parts(write('latter', async () => {})), person.tenantId, id);
    thawed.resolve();
    await first;
    expect(written).toEqual(['latter', 'former shows KJ001']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', attempts: 2, result: 'latter' });
  });

  test('JOB-06 a job cannot be taken over while its holder is writing', async () => {
    const id = await enqueue('writing');
    const order: string[] = [];
    const isWriting = Promise.withResolvers<void>();
    const isTakenOver = Promise.withResolvers<void>();
    const first = runJob(
      parts({
        writing: async ({ context }) => {
          await web.database.inTenant(
            context,
            async (tx) => {
              await tx.query('select 1');
              isWriting.resolve();
              await delay(300);
              order.push('former has written');
            },
            { role: 'writer' },
          );
          await isTakenOver.promise;
        },
      }),
      person.tenantId,
      id,
    );
    await isWriting.promise;
    const second = runJob(
      parts({
        writing: async () => {
          order.push('latter begins');
          isTakenOver.resolve();
        },
      }),
      person.tenantId,
      id,
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['former has written', 'latter begins']);
  });

  test('JOB-06 a queue without disk space continues within seconds after there is some', async () => {
    await web.sql(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    for (const table of ['graphile_worker._private_jobs', 'job'])
      await web.sql(
        `create trigger no_room before update on ${table} for each row execute function no_room()`,
      );
    const id = await enqueue('patient');
    await start({ patient: async () => 'done' });
    await delay(3_000);
    expect((await jobOf(id)).state).toBe('queued');
    for (const table of ['graphile_worker._private_jobs', 'job'])
      await web.sql(`drop trigger no_room on ${table}`);
    const from = performance.now();
    await finished(id);
    expect(performance.now() - from).toBeLessThan(8_000);
  });
});
