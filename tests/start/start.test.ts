import { chmodSync, readdirSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/free-port.ts';
import { isDeep } from '../support/depth.ts';
import { crowding, fastest } from '../support/fastest.ts';
import { useOwnProduct } from '../support/own-product.ts';
import { runningPostgres, until } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';

describe('starting the product', () => {
  const data = useOwnProduct();
  const { launch, started, startedAgain, end, superuserUrl, superuser } = data;

  test('the first start answers, prints its address, and keeps its secrets private; a second instance on its data reports it and leaves it alone', async () => {
    const product = await started();
    const answer = await fetch(`${product.url}/api/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(product.output()).toContain(product.url);
    const secrets = readdirSync(data.path).filter((name) => /password|key/.test(name));
    expect(secrets).toEqual(['postgres-password', 'secret-key']);
    for (const name of secrets) expect(statSync(join(data.path, name)).mode & 0o777).toBe(0o600);

    const second = await launch();
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toBe(
      `Kontor is already running on this data: process ${product.pid}, ${product.url}.`,
    );
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  });

  test('the second start keeps the data, prints the logins, and is ready in under 5 s', async () => {
    await takeData(data.path, 'demo');
    const first = await started();
    await superuser('create table kept as select 42 as answer');
    let running = first;
    const milliseconds = await fastest(5_000, async () => {
      expect(await end(running)).toBe(0);
      running = await launch({ environment: { DEMO: 'true' } });
      // On a dedicated machine; other load is factored in.
      const crowd = crowding();
      return (await running.ready()) / Math.max(crowd, crowding());
    });
    expect(milliseconds).toBeLessThan(5_000);
    // The logins are printed after the line that reports readiness.
    await until(() => running.output().includes('admin@demo.test'));
    await until(() => running.output().includes('Dynamics 365 is a sandbox;'));
    expect(await superuser('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('mistakes in the configuration are reported one per line, and nothing is started', async () => {
    const product = await launch({ environment: { PORT: 'http', LOG_LEVEL: 'loud', HOST: '0.0.0.0' } });
    expect(await product.ended()).toBe(1);
    expect(product.output().trim().split('\n')).toEqual([
      'PORT must be a whole number from 1 to 65535, but is "http".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
    ]);
    expect(() => statSync(data.path)).toThrow('ENOENT');
  });

  test('listening for other machines without a configured secret key is refused', async () => {
    const product = await launch({ environment: { HOST: '0.0.0.0' } });
    expect(await product.ended()).toBe(1);
    expect(product.output()).toContain('SECRET_KEY must be set');
  });

  test.runIf(isDeep)('a used port is reported in one sentence, and no process remains', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, () => resolve((other.address() as AddressInfo).port));
    });
    await takeData(data.path, 'no tenant');
    const product = await launch({ port });
    expect(await product.ended()).toBe(1);
    other.close();
    expect(product.output()).toContain('Another program uses this port.');
    expect(runningPostgres(data.path)).toBeUndefined();
  });

  test.runIf(isDeep)('data in a folder closed to other accounts', async () => {
    chmodSync(join(data.path, '..'), 0o700);
    await end(await started());
    const product = await started();
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
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
    // Its login now has the password of the other installation; the process itself is unaffected.
    expect((await fetch(`${host.url}/api/health/live`)).status).toBe(200);
  });

  test('a worker alone listens on no port', async () => {
    const port = await freePort();
    await takeData(data.path, 'no tenant');
    const product = await started({ port, environment: { ROLES: 'worker' } });
    await expect(fetch(`${product.url}/api/health`)).rejects.toThrow();
    expect(await end(product)).toBe(0);
  });
});
