import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts';
import { addPerson, type TestPerson } from '../../../tests/support/web.ts';
import type { Context } from '../context.ts';
import type { Database, Tx } from './database.ts';
import { onceByKey } from './idempotency.ts';

let setup: TestDatabase;
let database: Database;
let person: TestPerson;
let tokenVersion: number;

beforeAll(async () => {
  setup = await testDatabase();
  database = onceByKey(setup.database);
  person = await addPerson(setup, { email: 'ina@demo.test' });
  const [row] = await setup.sql<{ version: number }>('select token_version as version from lb_user');
  tokenVersion = row?.version ?? 0;
});
afterAll(() => setup?.drop());

/** The caller, with a request of this key and content. */
function asking(key: string, content: unknown = 'the same'): Context {
  let place = 0;
  return {
    ...{ tenantId: person.tenantId, userId: person.id, actorId: person.id, means: 'link', tokenVersion },
    ...{ roles: [], asOperator: false, language: 'en', requestId: randomUUID() },
    keyed: { key, content: () => content, nextPlace: () => place++ },
  };
}

/** Writes a row on each run, and returns their number. */
const counting = async (tx: Tx) => {
  const [row] = await tx.as('writer').query<{ count: number }>(
    `update lb_user set name = name || '!' where id = $1
       returning length(name) - length(rtrim(name, '!')) as count`,
    [person.id],
  );
  return { count: row?.count, bytes: Buffer.from('kept') };
};

describe('SHEET-21 TECH-21 a request repeated with its key', () => {
  test('takes effect once, concurrently and later, and returns the same answer', async () => {
    const key = randomUUID();
    const both = [asking(key), asking(key)].map((context) => database.inTenant(context, counting));
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await database.inTenant(asking(key), counting)).toEqual(first);
    const other = await database.inTenant(asking(randomUUID()), counting);
    expect(other.count).toBe(Number(first?.count) + 1);
  });

  test('continues after the last transaction of a dead node', async () => {
    const key = randomUUID();
    const done: string[] = [];
    const step = (context: Context, name: string) =>
      database.inTenant(context, async (tx) => {
        done.push(name);
        return await counting(tx);
      });
    const first = await step(asking(key), 'first');
    const again = asking(key);
    expect(await step(again, 'first')).toEqual(first);
    expect((await step(again, 'second')).count).toBe(Number(first.count) + 1);
    expect(done).toEqual(['first', 'second']);
  });

  test('is refused if its content differs', async () => {
    const key = randomUUID();
    await database.inTenant(asking(key), counting);
    await expect(database.inTenant(asking(key, 'something else'), counting)).rejects.toMatchObject({
      refusal: { code: 'idempotency_key_reused' },
    });
  });

  test('repeats reads, and retries failed writes', async () => {
    const key = randomUUID();
    let asked = 0;
    const reading = async () => ++asked;
    expect(await database.inTenant(asking(key), reading)).toBe(1);
    expect(await database.inTenant(asking(key), reading)).toBe(2);
    const failing = async (tx: Tx) => {
      await counting(tx);
      throw new Error('the node died');
    };
    await expect(database.inTenant(asking(key), failing)).rejects.toThrow('the node died');
    expect((await database.inTenant(asking(key), counting)).count).toBeGreaterThan(0);
  });
});
