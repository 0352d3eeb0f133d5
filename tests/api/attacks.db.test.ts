import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asking, askFor, quantile } from '../support/attacking.ts';
import { attacks } from '../support/attacks.ts';
import { sharedBody } from '../support/calling.ts';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';
import { inDepth, isDeep, someOf } from '../support/depth.ts';
import { accessTokenFor, addPerson, type TestPerson } from '../support/web.ts';

let demo: DemoWeb;
let neighbour: TestPerson;

beforeAll(async () => {
  demo = await demoWeb();
  neighbour = await addPerson(demo.web, { tenant: 'beside', email: 'neighbour@beside.test' });
  await demo.web.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => demo.close());

const small = JSON.stringify({ query: '{ supplier(limit: 1) { id name } }' });

async function asking(
  person: TestPerson,
  bodies: readonly string[],
  how: Pick<Asking, 'connections' | 'milliseconds'>,
): Promise<Asking> {
  const { port } = demo.web.app.server.address() as AddressInfo;
  const authorization = `Bearer ${await accessTokenFor(demo.web, person)}`;
  const headers = { authorization, 'content-type': 'application/json', host: 'localhost' };
  return { port, path: '/v1/graphql', headers, bodies: bodies.map((body) => sharedBody(body)), ...how };
}

/** Each attack comes from an unknown person, which is the worst case. */
let attackers = 0;
async function newAttacker(): Promise<TestPerson> {
  attackers += 1;
  const name = `attacker-${attackers}`;
  return addPerson(demo.web, { tenant: name, email: `${name}@attacked.test`, roles: ['user-admin'] });
}

/** The largest allowed factor of others' waits during an attack (API-48). */
const maxTimes = 3;
const windowMs = inDepth(1_000, 6_000);
/** An attack is continuous; its beginning is not measured. */
const warmUpMs = 2_000;
/** A working person, not a program that asks as fast as it can. */
const betweenMs = 30;
const connections = 10;
const attempts = inDepth(1, 3);

interface Waits {
  /** The process's work before the answer, in milliseconds of processor time: equal on every machine. */
  readonly work: number;
  readonly time: number;
}

/** The 95th percentile of waits of a light request of another tenant, measured while `isOver` is false. */
async function waitsOf(isOver: () => boolean): Promise<Waits> {
  const authorization = `Bearer ${await accessTokenFor(demo.web, neighbour)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const work: number[] = [];
  const time: number[] = [];
  while (!isOver()) {
    const [begun, before] = [performance.now(), process.threadCpuUsage()];
    const { status } = await demo.send({ method: 'POST', url: '/v1/graphql', headers, payload: small });
    const { user, system } = process.threadCpuUsage(before);
    expect(status).toBe(200);
    work.push((user + system) / 1000);
    time.push(performance.now() - begun);
    await delay(betweenMs);
  }
  return { work: quantile(work, 0.95), time: quantile(time, 0.95) };
}

async function measured(bodies: readonly string[]) {
  const attacker = await newAttacker();
  const end = performance.now() + windowMs;
  const quiet = await waitsOf(() => performance.now() > end);
  let isOver = false;
  const attack = askFor(await asking(attacker, bodies, { connections, milliseconds: warmUpMs + windowMs }));
  const over = attack.finally(() => {
    isOver = true;
  });
  await waitsOf(() => performance.now() > end + warmUpMs);
  const beside = await waitsOf(() => isOver);
  await over;
  return { quiet, beside, statuses: (await attack).statuses };
}

describe('API-48 while one person attacks over ten connections', () => {
  const some = someOf(Object.entries(attacks), 11);
  test.each(some)('others are answered, and wait at most three times as long: %s', async (name, bodies) => {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && best > maxTimes; attempt += 1) {
      const { quiet, beside, statuses } = await measured(bodies);
      const [work, time] = [beside.work / quiet.work, beside.time / quiet.time];
      best = Math.min(best, time);
      console.info(
        `${name}: others wait ${beside.time.toFixed(1)} ms (p95), in quiet ${quiet.time.toFixed(1)}` +
          ` (${time.toFixed(1)} times); the process works ${beside.work.toFixed(1)} ms meanwhile, in quiet` +
          ` ${quiet.work.toFixed(1)} (${work.toFixed(1)} times); ${JSON.stringify(statuses)}`,
      );
      // The attacker is answered, too: with data, with a refusal, or with a request to come again.
      expect(Object.keys(statuses).filter((status) => !['200', '422', '429'].includes(status))).toEqual([]);
    }
    // Times are compared only where no other tests run.
    if (isDeep) expect(best).toBeLessThanOrEqual(maxTimes);
  });
});
