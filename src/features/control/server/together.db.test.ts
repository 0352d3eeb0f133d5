import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';
import { type Directory, newName, openDirectory } from '../../../../tests/support/directory.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { mostAtOnce } from '../register.ts';

let two: TwoAdministrators;
let directory: Directory;

beforeAll(async () => {
  two = await openTwoAdministrators();
  directory = await openDirectory(two);
});
afterAll(() => two?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  two.setup.demo.web.sql<Row>(text, values);
const together = (ids: readonly number[]) =>
  `mutation { control_change_confirm_all(ids: [${ids.join()}]) { id } }`;
const confirmAll = async (who: WebCaller, ids: readonly number[]) =>
  (await who.ask(together(ids))).errors?.[0]?.extensions;
const waitingIds = async () => (await two.waiting()).map(({ id }) => id).toReversed();
const stored = () => sql('select id, state, decided_by_id from control_change order by id');

/** A task group to which the directory adds people; their memberships wait. */
async function proposed(count: number) {
  const [task] = await sql<{ id: string }>(
    "insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, '{user-price}') returning id",
    [two.tenant, newName()],
  );
  const { body } = await directory.call('POST', 'Groups', { displayName: newName() });
  await two.admin.ask(
    `mutation { update_directory_group_by_pk(pk_columns: { id: ${body.id} }, _set: { task_group_id: ${task?.id} }) { id } }`,
  );
  expect(await confirmAll(two.second, await waitingIds())).toBeUndefined();
  const people: number[] = [];
  for (let number = 0; number < count; number += 1) people.push(await directory.person(newName()));
  await directory.patch(`Groups/${body.id}`, {
    op: 'Add',
    path: 'members',
    value: people.map((id) => ({ value: String(id) })),
  });
  const members = async () =>
    (
      await sql<{ id: string }>(
        'select lb_user_id as id from task_group_user where task_group_id = $1 order by 1',
        [task?.id],
      )
    ).map(({ id }) => Number(id));
  return { people, members, ids: await waitingIds() };
}

describe('AUTH-33 AUTH-37 waiting changes confirmed together', () => {
  test('all memberships that a directory proposes apply by one command of an administrator who does not know its token', async () => {
    const { people, members, ids } = await proposed(3);
    expect([ids.length, await members()]).toEqual([3, []]);
    expect(await confirmAll(two.admin, ids)).toMatchObject({
      code: 'validation_failed',
      problems: ids.map((_, place) => ({ field: `ids.${place}`, code: 'second_administrator_required' })),
    });
    expect(await members()).toEqual([]);
    expect(await confirmAll(two.second, [...ids, ...ids])).toBeUndefined();
    expect([await members(), await waitingIds()]).toEqual([people, []]);
    const decided = await sql(
      'select distinct state, decided_by_id::int from control_change where id = any ($1)',
      [ids],
    );
    expect(decided).toEqual([{ state: 'confirmed', decided_by_id: two.second.context.userId }]);
  });

  test('none applies where one is refused, which is named', async () => {
    const { members, ids } = await proposed(2);
    const own = `mutation { update_client_by_pk(pk_columns: { id: ${two.ids.client} }, _set: { min_approval: 7 }) { id } }`;
    await two.second.ask(own);
    const [mine] = (await waitingIds()).filter((id) => !ids.includes(id));
    const [first = 0, last = 0] = ids;
    const before = await stored();
    expect(await confirmAll(two.second, [first, mine ?? 0, last])).toMatchObject({
      problems: [{ field: 'ids.1', code: 'second_administrator_required' }],
    });
    expect([await stored(), await members()]).toEqual([before, []]);
    expect(await two.decide(two.second, 'reject', first)).toBeUndefined();
    expect(await confirmAll(two.second, [last, first])).toMatchObject({
      problems: [{ field: 'ids.1', code: 'record_changed' }],
    });
    expect(await members()).toEqual([]);
    expect(await confirmAll(two.second, [last])).toBeUndefined();
    expect(await members()).toHaveLength(1);
    expect(await two.decide(two.second, 'reject', mine)).toBeUndefined();
  });

  test('AUTH-29 GEN-02 nobody confirms while acting as another, without the right, or in another tenant', async () => {
    const { ids } = await proposed(2);
    const before = await stored();
    const acting = await two.actAsSecond();
    expect(await acting(together(ids))).toBe('permission_denied');
    const buyer = await two.setup.demo.person('buyer@demo.test');
    expect((await buyer.ask(together(ids))).errors).toHaveLength(1);
    const stranger = await two.setup.demo.person('admin@other.test', 'passkey');
    expect(await confirmAll(stranger, ids)).toMatchObject({
      problems: ids.map((_, place) => ({ field: `ids.${place}`, code: 'record_changed' })),
    });
    expect(await stored()).toEqual(before);
    expect(await confirmAll(two.second, ids)).toBeUndefined();
  });

  test('at least one is asked for, and at most as many as a person can look at', async () => {
    for (const ids of [[], Array.from({ length: mostAtOnce + 1 }, (_, place) => place + 1)])
      expect((await two.second.ask(together(ids))).errors).toHaveLength(1);
  });
});
