import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/platform/server/database.ts';
import { Office, type Person } from './people.ts';

let office: Office;
let person: Person;

beforeAll(async () => {
  office = await Office.open();
  person = await office.person();
});
afterAll(() => office.close());

const roleOf = async (tx: Tx) => (await tx.query<{ role: string }>('select current_user as role'))[0]?.role;

describe('TECH-03 a role belongs to a handle on the transaction', () => {
  test("a writer's handle does not change other handles, before, beside or after", async () => {
    const roles = await office.as(person, async (tx) => {
      const writer = tx.as('writer');
      const beside = await Promise.all([roleOf(tx), roleOf(writer), roleOf(tx)]);
      return [...beside, await roleOf(writer), await roleOf(tx)];
    });
    expect(roles).toEqual(['reader', 'writer', 'reader', 'writer', 'reader']);
  });

  test('a rollback keeps the role of each handle', async () => {
    const roles = await office.as(person, async (tx) => {
      const undone = tx.undoing(() => tx.as('writer').query('select 1 / 0')).catch(() => null);
      await undone;
      return [await roleOf(tx), await roleOf(tx.as('writer'))];
    });
    expect(roles).toEqual(['reader', 'writer']);
  });
});

describe('TECH-03 a prepared statement keeps its plan', () => {
  test('each role prepares its own plan, so that switching roles causes no new planning', async () => {
    const prepared = await office.as(person, async (tx) => {
      const text = 'select id from cost_center order by id';
      // A separate name: a process gives only a limited number, which other tests may have used up.
      await tx.query(text, [], 'hands');
      await tx.as('writer').query(text, [], 'hands');
      await tx.query(text, [], 'hands');
      return await tx.query('select name from pg_prepared_statements where statement = $1', [text]);
    });
    expect(prepared).toHaveLength(2);
  });
});

describe('API-43 a transaction fails with its first failure', () => {
  test('for both sending and waiting callers', async () => {
    const failing = office.as(person, async (tx) => {
      const writer = tx.as('writer');
      writer.send('select 1 / 0');
      await Promise.all([roleOf(tx), roleOf(writer)]);
    });
    const error: unknown = await failing.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code: '22012' });
  });

  test('a failure after a partial rollback has its own reason', async () => {
    const failing = office.as(person, async (tx) => {
      await tx.undoing(() => tx.query('select 1 / 0')).catch(() => null);
      await Promise.all([tx.query("select 'x'::integer"), roleOf(tx.as('writer'))]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
  });
});
