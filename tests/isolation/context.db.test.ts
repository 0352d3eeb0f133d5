import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Office, type Person } from './people.ts';

let office: Office;
let person: Person;
let administrator: Person;
let operator: Person;
const tenant = 1;

beforeAll(async () => {
  office = await Office.open();
  person = await office.person();
  administrator = await office.person(['user-admin']);
  operator = await office.person(['user-operator']);
});
afterAll(() => office.close());

interface Entry {
  readonly actor?: Person;
  readonly version?: number | null;
  readonly asOperator?: boolean;
}

async function enter(
  whom: Person,
  { actor = whom, version = 1, asOperator = false }: Entry = {},
): Promise<void> {
  await office.owner.query('select app.enter($1, $2, $3, $4, $5)', [
    tenant,
    whom.id,
    actor.id,
    version,
    asOperator,
  ]);
}

async function setting(name: string): Promise<string | undefined> {
  const { rows } = await office.owner.query<{ value: string }>('select current_setting($1, true) as value', [
    `app.${name}`,
  ]);
  return rows[0]?.value;
}

const change = (whom: Person, what: string) =>
  office.owner.query(`update lb_user set ${what} where id = $1`, [whom.id]);

describe('TECH-03 AUTH-20 entering a tenant', () => {
  beforeEach(async () => {
    await office.owner.query('begin');
  });
  afterEach(() => office.owner.query('rollback'));

  test('a person enters with the current version of the rights', async () => {
    await enter(person);
    expect(await setting('tenant_id')).toBe('1');
    expect(await setting('user_id')).toBe(person.id);
    expect(await setting('is_admin')).toBe('');
  });

  test('AUTH-21 ROLE-03 a person enters as another one, with administrator rights from a task group', async () => {
    const member = await office.person();
    await office.group([member], { roles: '{user-admin}' });
    const { rows } = await office.owner.query<{ token_version: number }>(
      'select token_version from lb_user where id = $1',
      [person.id],
    );
    await enter(person, { actor: member, version: rows[0]?.token_version ?? 0 });
    expect(await setting('actor_id')).toBe(member.id);
  });

  test.each([
    ['roles', "roles = '{user-price}'"],
    ['company', 'client_id = (select min(id) from client)'],
    ['department', 'department_id = (select min(id) from department)'],
    ['a block', 'blocked = true'],
    ['switched off', 'active = false'],
  ])('not with a token from before a change of %s', async (_name, what) => {
    await change(person, what);
    await expect(enter(person)).rejects.toThrow('unauthenticated');
  });

  test('a token from before joining a task group, or before a change of its rights, is refused', async () => {
    const group = await office.group([person]);
    await office.owner.query('savepoint joined');
    await expect(enter(person, { version: 1 })).rejects.toThrow('unauthenticated');
    await office.owner.query('rollback to savepoint joined');
    await enter(person, { version: 2 });
    await change(group, "roles = '{user-price}'");
    await expect(enter(person, { version: 2 })).rejects.toThrow('unauthenticated');
  });

  test('a blocked or inactive person is refused, with any version', async () => {
    await change(person, 'blocked = true');
    await expect(enter(person, { version: 2 })).rejects.toThrow('unauthenticated');
  });

  test('OP-03 people and jobs of an archived tenant are refused', async () => {
    await office.owner.query("update tenant set status = 'archived'; savepoint archived");
    await expect(enter(person)).rejects.toThrow('unauthenticated');
    await office.owner.query('rollback to savepoint archived');
    await expect(enter(person, { version: null })).rejects.toThrow('unauthenticated');
  });

  test('AUTH-17 only an active administrator acts as another user', async () => {
    await enter(person, { actor: administrator });
    expect(await setting('user_id')).toBe(person.id);
    expect(await setting('actor_id')).toBe(administrator.id);
    expect(await setting('is_admin')).toBe('');
    await office.owner.query('savepoint entered');
    await expect(enter(administrator, { actor: person })).rejects.toThrow('unauthenticated');
    await office.owner.query('rollback to savepoint entered');
    await change(administrator, 'blocked = true');
    await expect(enter(person, { actor: administrator })).rejects.toThrow('unauthenticated');
  });

  test('TECH-04 an operator needs the right and the own identity', async () => {
    await enter(operator, { asOperator: true });
    expect(await setting('is_operator')).toBe('on');
    await enter(operator);
    expect(await setting('is_operator')).toBe('');
    await office.owner.query('savepoint entered');
    await expect(enter(administrator, { asOperator: true })).rejects.toThrow('permission denied');
    await office.owner.query('rollback to savepoint entered');
    await expect(enter(operator, { actor: administrator, asOperator: true })).rejects.toThrow(
      'permission denied',
    );
  });

  test('JOB-03 jobs without an ordering person enter the tenant without a person', async () => {
    await enter({ id: '0', roles: [] }, { version: null });
    expect(await setting('user_id')).toBe('');
    expect(await setting('persons')).toBe('{}');
    expect(await setting('is_operator')).toBe('');
    await expect(enter({ id: '0', roles: [] }, { version: 1 })).rejects.toThrow('unauthenticated');
  });

  test('a second entry on a connection keeps nothing of the first', async () => {
    await enter(administrator);
    await enter(person);
    for (const name of [
      'is_admin',
      'roles',
      'client_id',
      'department_id',
      'is_operator',
      'procurement_involved',
    ]) {
      expect(await setting(name), name).toBe('');
    }
    expect(await setting('procurement_scope')).toBe('own');
    expect(await setting('persons')).toBe(`{${person.id}}`);
  });
});

describe('ROLE-02 nobody inside a tenant becomes an operator', () => {
  const write = (whom: Person, text: string, values: unknown[]) =>
    office.as(whom, (tx) => tx.as('writer').query(text, values));
  const update = (what: string) => `update lb_user set ${what} where id = $1`;

  test('by granting the role to oneself or to a group', async () => {
    const group = await office.group([]);
    for (const { id } of [administrator, group]) {
      const attempt = write(administrator, update("roles = roles || '{user-operator}'"), [id]);
      await expect(attempt).rejects.toThrow('permission denied');
    }
    const insert = "insert into lb_user (tenant_id, name, email, roles) values (1, 'x', 'x@x.test', $1)";
    await expect(write(administrator, insert, [['user-operator']])).rejects.toThrow('permission denied');
  });

  test('by joining a group with the role', async () => {
    const group = await office.group([], { roles: '{user-operator}' });
    const join = 'insert into task_group_user (tenant_id, task_group_id, lb_user_id) values (1, $1, $2)';
    await expect(write(administrator, join, [group.id, administrator.id])).rejects.toThrow(
      'permission denied',
    );
  });

  test('by taking over the login of an operator', async () => {
    for (const what of ["email = 'mine@evil.test'", "api_token_hash = '\\x00'"]) {
      await expect(write(administrator, update(what), [operator.id])).rejects.toThrow('permission denied');
      await write(operator, update(what), [operator.id]);
    }
    await write(administrator, update("name = 'Otto Operator', blocked = false"), [operator.id]);
  });
});
