import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asking, askFor, quantile } from '../support/attacking.ts';
import { attacks } from '../support/attacks.ts';
import { sharedBody } from '../support/calling.ts';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';
import { accessTokenFor, addPerson, type TestPerson } from '../support/web.ts';

let demo: DemoWeb;
let attacker: TestPerson;
let neighbour: TestPerson;

beforeAll(async () => {
  demo = await demoWeb();
  attacker = await addPerson(demo.web, {
    tenant: 'attacked',
    email: 'attacker@attacked.test',
    roles: ['user-admin'],
  });
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

describe('API-48 while one person attacks', () => {
  test('others wait', async () => {
    const light = async () =>
      askFor(await asking(neighbour, [small], { connections: 1, milliseconds: 4000 }));
    await light();
    const quiet = await light();
    console.info('quiet', quantile(quiet.waits, 0.5).toFixed(1), quantile(quiet.waits, 0.95).toFixed(1));
    for (const [name, bodies] of Object.entries(attacks)) {
      const attack = askFor(await asking(attacker, bodies, { connections: 10, milliseconds: 4500 }));
      const beside = await light();
      const { statuses, waits } = await attack;
      console.info(
        name,
        'p50',
        quantile(beside.waits, 0.5).toFixed(1),
        'p95',
        quantile(beside.waits, 0.95).toFixed(1),
        'max',
        Math.max(...beside.waits).toFixed(0),
        'n',
        beside.waits.length,
        JSON.stringify(statuses),
        'attacker p50',
        quantile(waits, 0.5).toFixed(0),
      );
    }
    expect(1).toBe(1);
  });
});
