import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let two: TwoAdministrators;
beforeAll(async () => {
  two = await openTwoAdministrators();
}, 120_000);
afterAll(() => two?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  two.setup.demo.web.sql<Row>(text, values);

describe.each(['department', 'cost_center', 'supplier'])('APPR-10 AUTH-37 a company of a %s', (owner) => {
  const table = `${owner}_client`;
  const companies = async () =>
    (await sql<{ id: string }>(`select client_id as id from ${table} where ${owner}_id = $1`, [made])).map(
      ({ id }) => Number(id),
    );
  const add = () =>
    two.admin.ask(
      `mutation { insert_${table}(objects: [{ ${owner}_id: ${made}, client_id: ${two.ids.client} }]) { affected_rows } }`,
    );
  const remove = () =>
    two.admin.ask(`mutation { delete_${table}(where: { ${owner}_id: { _eq: ${made} } }) { affected_rows } }`);
  let made: number;
  beforeAll(async () => {
    const [row] = await sql<{ id: string }>(
      `insert into ${owner} (tenant_id, name${owner === 'cost_center' ? ', number' : ''})
       values ($1, 'Weit'${owner === 'cost_center' ? ", '8800'" : ''}) returning id`,
      [two.tenant],
    );
    made = Number(row?.id);
  });

  test('applies at once while nobody approves for it', async () => {
    expect((await add()).errors).toBeUndefined();
    expect(await companies()).toEqual([two.ids.client]);
    expect((await remove()).errors).toBeUndefined();
    expect(await companies()).toEqual([]);
  });

  test('with an approver waits for a second administrator, added or removed', async () => {
    await sql(`insert into ${owner}_approver (tenant_id, ${owner}_id, lb_user_id) values ($1, $2, $3)`, [
      ...[two.tenant, made, two.ids.person],
    ]);
    for (const [change, before, after] of [
      [add, [], [two.ids.client]],
      [remove, [two.ids.client], []],
    ] as const) {
      expect(await change()).toMatchObject({ extensions: { waiting: 1 } });
      expect(await companies()).toEqual(before);
      const [waiting] = await two.waiting();
      expect(waiting?.control).toBe(table);
      expect(await two.decide(two.admin, 'confirm', waiting?.id)).toBe('second_administrator_required');
      expect(await two.decide(two.second, 'confirm', waiting?.id)).toBeUndefined();
      expect(await companies()).toEqual(after);
    }
  });
});
