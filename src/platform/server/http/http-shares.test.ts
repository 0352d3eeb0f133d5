import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testConfiguration, testLog } from '../../../../tests/support/web.ts';
import { Admitted } from '../fairness/fairness.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { effortOfRequest, shareAmongPeople } from './http-shares.ts';

let app: HttpServer;
const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `name ${id}` }));

function busy(milliseconds: number): void {
  const { user } = process.threadCpuUsage();
  while ((process.threadCpuUsage().user - user) / 1000 < milliseconds);
}

beforeAll(async () => {
  app = createHttpServer(testConfiguration, testLog().log);
  shareAmongPeople(app);
  app.get('/api/light', async () => ({}));
  app.get('/api/works', async () => {
    busy(60);
    return {};
  });
  app.get('/api/tells', async () => rows);
  await app.ready();
});
afterAll(() => app.close());

/** CPU milliseconds counted for one request. */
async function countedFor(url: string): Promise<number> {
  const spend = vi.spyOn(Admitted.prototype, 'spend');
  try {
    expect((await app.inject({ url })).statusCode).toBe(200);
    return spend.mock.calls.reduce((sum, [effort, amount]) => sum + (effort === 'loop' ? amount : 0), 0);
  } finally {
    spend.mockRestore();
  }
}

test('API-48 the work of a handler and serialising its answer are counted in addition to the estimate', async () => {
  await countedFor('/api/light');
  expect(await countedFor('/api/light')).toBeLessThan(effortOfRequest + 10);
  expect(await countedFor('/api/works')).toBeGreaterThan(55);
  expect(await countedFor('/api/tells')).toBeGreaterThan(effortOfRequest + 5);
});
