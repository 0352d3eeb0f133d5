import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportSetup, openImports } from '../entity/imports.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { addPerson, type TestPerson } from '../support/web.ts';

let setup: ImportSetup;
let admin: WebCaller;
let other: TestPerson;
let count = 0;

beforeAll(async () => {
  setup = await openImports();
  admin = setup.admin;
});
afterAll(() => setup.close());

/** The demo has only one administrator, and another person without the right. */
beforeEach(async () => {
  count += 1;
  const { tenantId, userId } = admin.context;
  await sql(
    `update lb_user set roles = array_remove(roles, 'user-admin') where tenant_id = $1 and id <> $2`,
    [tenantId, userId],
  );
  await sql(
    `update lb_user set roles = array_append(array_remove(roles, 'user-admin'), 'user-admin'), active = true,
       blocked = false where id = $1`,
    [userId],
  );
  other = await addPerson(setup.demo.web, { email: `zweite${count}@demo.test`, name: `Zweite ${count}` });
});

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  setup.demo.web.sql<Row>(text, values);

async function graphql(
  query: string,
  variables: object = {},
  who = admin,
): Promise<{ code: string; field: string | undefined } | 'done'> {
  const answer = await who.send({ method: 'POST', url: '/v1/graphql', payload: { query, variables } });
  const { errors } = answer.json<{
    errors?: { extensions: { code: string; problems?: { field: string }[] } }[];
  }>();
  if (errors === undefined) return 'done';
  const { code, problems } = errors[0]?.extensions ?? { code: '' };
  return { code, field: problems?.[0]?.field };
}

const update = (set: string, id: number | undefined = admin.context.userId): string =>
  `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`;

async function administrators(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    'select count(*)::int as count from lb_user where tenant_id = $1 and not is_group and app.administers(tenant_id, id)',
    [admin.context.tenantId],
  );
  return row?.count ?? 0;
}

async function refused(query: string, field: string, variables: object = {}): Promise<void> {
  expect(await graphql(query, variables)).toEqual({ code: 'last_administrator', field });
  expect(await administrators()).toBe(1);
}

describe('ROLE-02 the last administrator of a tenant', () => {
  test('keeps the right, stays active and unblocked, despite attempts by anyone', async () => {
    const { userId: id } = admin.context;
    await refused(update('roles: ["user-price"]'), 'roles');
    await refused(update('active: false'), 'active');
    await refused(update('blocked: true'), 'blocked');
    await refused(
      'mutation { update_lb_user(where: {}, _set: { blocked: true }) { affected_rows } }',
      'blocked',
    );
    const form = `mutation ($object: lb_user_insert_input!) { insert_lb_user_one(object: $object,
      on_conflict: { constraint: lb_user_pkey, update_columns: [roles] }) { id } }`;
    const [stored] = await sql<{ updated_at: string }>(
      'select to_json(updated_at) as updated_at from lb_user where id = $1',
      [id],
    );
    await refused(form, 'roles', { object: { id, updated_at: stored?.updated_at, roles: [] } });
  });

  test('cannot be deleted', async () => {
    // A person without references; the demo's administrator stays because of earlier acts.
    await sql('update lb_user set roles = $2 where id = $1', [other.id, ['user-admin']]);
    await sql('update lb_user set blocked = true where id = $1', [admin.context.userId]);
    const second = await setup.demo.person(other.email);
    const answer = await graphql(`mutation { delete_lb_user_by_pk(id: ${other.id}) { id } }`, {}, second);
    expect(answer).toMatchObject({ code: 'last_administrator' });
    expect(await administrators()).toBe(1);
  });

  test('cannot be removed by an import', async () => {
    const { result } = await setup.run('lb_user', 'E-Mail;Aktiv\r\nadmin@demo.test;nein\r\n');
    expect(result).toMatchObject({ changed: 0, problems: 1, right_lines: 0 });
    expect(result.first_problems?.[0]).toMatch(/^Zeile 2: Aktiv: .* keine aktive und nicht gesperrte Person/);
    expect(await administrators()).toBe(1);
  });

  test('may hold the right through a task group, which then cannot lose it', async () => {
    const { tenantId, userId } = admin.context;
    const [group] = await sql<{ id: string }>(
      `insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, '{user-admin}') returning id`,
      [tenantId, `Verwaltung ${count}`],
    );
    const id = Number(group?.id);
    await sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
      tenantId,
      id,
      userId,
    ]);
    // The personal right can be removed now, that of the group cannot.
    expect(await graphql(update('roles: ["user-price"]'))).toBe('done');
    const change = (set: string): string =>
      `mutation { update_task_group_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`;
    await refused(change('roles: []'), 'roles');
    await refused(change('active: false'), 'active');
    await refused(
      `mutation { delete_task_group_user(where: { task_group_id: { _eq: ${id} } }) { affected_rows } }`,
      'lb_user_id',
    );
    await refused(`mutation { delete_task_group_by_pk(id: ${id}) { id } }`, 'id');
  });

  test('passes the right on in one save', async () => {
    const both = `mutation {
      a: update_lb_user_by_pk(pk_columns: { id: ${admin.context.userId} }, _set: { roles: ["user-price"] }) { id }
      b: update_lb_user_by_pk(pk_columns: { id: ${other.id} }, _set: { roles: ["user-admin"] }) { id } }`;
    expect(await graphql(both)).toBe('done');
    expect(await administrators()).toBe(1);
  });

  test("AUTH-31 of two who confirm each other's removal at the same time, one remains", async () => {
    for (let round = 0; round < 5; round += 1) {
      await sql('update lb_user set roles = $2, blocked = false where id = any ($1)', [
        [admin.context.userId, other.id],
        ['user-admin', 'user-price'],
      ]);
      const second = await setup.demo.person(other.email);
      const proposed = async (change: string, who?: WebCaller) => {
        expect(await graphql(change, {}, who)).toBe('done');
        const [row] = await sql<{ id: string }>('select max(id) as id from control_change');
        return `mutation { control_change_confirm(id: ${row?.id}) { id } }`;
      };
      const ofOther = await proposed(update('roles: []', other.id));
      const own = await proposed(update('roles: []', admin.context.userId), second);
      const answers = await Promise.all([graphql(ofOther, {}, second), graphql(own)]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(await administrators()).toBe(1);
    }
  });
});
