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

describe('TECH-03 a role belongs to the hand on a transaction', () => {
  test('who takes the hand of the writer leaves others theirs, before, beside and after', async () => {
    const roles = await office.as(person, async (tx) => {
      const writer = tx.as('writer');
      const beside = await Promise.all([roleOf(tx), roleOf(writer), roleOf(tx)]);
      return [...beside, await roleOf(writer), await roleOf(tx)];
    });
    expect(roles).toEqual(['reader', 'writer', 'reader', 'writer', 'reader']);
  });

  test('what is undone leaves everybody his role', async () => {
    const roles = await office.as(person, async (tx) => {
      const undone = tx.undoing(() => tx.as('writer').query('select 1 / 0')).catch(() => null);
      await undone;
      return [await roleOf(tx), await roleOf(tx.as('writer'))];
    });
    expect(roles).toEqual(['reader', 'writer']);
  });
});

describe('TECH-03 a prepared statement keeps its plan', () => {
  test('as each role prepares its own, which no other one makes the database plan anew', async () => {
    const prepared = await office.as(person, async (tx) => {
      const text = 'select id from cost_center order by id';
      // By a name of its own: a process gives only so many, which other tests may have used up.
      await tx.query(text, [], 'hands');
      await tx.as('writer').query(text, [], 'hands');
      await tx.query(text, [], 'hands');
      return await tx.query('select name from pg_prepared_statements where statement = $1', [text]);
    });
    expect(prepared).toHaveLength(2);
  });
});

describe('API-43 a transaction fails with what has failed first', () => {
  test('whoever sent it, and whoever waits', async () => {
    const failing = office.as(person, async (tx) => {
      const writer = tx.as('writer');
      writer.send('select 1 / 0');
      await Promise.all([roleOf(tx), roleOf(writer)]);
    });
    const error: unknown = await failing.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code: '22012' });
  });

  test('and what fails after something was undone tells its own reason', async () => {
    const failing = office.as(person, async (tx) => {
      await tx.undoing(() => tx.query('select 1 / 0')).catch(() => null);
      await Promise.all([tx.query("select 'x'::integer"), roleOf(tx.as('writer'))]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
  });
});
