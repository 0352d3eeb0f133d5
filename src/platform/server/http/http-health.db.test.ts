import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBlackHole } from '../../../../tests/support/black-hole.ts';
import { type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { type ReadinessFacts, reasonsAgainst, unreadyReasons } from '../../readiness.ts';
import { after, type Clock, seconds, systemClock } from '../clock.ts';
import { type Database, openDatabase } from '../database.ts';
import { openReadiness } from '../readiness.ts';
import { createHttpServer } from './http.ts';
import { registerReadiness } from './http-health.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});
afterAll(() => web?.drop());

const path = '/api/health/ready';

/** The answer of a node's health check with this clock on this database. */
async function asked(database: Database, clock: Clock = systemClock) {
  const app = createHttpServer(web.configuration, web.log.log);
  const readiness = openReadiness({ database, clock, dataDirectory: null });
  registerReadiness(app, readiness, '1.2.3');
  try {
    const from = performance.now();
    const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });
    const ready = await get(path);
    const ms = performance.now() - from;
    const same = await get('/api/health');
    expect([same.statusCode, same.json()]).toEqual([ready.statusCode, ready.json()]);
    expect((await get('/api/health/live')).json()).toEqual({ status: 'ok', version: '1.2.3' });
    return { status: ready.statusCode, answer: ready.json(), ms };
  } finally {
    await app.close();
  }
}

const unavailable = (...reasons: string[]) => ({
  status: 503,
  answer: { status: 'unavailable', version: '1.2.3', reasons },
});

describe('API-38 TECH-22 a process is ready', () => {
  test('if there is no problem, without a login', async () => {
    expect(await asked(web.database)).toMatchObject({
      status: 200,
      answer: { status: 'ok', version: '1.2.3' },
    });
  });

  test.each([
    ['ahead', 6],
    ['behind', -6],
  ])('not if its clock is wrong: %s', async (_, apart) => {
    const clock = { now: () => after(new Date(), seconds(apart)) };
    expect(await asked(web.database, clock)).toMatchObject(unavailable('clock'));
  });

  test('not if due work waits although a worker is running', async () => {
    await web.sql("insert into worker (id, started_at) values ('idle', now() - interval '1 hour')");
    await web.sql("select graphile_worker.add_job('mail', run_at => now() - interval '6 minutes')");
    expect(await asked(web.database)).toMatchObject(unavailable('queue'));
    await web.sql("update worker set started_at = now() - interval '1 minute'");
    expect(await asked(web.database)).toMatchObject({ status: 200 });
    await web.sql('delete from graphile_worker._private_jobs');
    await web.sql('delete from worker');
  });

  test('not if the database is unreachable, with an answer within the time limit', async () => {
    const hole = await openBlackHole(Number(new URL(web.webUrl).port));
    hole.swallow();
    const database = openDatabase(hole.through(web.webUrl), { size: 1 });
    const { ms, ...reported } = await asked(database);
    expect(reported).toMatchObject(unavailable('database'));
    expect(ms).toBeLessThan(4_000);
    await database.close();
    await hole.close();
  });

  test('not if the database has reported a full disk', async () => {
    const full = web.database.atGate((tx) =>
      tx.query("do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$"),
    );
    await expect(full).rejects.toMatchObject({ code: '53100' });
    expect(await asked(web.database)).toMatchObject(unavailable('disk'));
  });
});

test('TECH-22 each reason is reported separately', () => {
  const well = { oldestDueSeconds: 0, oldestUnsealedSeconds: 0, workingSeconds: 900, clockAheadSeconds: 0 };
  const facts: ReadinessFacts = { isDraining: false, database: well, freeBytes: null, lacksRoom: false };
  const cases: Record<string, ReadinessFacts> = {
    draining: { ...facts, isDraining: true },
    database: { ...facts, database: null },
    queue: { ...facts, database: { ...well, oldestDueSeconds: 301 } },
    audit: { ...facts, database: { ...well, oldestUnsealedSeconds: 301 } },
    clock: { ...facts, database: { ...well, clockAheadSeconds: -5.1 } },
    disk: { ...facts, freeBytes: 255 * 1024 * 1024 },
  };
  expect(reasonsAgainst(facts)).toEqual([]);
  expect(Object.keys(cases).toSorted()).toEqual(unreadyReasons.toSorted());
  for (const [reason, case_] of Object.entries(cases)) expect(reasonsAgainst(case_)).toEqual([reason]);
});
