import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { act, draftOf } from '../../../../tests/procurement/requests.ts';
import { type Directory, newName, openDirectory, postedPerson } from '../../../../tests/support/directory.ts';
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
const rowOf = async (id: number) => {
  const [row] = await sql<{ name: string; email: string; blocked: boolean; roles: string[]; lang: string }>(
    'select name, email, blocked, roles, lang from lb_user where id = $1',
    [id],
  );
  return row;
};
const found = async (filter: string) =>
  (await directory.call('GET', `Users?filter=${encodeURIComponent(filter)}`)).body;
const block = (id: number) => directory.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false });
const letIn = (id: number) =>
  directory.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });

describe('AUTH-33 a person of the directory', () => {
  test('is created without rights, in the name of the directory, and found by filters', async () => {
    const name = newName();
    const made = await directory.call('POST', 'Users', postedPerson(name, { preferredLanguage: 'it-IT' }));
    expect(made.status).toBe(201);
    expect(made.headers['content-type']).toMatch(/^application\/scim\+json/);
    const { id } = made.body;
    const location = expect.stringMatching(new RegExp(`/scim/v2/Users/${id}$`));
    expect(made.headers.location).toEqual(location);
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `${name}@firma.example`,
      externalId: `ext-${name}`,
      displayName: `Person ${name}`,
      name: { formatted: `Person ${name}`, givenName: 'Person', familyName: name },
      emails: [{ value: `${name}@firma.example`, type: 'work', primary: true }],
      active: true,
      meta: { resourceType: 'User', version: made.headers.etag, location },
    });
    expect(await rowOf(Number(id))).toEqual({
      name: `Person ${name}`,
      email: `${name}@firma.example`,
      blocked: false,
      roles: [],
      lang: 'it',
    });
    const [audit] = await sql<{ lb_user_id: string; means: string }>(
      `select lb_user_id, means from audit_log where "table" = 'lb_user' and foreign_key = $1`,
      [id],
    );
    expect(audit).toEqual({ lb_user_id: String(directory.id), means: 'directory' });
    for (const filter of [
      `userName eq "${name.toUpperCase()}@firma.example"`,
      `externalId eq "ext-${name}" and active eq true`,
      `emails[type eq "work" and value eq "${name}@firma.example"]`,
      `emails.value sw "${name}" and not (active eq "False")`,
      `displayName co "${name}" and externalId pr`,
    ])
      expect(await found(filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await found(`externalId eq "EXT-${name}"`)).toMatchObject({ totalResults: 0, Resources: [] });
  });

  test('is refused with uniqueness for a user name or an address that somebody has', async () => {
    const name = newName();
    await directory.person(name);
    const { body: known } = await found('userName eq "requester@demo.test"').then((body) => ({ body }));
    expect(known).toMatchObject({ totalResults: 1 });
    const attempts = [
      postedPerson(name.toUpperCase()),
      postedPerson(newName(), { userName: `${name}@FIRMA.example` }),
      postedPerson(newName(), { emails: [{ value: 'requester@demo.test' }] }),
    ];
    for (const body of attempts)
      expect(await directory.call('POST', 'Users', body)).toMatchObject({
        status: 409,
        body: {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '409',
          scimType: 'uniqueness',
          detail: expect.any(String),
        },
      });
    const other = await directory.person(newName());
    const taken = { op: 'replace', path: 'userName', value: `${name}@firma.example` };
    expect(await directory.patch(`Users/${other}`, taken)).toMatchObject({ status: 409 });
  });

  test('is changed by PATCH and PUT, and an unchanged one keeps its version', async () => {
    const [name, renamed] = [newName(), newName()];
    const id = await directory.person(name);
    const changed = await directory.patch(
      `Users/${id}`,
      { op: 'Replace', path: 'name.familyName', value: 'Tal' },
      { op: 'Replace', path: 'displayName', value: 'Person Tal' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `${renamed}@firma.example` },
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { displayName: 'Person Tal', emails: [{ value: `${renamed}@firma.example` }] },
    });
    expect(await rowOf(id)).toMatchObject({ name: 'Person Tal', email: `${renamed}@firma.example` });
    const whole = postedPerson(renamed, { externalId: undefined, displayName: 'Neu' });
    const put = await directory.call('PUT', `Users/${id}`, whole);
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Neu' } });
    expect(put.body).not.toHaveProperty('externalId');
    const again = await directory.call('PUT', `Users/${id}`, whole);
    expect(again.headers.etag).toBe(put.headers.etag);
  });

  test('whom the product knows is led by the directory from its first change on', async () => {
    const { Resources: [known] = [] } = (await found('userName eq "approver3@demo.test"')) as {
      Resources?: { id: string }[];
    };
    expect(
      (await directory.patch(`Users/${known?.id}`, { op: 'add', path: 'externalId', value: 'a3' })).status,
    ).toBe(200);
    expect(await found('externalId eq "a3"')).toMatchObject({
      Resources: [{ userName: 'approver3@demo.test' }],
    });
  });

  test('auditors, groups, service accounts and people of other tenants are not in the directory', async () => {
    const [auditor] = await sql<{ id: string }>(
      `insert into lb_user (tenant_id, name, email, roles, auditor_client_id, auditor_from, auditor_until, auditor_ends_on)
       select $1, 'Prüferin', 'pruefung@demo.test', '{user-auditor}', min(id), '2026-01-01', '2026-12-31', '2099-12-31' from client where tenant_id = $1 returning id`,
      [two.tenant],
    );
    const [foreign] = await sql<{ id: string }>(
      'select id from lb_user where tenant_id <> $1 and not is_group and not is_system limit 1',
      [two.tenant],
    );
    for (const id of [auditor?.id, foreign?.id, directory.id, two.ids.group, 999_999_999]) {
      expect(await directory.call('GET', `Users/${id}`)).toMatchObject({
        status: 404,
        body: { status: '404' },
      });
      expect((await block(Number(id))).status).toBe(404);
      expect((await directory.call('DELETE', `Users/${id}`)).status).toBe(404);
    }
    const { Resources: all } = (await found('active pr')) as { Resources: { id: string }[] };
    const [{ tenants } = { tenants: 0 }] = await sql<{ tenants: number }>(
      'select count(distinct tenant_id)::integer as tenants from lb_user where id = any ($1::bigint[])',
      [all.map(({ id }) => id)],
    );
    expect([all.length > 5, tenants]).toEqual([true, 1]);
  });
});

