import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Directory, newName, openDirectory } from '../../../../tests/support/directory.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { eventually } from '../../../../tests/support/web.ts';

let two: TwoAdministrators;
let directory: Directory;

beforeAll(async () => {
  two = await openTwoAdministrators();
  directory = await openDirectory(two);
});
afterAll(() => two?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  two.setup.demo.web.sql<Row>(text, values);

async function newGroup(
  members: readonly number[] = [],
): Promise<{ readonly id: number; readonly name: string }> {
  const name = newName();
  const { status, body } = await directory.call('POST', 'Groups', {
    displayName: name,
    externalId: `ext-${name}`,
    members: members.map((id) => ({ value: String(id) })),
  });
  expect(status).toBe(201);
  return { id: Number(body.id), name };
}
const membersOf = async (id: number) =>
  ((await directory.call('GET', `Groups/${id}`)).body.members as { value: string }[]).map(({ value }) =>
    Number(value),
  );
const add = (id: number, person: number) =>
  directory.patch(`Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: String(person) }] });
const remove = (id: number, person: number) =>
  directory.patch(`Groups/${id}`, { op: 'Remove', path: `members[value eq "${person}"]` });

/** A task group with a right. */
async function newTaskGroup(): Promise<number> {
  const [row] = await sql<{ id: string }>(
    "insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, '{user-price}') returning id",
    [two.tenant, newName()],
  );
  return Number(row?.id);
}
const membersOfTask = async (group: number) =>
  (
    await sql<{ lb_user_id: string }>(
      'select lb_user_id from task_group_user where task_group_id = $1 order by 1',
      [group],
    )
  ).map(({ lb_user_id }) => Number(lb_user_id));
const map = (id: number, group: number | null) =>
  two.admin.ask(
    `mutation { update_directory_group_by_pk(pk_columns: { id: ${id} }, _set: { task_group_id: ${group} }) { id } }`,
  );
/** Confirms all that waits as the second administrator. */
async function confirmAll(): Promise<void> {
  for (const { id } of await two.waiting())
    expect(await two.decide(two.second, 'confirm', id)).toBeUndefined();
}
/** A group of the directory with a confirmed mapping, and its task group. */
async function mapped(members: readonly number[] = []) {
  const [group, taskGroup] = [await newGroup(members), await newTaskGroup()];
  expect(await map(group.id, taskGroup)).toMatchObject({ extensions: { waiting: 1 } });
  await confirmAll();
  return { ...group, taskGroup };
}

describe('AUTH-33 a group of the directory', () => {
  test('is created, found, changed and deleted', async () => {
    const [anna, bert] = [await directory.person(newName()), await directory.person(newName())];
    const { id, name } = await newGroup([anna]);
    const found = async (filter: string) =>
      (await directory.call('GET', `Groups?filter=${encodeURIComponent(filter)}&excludedAttributes=members`))
        .body;
    const filters = [`displayName eq "${name.toUpperCase()}"`, `externalId eq "ext-${name}"`];
    for (const filter of [
      ...filters,
      `id eq "${id}" and members eq "${anna}"`,
      `members[value eq "${anna}"]`,
    ]) {
      const { totalResults, Resources } = await found(filter);
      expect([filter, totalResults]).toEqual([filter, 1]);
      expect((Resources as object[])[0]).not.toHaveProperty('members');
    }
    expect(await found(`members.value eq "${bert}"`)).toMatchObject({ totalResults: 0 });
    expect(await add(id, bert)).toMatchObject({ status: 204, body: {} });
    expect(await membersOf(id)).toEqual([anna, bert]);
    expect((await remove(id, anna)).status).toBe(204);
    expect(await membersOf(id)).toEqual([bert]);
    // Entra ID names the group within the value.
    await directory.patch(`Groups/${id}`, {
      op: 'replace',
      value: { id: String(id), displayName: `${name} neu` },
    });
    expect((await directory.call('GET', `Groups/${id}`)).body).toMatchObject({ displayName: `${name} neu` });
    const put = await directory.call('PUT', `Groups/${id}`, {
      displayName: name,
      members: [{ value: String(anna) }],
    });
    expect(put).toMatchObject({ status: 200, body: { members: [{ value: String(anna), type: 'User' }] } });
    expect(await directory.call('POST', 'Groups', { displayName: name.toUpperCase() })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect((await directory.call('DELETE', `Groups/${id}`)).status).toBe(204);
    expect((await directory.call('GET', `Groups/${id}`)).status).toBe(404);
  });

  test('a deleted person is in no group when the same account comes back', async () => {
    const name = newName();
    const person = await directory.person(name);
    const { id } = await newGroup([person]);
    await directory.call('DELETE', `Users/${person}`);
    expect(await membersOf(id)).toEqual([]);
    expect(await directory.person(name)).toBe(person);
    expect(await membersOf(id)).toEqual([]);
  });

  test('groups of other tenants do not exist for it', async () => {
    const [other] = await sql<{ id: string }>(
      `insert into directory_group (tenant_id, name) select id, 'Fremd' from tenant where id <> $1 limit 1 returning id`,
      [two.tenant],
    );
    expect((await directory.call('GET', `Groups/${other?.id}`)).status).toBe(404);
    expect((await directory.call('DELETE', `Groups/${other?.id}`)).status).toBe(404);
    expect((await directory.call('GET', 'Groups?filter=displayName%20eq%20%22Fremd%22')).body).toMatchObject({
      totalResults: 0,
    });
  });
});

describe('AUTH-31 AUTH-37 the effect of a group of the directory', () => {
  test('there is none without a mapping, which waits for a second administrator', async () => {
    const person = await directory.person(newName());
    const [group, taskGroup] = [await newGroup([person]), await newTaskGroup()];
    await map(group.id, taskGroup);
    expect((await two.waiting()).map(({ control }) => control)).toEqual(['task_group_id']);
    const [{ task_group_id } = { task_group_id: 'x' }] = await sql<{ task_group_id: string | null }>(
      'select task_group_id from directory_group where id = $1',
      [group.id],
    );
    expect([task_group_id, await membersOfTask(taskGroup)]).toEqual([null, []]);
    expect(await two.decide(two.second, 'reject', (await two.waiting())[0]?.id)).toBeUndefined();
    const wrong = await map(group.id, two.ids.plain ?? 0);
    expect(wrong.errors).toHaveLength(1);
  });

  test('who is in a mapped group waits for an administrator who does not know the token', async () => {
    const [early, late] = [await directory.person(newName()), await directory.person(newName())];
    const { id, taskGroup } = await mapped([early]);
    const proposed = await eventually(async () => (await two.waiting())[0]);
    expect(proposed.control).toBe('task_group_user');
    expect(await two.decide(two.admin, 'confirm', proposed.id)).toBe('second_administrator_required');
    await confirmAll();
    expect(await membersOfTask(taskGroup)).toEqual([early]);
    await add(id, late);
    expect(await membersOfTask(taskGroup)).toEqual([early]);
    await confirmAll();
    expect(await membersOfTask(taskGroup)).toEqual([early, late]);
    await remove(id, early);
    expect(await membersOfTask(taskGroup)).toEqual([early, late]);
    await confirmAll();
    expect(await membersOfTask(taskGroup)).toEqual([late]);
  });

  test('what the directory takes back no longer waits', async () => {
    const person = await directory.person(newName());
    const { id } = await mapped();
    await add(id, person);
    expect(await two.waiting()).toHaveLength(1);
    await remove(id, person);
    expect(await two.waiting()).toEqual([]);
  });

  test('who is in a second group with the same task group stays, and leaves with the mapping', async () => {
    const person = await directory.person(newName());
    const [first, second] = [await mapped(), await newGroup()];
    await map(second.id, first.taskGroup);
    await confirmAll();
    for (const group of [first, second]) {
      await add(group.id, person);
      await confirmAll();
    }
    await remove(first.id, person);
    expect([await two.waiting(), await membersOfTask(first.taskGroup)]).toEqual([[], [person]]);
    await map(second.id, null);
    await confirmAll();
    await eventually(async () => (await two.waiting())[0]);
    await confirmAll();
    expect(await membersOfTask(first.taskGroup)).toEqual([]);
  });
});
