import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { type Balancer, openBalancer } from '../support/balancer.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { inDepth, isDeep } from '../support/depth.ts';
import { eventually } from '../support/web.ts';

const program = join(import.meta.dirname, 'patient-worker.ts');
/** Long enough for everything in flight to end, in milliseconds. */
const outage = inDepth(5_000, 180_000);

describe('a worker that loses its database', () => {
  let db: TestDatabase;
  let link: Balancer;
  let port: number;
  let worker: ChildProcess;
  let output: string;

  beforeAll(async () => {
    db = await testDatabase();
    await db.sql("insert into tenant (id, name) overriding system value values (7, 'Patient')");
    port = Number(new URL(db.ownerUrl).port);
    link = await openBalancer();
  });
  afterAll(async () => {
    await link.close();
    await db.drop();
  });
  beforeEach(async () => {
    output = '';
    link.direct([port]);
    worker = spawn(process.execPath, [program, ...[db.ownerUrl, db.webUrl].map(throughLink)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [worker.stdout, worker.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    await eventually(async () => ((await db.sql('select from worker')).length === 1 ? true : undefined));
  });
  afterEach(async () => {
    worker.kill('SIGKILL');
    await db.sql('delete from worker');
  });

  const throughLink = (url: string) => Object.assign(new URL(url), { port: String(link.port) }).href;
  const enqueue = () =>
    db.database.inTenant(systemContext(7), (tx) => enqueueJob(tx, 'count', {}), { role: 'writer' });
  const printed = (words: string) => eventually(async () => (output.includes(words) ? true : undefined));
  const queueIsEmpty = () =>
    eventually(async () =>
      (await db.sql('select from graphile_worker.jobs')).length === 0 ? true : undefined,
    );

  test('JOB-01 JOB-05 survives the outage, finishes work in flight, and continues', async () => {
    const inFlight = await enqueue();
    await db.sql("select graphile_worker.add_job('call')");
    await Promise.all([printed('job begun'), printed('task begun')]);
    link.breakAll();
    await delay(outage);
    expect(worker.exitCode).toBeNull();
    link.direct([port]);
    await queueIsEmpty();
    const later = await enqueue();
    await queueIsEmpty();
    expect(
      await db.sql('select id, state, attempts from job where id = any ($1) order by id', [
        [inFlight, later],
      ]),
    ).toEqual([
      { id: String(inFlight), state: 'done', attempts: 2 },
      { id: String(later), state: 'done', attempts: 1 },
    ]);
    expect(output.match(/task begun/g)).toHaveLength(1);
    expect(output).toContain('the queue cannot reach the database and retries');
    expect(output).toContain('the queue is connected to the database again');
    expect(worker.exitCode).toBeNull();
  });

  test.runIf(isDeep)('reports unfinished work when stopped during the outage', async () => {
    link.breakAll();
    await printed('the queue cannot reach the database and retries');
    worker.kill('SIGTERM');
    await printed('could not be deregistered');
    expect(output).not.toContain('UnhandledPromiseRejection');
    expect(worker.exitCode).toBeNull();
    link.direct([port]);
    const [code] = await once(worker, 'exit');
    expect(code).toBe(0);
  });
});
