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

async function take(tx: Tx, abbreviation: string, atLeast = 1): Promise<number> {
  const { number } = await tx
    .as('writer')
    .one<{ number: number }>('select app.next_number($1, $2) as number', [abbreviation, atLeast]);
  return number;
}

describe('NUM running numbers', () => {
  test('NUM-04 fifty at once, every fifth failing: no duplicates and no gaps', async () => {
    await office.owner.query('delete from number_counter');
    const taken: number[] = [];
    const takers = Array.from({ length: 50 }, (_, place) =>
      office
        .as(person, async (tx) => {
          const number = await take(tx, 'PO');
          if (place % 5 === 0) throw new Error('changed my mind');
          return number;
        })
        .then((number) => taken.push(number)),
    );
    await Promise.allSettled(takers);
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, place) => place + 1));
  });

  test('NUM-03 last 41, initial 1000 gives 1000 and 1001; then initial 5 gives 1002', async () => {
    await office.owner.query("delete from number_counter; insert into number_counter values (1, 'PO', 41)");
    expect(await office.as(person, (tx) => take(tx, 'PO', 1000))).toBe(1000);
    expect(await office.as(person, (tx) => take(tx, 'PO', 1000))).toBe(1001);
    expect(await office.as(person, (tx) => take(tx, 'PO', 5))).toBe(1002);
  });

  test('NUM-02 0 or unset begins with 1; each abbreviation counts separately', async () => {
    await office.owner.query('delete from number_counter');
    expect(await office.as(person, (tx) => take(tx, 'PO', 0))).toBe(1);
    expect(await office.as(person, (tx) => take(tx, 'PO'))).toBe(2);
    expect(await office.as(person, (tx) => take(tx, 'DR'))).toBe(1);
    expect(await office.as(person, (tx) => take(tx, 'DN', 7))).toBe(7);
  });

  test('NUM-02 each tenant counts separately', async () => {
    await office.owner.query('delete from number_counter');
    expect(await office.as(person, (tx) => take(tx, 'PO', 500))).toBe(500);
    await office.owner.query(
      "insert into tenant (id, name) overriding system value values (2, 'other'); " +
        "insert into lb_user (tenant_id, id, name, email) overriding system value values (2, 2, 'other', 'other@other.test')",
    );
    const neighbour = { ...office.context({ id: '2', roles: [] }), tenantId: 2 };
    expect(await office.db.database.inTenant(neighbour, (tx) => take(tx, 'PO'))).toBe(1);
  });

  test.each([
    ['procurement', 'number'],
    ['procurement', 'draft_number'],
    ['invoice', 'running_number'],
    ['goods_receipt', 'number'],
  ])('NUM-05 %s.%s never changes once assigned', async (table, column) => {
    const change = (value: string) =>
      office.owner.query(`update ${table} set ${column} = ${value} where id = $1`, [
        office.factory.newest(table).id,
      ]);
    await expect(change(`${column} + 1`)).rejects.toThrow('a document number never changes');
    await expect(change('null')).rejects.toThrow('a document number never changes');
    await change(column);
  });
});
