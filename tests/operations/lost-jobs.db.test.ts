import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/server/clock.ts';
import { enqueueJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { startWorker, type Worker } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { inDepth } from '../support/depth.ts';
import { eventually } from '../support/web.ts';

const program = join(import.meta.dirname, 'hanging-worker.ts');

describe('jobs of a lost worker', () => {
  let db: TestDatabase;
  let hanging: ChildProcess;
  let output: string;
  let worker: Worker | undefined;
  let done: number;
  let job: number;

  beforeAll(async () => {
    db = await testDatabase();
    await db.sql("insert into tenant (id, name) overriding system value values (7, 'Patient')");
  });
  afterAll(() => db.drop());

  beforeEach(async () => {
    output = '';
    done = 0;
    job = await db.database.inTenant(systemContext(7), (tx) => enqueueJob(tx, 'count', {}), {
      role: 'writer',
    });
    hanging = spawn(process.execPath, [program, db.ownerUrl, db.webUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    hanging.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await eventually(async () => (output.includes('working') ? true : undefined));
  });
  afterEach(async () => {
    hanging.kill('SIGKILL');
    await worker?.stop();
    worker = undefined;
  });

  const startAnother = async () => {
    worker = await startWorker({
      ownerUrl: db.ownerUrl,
      database: db.database,
      clock: systemClock,
      log: openLog('silent'),
      handlers: {
        count: async () => {
          done += 1;
          return { done };
        },
      },
      tasks: {},
      schedule: {},
    });
  };
  const state = async () => {
    const [row] = await db.sql<{ state: string; progress: number; attempts: number }>(
      'select state, progress, attempts from job where id = $1',
      [job],
    );
    return row;
  };
  const finished = () => eventually(async () => ((await state())?.state === 'done' ? true : undefined));

  test('JOB-06 killed: within 30 seconds another worker does its job; until then the job is shown as running', async () => {
    const exit = once(hanging, 'exit');
    hanging.kill('SIGKILL');
    await exit;
    await startAnother();
    const killedAt = performance.now();
    expect(await state()).toEqual({ state: 'running', progress: 50, attempts: 1 });
    // The short form skips 20 seconds.
    await db.sql(inDepth(`update worker set heartbeat_at = heartbeat_at - interval '20 seconds'`, 'select'));
    await db.sql(
      inDepth(
        `update graphile_worker._private_jobs set locked_at = locked_at - interval '20 seconds'`,
        'select',
      ),
    );
    await expect.poll(async () => (await state())?.state, { timeout: 45_000, interval: 200 }).toBe('done');
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    expect(await state()).toEqual({ state: 'done', progress: 100, attempts: 2 });
    expect(done).toBe(1);
    expect(await db.sql('select id from worker')).toHaveLength(1);
  });

  test('stopped: unfinished jobs return to the queue, and another worker takes them at once', async () => {
    hanging.kill('SIGTERM');
    await startAnother();
    const before = performance.now();
    await finished();
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(done).toBe(1);
  });
});
