import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runningProgram } from '../../src/platform/server/backup/running-program.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { fastest } from '../support/fastest.ts';
import {
  launchProduct,
  type ProductOptions,
  type ProductProcess,
  postgresHome,
  runningPostgres,
  startScript,
  temporaryDataDirectory,
  until,
} from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';

describe('starting and ending the product', () => {
  let data: ReturnType<typeof temporaryDataDirectory>;
  let launched: ProductProcess[];

  /** Without the demo, which takes a multiple of everything else, unless asked for. */
  const launch = async ({ environment, ...options }: Partial<ProductOptions> = {}) => {
    const product = await launchProduct({
      dataDirectory: data.path,
      ...options,
      environment: { DEMO: 'false', ...environment },
    });
    launched.push(product);
    return product;
  };
  const started = async (options: Partial<ProductOptions> = {}) => {
    const product = await launch(options);
    await product.ready();
    return product;
  };
  /** Not for the first time. */
  const startedAgain = async () => {
    await takeData(data.path, 'no tenant');
    return await started();
  };
  const end = async (product: ProductProcess) => {
    product.signal('SIGTERM');
    return product.ended();
  };
  const superuserUrl = (database: string) => {
    const port = readFileSync(join(postgresHome(data.path), 'cluster', 'postmaster.pid'), 'utf8').split(
      '\n',
    )[3];
    const password = readFileSync(join(data.path, 'postgres-password'), 'utf8').trim();
    return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  };
  const superuser = async (statement: string) => {
    const client = new pg.Client(superuserUrl('kontor'));
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };

  beforeEach(() => {
    data = temporaryDataDirectory();
    launched = [];
  });
  afterEach(async () => {
    for (const product of launched) product.signal('SIGTERM');
    await Promise.all(launched.map((product) => product.ended()));
    const postgres = runningPostgres(data.path);
    if (postgres) process.kill(postgres, 'SIGQUIT');
    await until(() => runningPostgres(data.path) === undefined);
    data.remove();
  });

  test('the first start answers, and says where and as whom', async () => {
    const product = await started({ environment: { DEMO: 'true' } });
    const answer = await fetch(`${product.url}/api/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(product.output()).toContain(product.url);
    expect(product.output()).toContain('admin@demo.test');
  });

  test('the second start keeps the data and is ready in under 5 s', async () => {
    await takeData(data.path, 'demo');
    const first = await started();
    await superuser('create table kept as select 42 as answer');
    let running = first;
    const milliseconds = await fastest(5_000, async () => {
      expect(await end(running)).toBe(0);
      running = await launch({ environment: { DEMO: 'true' } });
      return await running.ready();
    });
    expect(milliseconds).toBeLessThan(5_000);
    expect(await superuser('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends every process within 10 s', async (signal) => {
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
  });

  test('a signal during the start ends everything too', async () => {
    const product = await launch();
    await until(() => runningPostgres(data.path) !== undefined);
    expect(await end(product)).toBe(0);
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test('a second instance on the same data says so and leaves the first alone', async () => {
    const first = await startedAgain();
    const second = await launch();
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toBe(
      `Kontor is already running on this data: process ${first.pid}, ${first.url}.`,
    );
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  test('a PostgreSQL left behind by a kill is adopted', async () => {
    const first = await startedAgain();
    await superuser('create table kept as select 42 as answer');
    const left = runningPostgres(data.path);
    first.signal('SIGKILL');
    await first.ended();
    expect(runningPostgres(data.path)).toBe(left);
    const second = await started();
    expect(await superuser('select answer from kept')).toEqual([{ answer: 42 }]);
    expect(await end(second)).toBe(0);
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test('JOB-05 the jobs of an instance that was killed are taken over at once', async () => {
    const first = await startedAgain();
    first.signal('SIGKILL');
    await first.ended();
    await superuser(`select graphile_worker.add_job('clean-up', job_key => 'left');
      update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1 where key = 'left';
      insert into worker (id) values ('killed')`);
    await started();
    const isLeft = async () =>
      (await superuser("select from graphile_worker.jobs where key = 'left' or locked_by = 'killed'"))
        .length > 0;
    for (const deadline = Date.now() + 60_000; (await isLeft()) && Date.now() < deadline; ) await delay(100);
    expect(await isLeft()).toBe(false);
  });

  test('when PostgreSQL was killed as well, the next start recovers', async () => {
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

  test('a note that now names some other process does not hinder the start', async () => {
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

  test('when PostgreSQL goes away while running, the product says so and ends', async () => {
    const product = await startedAgain();
    const postgres = runningPostgres(data.path);
    if (!postgres) throw new Error('PostgreSQL should be running');
    process.kill(postgres, 'SIGINT');
    expect(await product.ended()).toBe(1);
    expect(product.output()).toContain('The embedded PostgreSQL has gone away');
  });

  test('mistakes in the configuration are told one per line, and nothing is started', async () => {
    const product = await launch({ environment: { PORT: 'http', LOG_LEVEL: 'loud', HOST: '0.0.0.0' } });
    expect(await product.ended()).toBe(1);
    expect(product.output().trim().split('\n')).toEqual([
      'PORT must be a whole number from 1 to 65535, but is "http".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
    ]);
    expect(() => statSync(data.path)).toThrow('ENOENT');
  });

  test('listening for other machines without an own secret key is refused', async () => {
    const product = await launch({ environment: { HOST: '0.0.0.0' } });
    expect(await product.ended()).toBe(1);
    expect(product.output()).toContain('SECRET_KEY must be set');
  });

  test('a port that is taken is told in a sentence, and nothing is left running', async () => {
    const other = await started({ dataDirectory: `${data.path}-other` });
    const port = Number(new URL(other.url).port);
    await takeData(data.path, 'no tenant');
    const product = await launch({ port });
    expect(await product.ended()).toBe(1);
    expect(product.output()).toContain('Another program uses this port.');
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test('the secrets in the data directory are for the owner only', async () => {
    await started();
    const secrets = readdirSync(data.path).filter((name) => /password|key/.test(name));
    expect(secrets).toEqual(['postgres-password', 'secret-key']);
    for (const name of secrets) expect(statSync(join(data.path, name)).mode & 0o777).toBe(0o600);
  });

  test('data in a folder that other accounts cannot enter', async () => {
    chmodSync(join(data.path, '..'), 0o700);
    await end(await started());
    const second = await started();
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  });

  test('DATABASE_URL uses another PostgreSQL, with the web server as a login without rights', async () => {
    const host = await startedAgain();
    await superuser('create database elsewhere');
    const product = await started({
      dataDirectory: `${data.path}-second-node`,
      environment: { DATABASE_URL: superuserUrl('elsewhere') },
    });
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    expect(runningPostgres(`${data.path}-second-node`)).toBeUndefined();
    expect(await end(product)).toBe(0);
    expect((await fetch(`${host.url}/api/health`)).status).toBe(200);
  });

  describe('through npm start', () => {
    test('signals reach the product, and its exit code comes back', async () => {
      await takeData(data.path, 'no tenant');
      const script = await started({ program: startScript });
      expect(await end(script)).toBe(0);
      expect(runningPostgres(data.path)).toBeUndefined();
      const refused = await launch({ program: startScript, environment: { ROLES: 'cook' } });
      expect(await refused.ended()).toBe(1);
    });

    test('when the start script itself is killed, the product ends with it', async () => {
      await takeData(data.path, 'no tenant');
      const script = await started({ program: startScript });
      script.signal('SIGKILL');
      await until(() => runningPostgres(data.path) === undefined);
      await expect(fetch(`${script.url}/api/health`)).rejects.toThrow();
    });
  });

  test('a worker alone listens on no port', async () => {
    const port = await freePort();
    await takeData(data.path, 'no tenant');
    const product = await started({ port, environment: { ROLES: 'worker' } });
    await expect(fetch(`${product.url}/api/health`)).rejects.toThrow();
    expect(await end(product)).toBe(0);
  });
});
