import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { testLog } from '../../../../tests/support/web.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../database.ts';
import { prepareQueue } from './jobs-worker.ts';
import { keepSchedule } from './schedule.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await prepareQueue(db.ownerUrl);
});
afterAll(() => db.drop());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The queue entries, and whether they are due. */
const entries = () =>
  db.sql<{ task: string; is_due: boolean }>(
    'select task_identifier as task, run_at <= clock_timestamp() as is_due from graphile_worker.jobs order by 1',
  );
const queue = async (task: string, minutesAgo = 0) => {
  const [row] = await db.sql<{ queued: boolean }>(
    `select app.queue_scheduled($1, date_trunc('minute', clock_timestamp()) - $2 * interval '1 minute') as queued`,
    [task, minutesAgo],
  );
  return row?.queued;
};

test('AUD-10 a task is queued once for its minute, however many nodes ask', async () => {
  expect(
    await Promise.all([queue('once', 1), queue('once', 1), queue('once', 1)]).then((all) => all.toSorted()),
  ).toEqual([false, false, true]);
  expect(await queue('once', 2)).toBe(false);
  expect(await entries()).toEqual([{ task: 'once', is_due: true }]);
});

test('AUD-10 an hour seen only by a wrong clock delays nothing', async () => {
  await db.sql(
    "insert into scheduled_task (task, due) values ('ahead', clock_timestamp() + interval '3 days')",
  );
  await db.sql(
    "select graphile_worker.add_job('ahead', job_key => 'ahead', run_at => clock_timestamp() + interval '3 days')",
  );
  expect(await queue('ahead')).toBe(true);
  expect(await entries()).toContainEqual({ task: 'ahead', is_due: true });
  await expect(queue('ahead', -5)).rejects.toThrow('when it is due');
});

test('AUD-10 a node with a wrong clock reports it and takes no scheduled work until corrected', async () => {
  const log = testLog();
  const ahead = vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + 80_000));
  const schedule = await keepSchedule({
    database: db.database,
    log: log.log,
    schedule: { often: '* * * * *' },
  });
  expect(log.lines()).toMatchObject([
    { level: 50, msg: expect.stringContaining('the clock of this node is wrong') },
  ]);
  expect(() => schedule.requireClock()).toThrow('the clock of this node is wrong');
  ahead.mockRestore();
  await vi.waitFor(() => expect(() => schedule.requireClock()).not.toThrow(), { timeout: 20_000 });
  await schedule.stop();
});

test('AUD-10 tasks follow the clock of the database, forward and back', async () => {
  const start = Date.parse('2026-03-01T12:00:20Z');
  vi.useFakeTimers({ now: start });
  let nodeAheadMs = 0;
  const queued: string[] = [];
  const tx = {
    query: async () => [{ now: Date.now() - nodeAheadMs }],
    fixed: async (_: string, [task, due]: [string, Date]) =>
      void queued.push(`${task} ${due.toISOString().slice(11, 16)}`),
  };
  const database = { atGate: (run: (given: typeof tx) => unknown) => run(tx) } as unknown as Database;
  const schedule = await keepSchedule({
    database,
    log: testLog().log,
    schedule: { often: '* * * * *', daily: '17 3 * * *', noon: '4 12 * * *' },
  });
  const pass = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return queued.splice(0);
  };
  expect(await pass(30)).toEqual([]);
  expect(await pass(60)).toEqual(['often 12:01']);
  // Both clocks are a day ahead for a minute, as on one machine.
  const aheadMs = 86_400_000 - 8 * 3_600_000;
  vi.setSystemTime(Date.now() + aheadMs);
  expect(await pass(5)).toEqual(['often 04:01', 'daily 03:17']);
  vi.setSystemTime(Date.now() - aheadMs);
  expect(await pass(10)).toEqual(['often 12:02']);
  expect(await pass(60)).toEqual(['often 12:03']);
  // Only this node's clock is ahead: others do the work.
  nodeAheadMs = 80_000;
  expect(await pass(180)).toEqual([]);
  nodeAheadMs = 0;
  // Tasks due meanwhile are queued once the clock is right; the database refuses those that others have queued.
  expect(await pass(5)).toContain('noon 12:04');
  expect((await pass(65)).length).toBeGreaterThan(0);
  await schedule.stop();
});