describe('ADM-10 a person whom the directory deactivates', () => {
  test('is blocked: the session ends, and the open task goes to somebody else', async () => {
    const { demo } = two.setup;
    const [approver, requester] = await Promise.all([
      demo.person('approver1@demo.test'),
      demo.person('requester@demo.test'),
    ]);
    const draft = await draftOf(requester, { name: 'Messuhr' });
    const submitted = await act(requester, 'submit', draft);
    const { userId: id } = approver.context;
    const token = await approver.send({ method: 'GET', url: '/api/auth/session' });
    expect(token.status).toBe(200);
    expect(await block(id)).toMatchObject({ status: 200, body: { active: false } });
    expect(await rowOf(id)).toMatchObject({ blocked: true });
    expect((await approver.ask('{ supplier(limit: 1) { id } }')).errors?.[0]?.extensions.code).toBe(
      'unauthenticated',
    );
    await eventually(async () => {
      const [task] = await sql<{ lb_user_id: string }>(
        `select e.lb_user_id from procurement d join timeline t on t.id = d.timeline_id
         join timeline_entry e on e.timeline_id = d.timeline_id and e.entry_no = t.current_entry_no where d.id = $1`,
        [submitted.id],
      );
      return task?.lb_user_id !== String(id) || undefined;
    });
    const [event] = await sql<{ actor_id: string; means: string }>(
      "select actor_id, means from security_log where lb_user_id = $1 and what = 'lb_user blocked' order by id desc limit 1",
      [id],
    );
    expect(event).toEqual({ actor_id: String(directory.id), means: 'directory' });
    expect(await letIn(id)).toMatchObject({ status: 200, body: { active: true } });
    expect(await rowOf(id)).toMatchObject({ blocked: false });
  });

  test('whom an administrator has blocked is not let in by a repeated message', async () => {
    const id = await directory.person(newName());
    await sql('update lb_user set blocked = true where id = $1', [id]);
    expect(await letIn(id)).toMatchObject({ status: 200, body: { active: false } });
    const renamed = await directory.patch(`Users/${id}`, { op: 'replace', path: 'displayName', value: 'Um' });
    expect(renamed).toMatchObject({ body: { active: false, displayName: 'Um' } });
    expect(await rowOf(id)).toMatchObject({ blocked: true, name: 'Um' });
    await block(id);
    expect(await letIn(id)).toMatchObject({ body: { active: true } });
  });

  test('DELETE blocks, keeps the person with the audit, and the same account comes back as the same person', async () => {
    const name = newName();
    const id = await directory.person(name);
    expect((await directory.call('DELETE', `Users/${id}`)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ blocked: true, email: `${name}@firma.example` });
    expect((await directory.call('GET', `Users/${id}`)).status).toBe(404);
    expect(await found(`userName eq "${name}@firma.example"`)).toMatchObject({ totalResults: 0 });
    expect(await directory.person(name)).toBe(id);
    expect(await rowOf(id)).toMatchObject({ blocked: false });
  });

  test('another account with the address of a leaver does not get the rights of the leaver', async () => {
    const name = newName();
    const id = await directory.person(name);
    await sql("update lb_user set roles = '{user-price}' where id = $1", [id]);
    await directory.call('DELETE', `Users/${id}`);
    const other = await directory.call('POST', 'Users', postedPerson(name, { externalId: 'somebody else' }));
    expect(other).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(await rowOf(id)).toMatchObject({ blocked: true });
  });
});

