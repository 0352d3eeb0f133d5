import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerTo, beginCall } from '../../../../tests/support/unfinished.ts';
import { testConfiguration, testLog } from '../../../../tests/support/web.ts';
import { createHttpServer, type HttpServer, inScope } from './http.ts';
import { endSlowBodies } from './http-arrival.ts';
import { leaveBodies, limitStrangers, readBody } from './http-body.ts';
import { readJson, refuseShape } from './http-json.ts';
import { shareAmongPeople } from './http-shares.ts';

let app: HttpServer;
let port: number;

beforeAll(async () => {
  app = createHttpServer(testConfiguration, testLog().log);
  shareAmongPeople(app);
  limitStrangers(app);
  readJson(app);
  endSlowBodies(app, { graceMs: 300, bytesPerSecond: 10_000, lookEveryMs: 50 });
  app.post('/api/echo', async (request) => request.body ?? {});
  inScope(app, async (scope) => {
    leaveBodies(scope);
    scope.post('/api/read', { config: { readsItsBody: true } }, async (request) => {
      await delay(600);
      const look = { bytes: 8_000, passes: async () => request.headers['x-known'] === 'yes' };
      return { bytes: (await readBody(request, 40_000, look))?.length ?? null };
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const call = (path: string, headers = {}) => beginCall(port, { method: 'POST', path, headers });

describe('API-48 bodies', () => {
  test('that arrive too slowly are cut off with their connection', async () => {
    const socket = await call('/api/echo');
    const begun = performance.now();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
    expect(performance.now() - begun).toBeGreaterThan(250);
  });

  test('that wait for their turn do not count as slow', async () => {
    expect(await answerTo(await call('/api/read'), 12)).toMatchObject({ status: 200 });
  });

  test('of callers who disconnect early release their shares', async () => {
    const begun = await Promise.all(Array.from({ length: 60 }, () => call('/api/echo')));
    await delay(20);
    for (const socket of begun) socket.destroy();
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/echo', payload: {} });
    expect(statusCode).toBe(200);
  });

  test('of unauthenticated callers end at sixteen kilobytes', async () => {
    const { status, kilobytes } = await answerTo(await call('/api/echo'), 40);
    expect(status).toBe(413);
    expect(kilobytes).toBeLessThanOrEqual(24);
  });

  test('are read further only if their head passes, and not beyond the limit', async () => {
    const send = async (bytes: number, known: string) =>
      await app.inject({
        method: 'POST',
        url: '/api/read',
        payload: Buffer.alloc(bytes),
        headers: { host: 'localhost', 'content-type': 'text/xml', 'x-known': known },
      });
    expect((await send(7_000, 'no')).json()).toEqual({ bytes: 7_000 });
    expect((await send(30_000, 'no')).json()).toEqual({ bytes: null });
    expect((await send(30_000, 'yes')).json()).toEqual({ bytes: 30_000 });
    expect((await send(40_001, 'yes')).statusCode).toBe(413);
  });

  test.each([
    ['nesting', '['.repeat(101)],
    ['nesting', `{"a":${'{"a":'.repeat(200)}`],
    ['objects and lists', `[${'[[],[],[],[],[],[],[],[],[]],'.repeat(11_000)}[]]`],
    ['list members', `[${'1,'.repeat(20_001)}1]`],
    ['keys', `{${Array.from({ length: 2_001 }, (_, key) => `"${key}":1`).join()}}`],
  ])('with an attack of %s are refused before parsing', (what, body) => {
    expect(() => refuseShape(body)).toThrow(
      expect.objectContaining({
        refusal: expect.objectContaining({ values: expect.objectContaining({ what }) }),
      }),
    );
  });

  test('with brackets and commas in their texts are accepted', () => {
    const text = '[{,\\" '.repeat(30_000);
    for (const value of [{ a: text }, [text, `${text}\\`], 'x'.repeat(100_000), {}, []])
      expect(() => refuseShape(JSON.stringify(value))).not.toThrow();
    expect(() => refuseShape('"never ends \\"')).not.toThrow();
  });
});
