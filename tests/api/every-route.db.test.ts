import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grownTables } from '../support/counted-rows.ts';
import { listedTrips } from '../support/round-trips.ts';
import { answeredAnew, leftOut, sentAgain, sentElsewhere, uncounted } from './routes/left-out.ts';
import { RouteStage } from './routes/stage.ts';

let stage: RouteStage;

beforeAll(async () => {
  stage = await RouteStage.open();
});
afterAll(() => stage?.web.close());

/** The results of a route called four times: twice in parallel and once more with one key, and once without. */
interface Called {
  readonly statuses: readonly number[];
  /** Answers of the second and third call that differ from the first. */
  readonly otherwise: readonly string[];
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
  const [told, ...repeated] = [...both, third].map(({ statusCode, body }) => `${statusCode} ${body}`);
  return {
    otherwise: repeated.filter((one) => one !== told),
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
    expect([...Object.keys(sentAgain), ...answeredAnew].filter((route) => !known.has(route))).toEqual([]);
  });

  test('reads', { timeout: 300_000 }, async () => {
    for (const route of stage.routes.filter((one) => isRead(one) && !leftOut.has(one)))
      expect([route, (await stage.send(route, stage.call(route))).statusCode]).toEqual([route, 200]);
  });

  test('has one effect when sent several times', { timeout: 600_000 }, async () => {
    const anew = new Set<string>();
    for (const route of stage.routes.filter((one) => !isRead(one) && !leftOut.has(one))) {
      const { statuses, otherwise, again, bare } = await called(route);
      expect([route, statuses.some((status) => status < 400), statuses.filter((one) => one >= 500)]).toEqual([
        ...[route, true, []],
      ]);
      const known = sentAgain[route];
      expect([route, again, bare]).toEqual([route, known?.keyed ?? [], known?.bare ?? []]);
      if (otherwise.length > 0) anew.add(route);
    }
    expect([...anew].filter((route) => !answeredAnew.includes(route))).toEqual([]);
  });

  test('does not exceed its listed number of round trips', () => {
    stage.trips.check();
    const listed = [...listedTrips().keys()].filter((name) => name.startsWith('route '));
    const elsewhere = new Set(Object.values(sentElsewhere).flat());
    const measured = stage.routes
      .filter((route) => (!leftOut.has(route) || elsewhere.has(route)) && route !== uncounted)
      .map((route) => `route ${route}`);
    expect(listed).toEqual(measured.toSorted());
  });
});
