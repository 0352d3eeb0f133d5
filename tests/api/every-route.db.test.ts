import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grownTables } from '../support/counted-rows.ts';
import { listedTrips } from '../support/round-trips.ts';
import { answeredAgain, leftOut, sentAgain, sentElsewhere, uncounted } from './routes/left-out.ts';
import { RouteSetup } from './routes/setup.ts';

let setup: RouteSetup;

beforeAll(async () => {
  setup = await RouteSetup.open();
});
afterAll(() => setup?.web.close());

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
  const call = setup.call(route);
  const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } };
  const both = await Promise.all([setup.send(route, keyed), setup.send(route, keyed)]);
  const first = await setup.counted();
  const third = await setup.send(route, keyed);
  const second = await setup.counted();
  const fourth = await setup.send(route, setup.call(route));
  const [reported, ...repeated] = [...both, third].map(({ statusCode, body }) => `${statusCode} ${body}`);
  return {
    otherwise: repeated.filter((one) => one !== reported),
    statuses: [...both, third, fourth].map(({ statusCode }) => statusCode),
    again: grownTables(first, second),
    bare: grownTables(second, await setup.counted()),
  };
}

const isRead = (route: string) => route.startsWith('GET ');

describe('TECH-21 SHEET-21 every route', () => {
  test('is in the lists only while it exists', () => {
    const known = new Set(setup.routes);
    expect([...leftOut].filter((route) => !known.has(route))).toEqual([]);
    expect([...Object.keys(sentAgain), ...answeredAgain].filter((route) => !known.has(route))).toEqual([]);
  });

  test('reads', { timeout: 300_000 }, async () => {
    for (const route of setup.routes.filter((one) => isRead(one) && !leftOut.has(one)))
      expect([route, (await setup.send(route, setup.call(route))).statusCode]).toEqual([route, 200]);
  });

  test('has one effect when sent several times', { timeout: 600_000 }, async () => {
    const anew = new Set<string>();
    for (const route of setup.routes.filter((one) => !isRead(one) && !leftOut.has(one))) {
      const { statuses, otherwise, again, bare } = await called(route);
      expect([route, statuses.some((status) => status < 400), statuses.filter((one) => one >= 500)]).toEqual([
        ...[route, true, []],
      ]);
      const known = sentAgain[route];
      expect([route, again, bare]).toEqual([route, known?.keyed ?? [], known?.bare ?? []]);
      if (otherwise.length > 0) anew.add(route);
    }
    expect([...anew].filter((route) => !answeredAgain.includes(route))).toEqual([]);
  });

  test('does not exceed its listed number of round trips', () => {
    setup.trips.check();
    const listed = [...listedTrips().keys()].filter((name) => name.startsWith('route '));
    const elsewhere = new Set(Object.values(sentElsewhere).flat());
    const measured = setup.routes
      .filter((route) => (!leftOut.has(route) || elsewhere.has(route)) && route !== uncounted)
      .map((route) => `route ${route}`);
    expect(listed).toEqual(measured.toSorted());
  });
});
