import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../src/platform/context.ts';
import { type Answer, ApiFixture } from './api-fixture.ts';

let api: ApiFixture;
let admin: Context;
let other: Context;

beforeAll(async () => {
  api = await ApiFixture.open();
  admin = api.people.administrator;
  other = api.people['reader without prices'];
});
afterAll(() => api.close());

async function ask(query: string, variables: Record<string, unknown> = {}, context = admin): Promise<Answer> {
  const { body } = await api.graphql.execute(context, { query, variables });
  return JSON.parse(body) as Answer;
}

const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code;

async function group(values: object): Promise<number> {
  const { data, errors } = await ask(
    'mutation ($object: task_group_insert_input!) { insert_task_group_one(object: $object) { id } }',
    { object: values },
  );
  expect(errors).toBeUndefined();
  const inserted = data?.insert_task_group_one as { id: number } | undefined;
  return inserted?.id ?? 0;
}

describe('DATA-22 task groups', () => {
  test('are people of the tenant that represent several, created together with their members', async () => {
    const id = await group({
      name: 'Freigabe Einkauf',
      roles: ['user-see-all-orders'],
      approval_limit: '5000.50',
      priority_approval_limit: 3,
      task_group_users: { data: [{ lb_user_id: other.userId }] },
    });
    const { data } = await ask(
      `{ task_group_by_pk(id: ${id}) { name roles approval_limit priority_approval_limit active task_group_users { lb_user { id } task_group { name } } } }`,
    );
    expect(data?.task_group_by_pk).toEqual({
      name: 'Freigabe Einkauf',
      roles: ['user-see-all-orders'],
      approval_limit: 5000.5,
      priority_approval_limit: 3,
      active: true,
      task_group_users: [{ lb_user: { id: other.userId }, task_group: { name: 'Freigabe Einkauf' } }],
    });
    const { rows } = await api.owner.query(
      'select is_group, email, tenant_id::int from lb_user where id = $1',
      [id],
    );
    expect(rows).toEqual([{ is_group: true, email: null, tenant_id: admin.tenantId }]);
    const audit = await api.owner.query(
      `select type, lb_user_id::int, amounts_after from audit_log where "table" = 'lb_user' and foreign_key = $1`,
      [id],
    );
    expect(audit.rows).toEqual([
      { type: 'insert', lb_user_id: admin.userId, amounts_after: { approval_limit: 5000.5 } },
    ]);
  });

  test('API-07 active groups are listed for everyone; limits only for people who see amounts', async () => {
    const active = await group({ name: 'Aktive', approval_limit: 100 });
    const idle = await group({ name: 'Ruhende', active: false });
    const { data } = await ask(
      `{ task_group(where: { active: { _eq: true }, id: { _in: [${active}, ${idle}] } }) { id approval_limit } }`,
      {},
      other,
    );
    expect(data?.task_group).toEqual([{ id: active, approval_limit: null }]);
    const sorted = await ask('{ task_group(order_by: { approval_limit: asc }) { id } }', {}, other);
    expect(codeOf(sorted)).toBe('specific_field_not_found');
  });

  test('are changed and deleted without affecting a person', async () => {
    const id = await group({ name: 'Wareneingang', approval_limit: 70 });
    const renamed = await ask(
      `mutation { update_task_group_by_pk(pk_columns: { id: ${id} }, _set: { name: "Annahme" }) { name approval_limit } }`,
    );
    expect(renamed.data?.update_task_group_by_pk).toEqual({ name: 'Annahme', approval_limit: 70 });
    const emptied = await ask(
      `mutation { update_task_group_by_pk(pk_columns: { id: ${id} }, _set: { approval_limit: null }) { approval_limit } }`,
    );
    expect(emptied.data?.update_task_group_by_pk).toEqual({ approval_limit: null });
    for (const deed of [
      `update_task_group_by_pk(pk_columns: { id: ${other.userId} }, _set: { name: "X" }) { id }`,
      `delete_task_group_by_pk(id: ${other.userId}) { id }`,
    ]) {
      expect((await ask(`mutation { done: ${deed} }`)).data).toEqual({ done: null });
    }
    const { rows } = await api.owner.query('select name from lb_user where id = $1', [other.userId]);
    expect(rows).not.toEqual([{ name: 'X' }]);
    const gone = await ask(`mutation { delete_task_group(where: { id: { _eq: ${id} } }) { affected_rows } }`);
    expect(gone.data?.delete_task_group).toEqual({ affected_rows: 1 });
  });

  test('are written only by administrators, and follow the rules for people', async () => {
    const insert =
      'mutation ($object: task_group_insert_input!) { insert_task_group_one(object: $object) { id } }';
    const refused: [string, Answer, string][] = [
      [
        'by others',
        await ask('mutation { delete_task_group(where: {}) { affected_rows } }', {}, other),
        'permission_denied',
      ],
      [
        'the role of operators',
        await ask(insert, { object: { name: 'O', roles: ['user-operator'] } }),
        'permission_denied',
      ],
      [
        'a name twice',
        await ask(insert, { object: { name: (await group({ name: 'Doppelt' })) && 'doppelt' } }),
        'unique_violation',
      ],
      [
        'a limit below nothing',
        await ask(insert, { object: { name: 'L', approval_limit: -1 } }),
        'validation_failed',
      ],
      ['no name', await ask(insert, { object: {} }), 'specific_field_required'],
    ];
    for (const [name, answer, code] of refused)
      expect([name, codeOf(answer) ?? 'none']).toEqual([name, code]);
  });

  test('ROLE-02 a group with the operator role keeps it when other fields change', async () => {
    const id = await group({ name: 'Plattform' });
    const roles = ['user-operator', 'user-price'];
    await api.owner.query('update lb_user set roles = $2 where id = $1', [id, roles]);
    const { data, errors } = await ask(
      `mutation { update_task_group_by_pk(pk_columns: { id: ${id} }, _set: { name: "Betrieb" }) { name roles } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.update_task_group_by_pk).toEqual({ name: 'Betrieb', roles });
  });
});
