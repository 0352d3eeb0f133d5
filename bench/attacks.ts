import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../src/platform/context.ts';
import { type Asking, askFor, quantile } from '../tests/support/attacking.ts';
import { attacks } from '../tests/support/attacks.ts';
import { sharedBody } from '../tests/support/calling.ts';
import { type Fixture, perTenant } from './fixture.ts';
import type { Progress } from './load.ts';
import type { Remote } from './remote.ts';

/**
 * The 95th percentile of waits of a light request of another tenant, without and during an attack, in milliseconds.
 */
export interface AttackResult {
  readonly name: string;
  readonly quiet: number;
  readonly beside: number;
  readonly times: number;
}

/** The largest allowed factor of others' waits (API-48). */
export const maxTimes = 3;
const connections = 10;
/** A working person, not a program that asks as fast as it can. */
const betweenMs = 30;
/**
 * An attack is continuous; its beginning, before the limits apply, is not measured. In seconds per measured second.
 */
const warmUp = 1.6;
const light = '{ supplier(limit: 1) { id name } }';

/** Measures every attack together with the quiet time just before it, so that load of the machine affects both. */
export async function attacked(
  remote: Remote,
  { people }: Pick<Fixture, 'people'>,
  seconds: number,
  progress: Progress,
): Promise<readonly AttackResult[]> {
  const results: AttackResult[] = [];
  const warmUpMs = warmUp * seconds * 1000;
  for (const [place, [name, bodies]] of Object.entries(attacks).entries()) {
    progress(`attack: ${name}`);
    const attacker = personOf(people.employee, people.employee.tenantId, 21 + place);
    const neighbour = personOf(people.employee, people.employee.tenantId + 1, 20);
    const waits = async (milliseconds: number) => waitsOf(remote, neighbour, milliseconds);
    await waits(warmUpMs);
    const quiet = await waits(seconds * 1000);
    const milliseconds = warmUpMs + seconds * 1000;
    const asking: Asking = {
      ...(await remote.target(attacker)),
      bodies: bodies.map((body) => sharedBody(body)),
      ...{ connections, milliseconds },
    };
    const attack = askFor(asking);
    await waits(warmUpMs);
    const beside = await waits(seconds * 1000);
    await attack;
    results.push({ name, quiet, beside, times: beside / quiet });
  }
  return results;
}

/** A person of a tenant, numbered as in `data/00-words.sql`. */
function personOf(like: Context, tenantId: number, number: number): Context {
  const userId = perTenant.person * (tenantId - 1) + number;
  return { ...like, tenantId, userId, actorId: userId };
}

async function waitsOf({ ask }: Remote, person: Context, milliseconds: number): Promise<number> {
  const waits: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const begun = performance.now();
    await ask(person, light, {});
    waits.push(performance.now() - begun);
    await delay(betweenMs);
  }
  return quantile(waits, 0.95);
}