describe('AUTH-31 the address of somebody with rights', () => {
  const change = (id: number, address: string) =>
    directory.patch(`Users/${id}`, { op: 'replace', path: 'emails[type eq "work"].value', value: address });

  test('waits for an administrator who does not know the token, once', async () => {
    const [name, address] = [newName(), `${newName()}@firma.example`];
    const id = await directory.person(name);
    await sql("update lb_user set roles = '{user-price}' where id = $1", [id]);
    expect(await change(id, address)).toMatchObject({
      status: 200,
      body: { emails: [{ value: `${name}@firma.example` }] },
    });
    const waits = await two.waiting();
    expect(waits.map(({ control }) => control)).toEqual(['email']);
    await change(id, address);
    expect(await two.waiting()).toEqual(waits);
    expect(await two.decide(two.admin, 'confirm', waits[0]?.id)).toBe('second_administrator_required');
    expect(await two.decide(two.second, 'confirm', waits[0]?.id)).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ email: address });
  });

  test('is not proposed again after it was rejected', async () => {
    const [name, address] = [newName(), `${newName()}@firma.example`];
    const id = await directory.person(name);
    await sql("update lb_user set roles = '{user-price}' where id = $1", [id]);
    await change(id, address);
    const [waits] = await two.waiting();
    expect(await two.decide(two.second, 'reject', waits?.id)).toBeUndefined();
    await change(id, address);
    expect(await two.waiting()).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ email: `${name}@firma.example` });
  });
});

// Last, because it ends the sessions of the second administrator.
describe('ADM-10 the last administrator', () => {
  test('is not blocked by the directory', async () => {
    const administrators = 'update lb_user set blocked = $2 where id = $1';
    await sql(administrators, [two.second.context.userId, true]);
    const answer = await block(two.admin.context.userId);
    await sql(administrators, [two.second.context.userId, false]);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await rowOf(two.admin.context.userId)).toMatchObject({ blocked: false });
  });
});
