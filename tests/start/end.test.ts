import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runningProgram } from '../../src/platform/server/backup/running-program.ts';
import { inDepth, isDeep } from '../support/depth.ts';
import { fastest } from '../support/fastest.ts';
import { useOwnProduct } from '../support/own-product.ts';
import { postgresHome, runningPostgres, startScript, until } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';

describe('ending the product, and starting after an end', () => {
  const data = useOwnProduct();
  const { launch, started, startedAgain, end, superuser } = data;

  test.each(inDepth(['SIGTERM'] as const, ['SIGTERM', 'SIGINT'] as const))(
    '%s ends every process within 10 s',
    async (signal) => {
      await takeData(data.path, 'no tenant');
      const milliseconds = await fastest(10_000, async () => {
        const product = await started();
        const postgres = runningPostgres(data.path);
        if (!postgres) throw new Error('PostgreSQL should be running');
        const before = performance.now();
        product.signal(signal);
        expect(await product.ended()).toBe(0);
        await until(() => runningProgram(postgres) === null);
        return performance.now() - before;
      });
      expect(milliseconds).toBeLessThan(10_000);
    },
  );

  test.runIf(isDeep)('a signal during the start ends all processes too', async () => {
    const product = await launch();
    await until(() => runningPostgres(data.path) !== undefined);
    expect(await end(product)).toBe(0);
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test('JOB-05 a PostgreSQL left by a kill is adopted, and the jobs of the killed instance are taken over at once', async () => {
    const first = await startedAgain();
    await superuser('create table kept as select 42 as answer');
    const left = runningPostgres(data.path);
    first.signal('SIGKILL');
    await first.ended();
    expect(runningPostgres(data.path)).toBe(left);
    await superuser(`select graphile_worker.add_job('clean-up', job_key => 'left');
      update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1 where key = 'left';
      insert into worker (id) values ('killed')`);
    const second = await started();
    expect(await superuser('select answer from kept')).toEqual([{ answer: 42 }]);
    const isLeft = async () =>
      (await superuser("select from graphile_worker.jobs where key = 'left' or locked_by = 'killed'"))
        .length > 0;
    await expect.poll(isLeft).toBe(false);
    expect(await end(second)).toBe(0);
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test('the next start recovers when PostgreSQL was killed as well', async () => {
    const first = await startedAgain();
    await superuser('create table kept as select 42 as answer');
    const left = runningPostgres(data.path);
    if (!left) throw new Error('PostgreSQL should be running');
    first.signal('SIGKILL');
    process.kill(left, 'SIGKILL');
    await until(() => runningProgram(left) === null);
    await started();
    expect(await superuser('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test.runIf(isDeep)('a pid file that now names another process does not block the start', async () => {
    const first = await startedAgain();
    const left = runningPostgres(data.path);
    if (!left) throw new Error('PostgreSQL should be running');
    first.signal('SIGKILL');
    process.kill(left, 'SIGKILL');
    await until(() => runningProgram(left) === null);
    const note = join(postgresHome(data.path), 'cluster', 'postmaster.pid');
    writeFileSync(note, readFileSync(note, 'utf8').replace(/^\d+/, String(process.pid)));
    const second = await started();
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  });

  test('a start while the predecessor is ending gets the data', async () => {
    const first = await startedAgain();
    first.signal('SIGTERM');
    const second = await started();
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
    expect(await first.ended()).toBe(0);
  });

  test('the product reports the end of PostgreSQL, and ends', async () => {
    const product = await startedAgain();
    const postgres = runningPostgres(data.path);
    if (!postgres) throw new Error('PostgreSQL should be running');
    process.kill(postgres, 'SIGINT');
    expect(await product.ended()).toBe(1);
    expect(product.output()).toContain('The embedded PostgreSQL has stopped');
  });

  describe('through npm start', () => {
    test('signals reach the product, and its exit code is returned', async () => {
      await takeData(data.path, 'no tenant');
      const script = await started({ program: startScript });
      expect(await end(script)).toBe(0);
      expect(runningPostgres(data.path)).toBeUndefined();
      const refused = await launch({ program: startScript, environment: { ROLES: 'cook' } });
      expect(await refused.ended()).toBe(1);
    });

    test.runIf(isDeep)('the product ends when the start script is killed', async () => {
      await takeData(data.path, 'no tenant');
      const script = await started({ program: startScript });
      script.signal('SIGKILL');
      await until(() => runningPostgres(data.path) === undefined);
      await expect(fetch(`${script.url}/api/health`)).rejects.toThrow();
    });
  });
});
