import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** The start of the clock set by `scripts/test.mjs`; unset for the real clock. */
const began = process.env.KONTOR_CLOCK;
const aDay = 24 * 3_600_000;

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('TECH-19 Node.js and PostgreSQL have the same clock, shifted where the run sets one', async () => {
  const [row] = await db.sql<{ now: string }>('select extract(epoch from clock_timestamp()) as now');
  expect(Math.abs(Number(row?.now) * 1000 - Date.now())).toBeLessThan(10_000);
  const since = Date.now() - Date.parse(began ?? new Date().toISOString());
  // The shift is counted in whole seconds.
  expect(since).toBeGreaterThan(-2_000);
  expect(since).toBeLessThan(aDay);
});
