import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grownTables } from '../support/counted-rows.ts';
import { listedTrips } from '../support/round-trips.ts';
import { leftOut, sentAgain } from './routes/left-out.ts';
import { RouteStage } from './routes/stage.ts';

let stage: RouteStage;

beforeAll(async () => {
  stage = await RouteStage.open();
});
afterAll(() => stage?.web.close());

/** The results of a route called four times: twice in parallel and once more with one key, and once without. */
interface Called {
  readonly statuses: readonly number[];
  /** Tables whose counts change by the third and by the fourth call. */
  readonly again: readonly string[];
  readonly bare: readonly string[];
}

async function called(route: string): Promise<Called> {
  const call = stage.call(route);
  const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } };
  const both = await Promise.all([stage.send(route, keyed), stage.send(route, keyed)]);
  const first = await stage.counted();
  const third = await stage.send(route, keyed);
  const second = await stage.counted();
  const fourth = await stage.send(route, stage.call(route));
  return {
    statuses: [...both, third, fourth].map(({ statusCode }) => statusCode),
    again: grownTables(first, second),
    bare: grownTables(second, await stage.counted()),
  };
}

const isRead = (route: string) => route.startsWith('GET ');

describe('TECH-21 SHEET-21 every route', () => {
  test('is in the lists only while it exists', () => {
    const known = new Set(stage.routes);
    expect([...leftOut].filter((route) => !known.has(route))).toEqual([]);
    expect(Object.keys(sentAgain).filter((route) => !known.has(route))).toEqual([]);
  });

  test('reads', { timeout: 300_000 }, async () => {
    for (const route of stage.routes.filter((one) => isRead(one) && !leftOut.has(one)))
      expect([route, (await stage.send(route, stage.call(route))).statusCode]).toEqual([route, 200]);
  });

  test('has one effect when sent several times', { timeout: 600_000 }, async () => {
    for (const route of stage.routes.filter((one) => !isRead(one) && !leftOut.has(one))) {
      const { statuses, again, bare } = await called(route);
      expect([route, statuses.some((status) => status < 400), statuses.filter((one) => one >= 500)]).toEqual([
        ...[route, true, []],
      ]);
      const known = sentAgain[route] ?? [];
      expect([route, again, bare]).toEqual([route, known, known]);
    }
  });

  test('does not exceed its listed number of round trips', () => {
    stage.trips.check();
    const listed = [...listedTrips().keys()].filter((name) => name.startsWith('route '));
    const measured = stage.routes.filter((route) => !leftOut.has(route)).map((route) => `route ${route}`);
    expect(listed).toEqual(measured.toSorted());
  });
});
