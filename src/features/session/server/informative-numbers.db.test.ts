import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type TestPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';

let web: TestWeb;
let person: TestPerson;

beforeAll(async () => {
  web = await testWeb();
  person = await addPerson(web, { email: 'ina@demo.test', lang: 'de' });
  await web.sql('update lb_user set approval_limit = 4711.5 where id = $1', [person.id]);
});
afterAll(() => web?.drop());

/** A validly signed token with freely chosen role names and permission numbers. */
async function tokenWith(roles: string[], permissions: string): Promise<string> {
  const [row] = await web.sql<{ version: number }>(
    'select token_version as version from lb_user where id = $1',
    [person.id],
  );
  return web.tokens.issueAccess({
    tenantId: person.tenantId,
    tenantName: 'demo',
    userId: person.id,
    actorId: person.id,
    means: 'link',
    tokenVersion: row?.version ?? 0,
    email: person.email,
    language: 'de',
    roles,
    permissions,
  });
}

async function ask(token: string, query: string) {
  const response = await web.app.inject({
    method: 'POST',
    url: '/v1/graphql',
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { query },
  });
  return response.json();
}

const limit = `{ lb_user { approval_limit } }`;
const write = 'mutation { insert_location_one(object: { name: "Lager" }) { name } }';

describe('ROLE-20 the numbers in a token do not grant rights', () => {
  test('numbers of all rights without a role grant nothing', async () => {
    const token = await tokenWith([], '1,2,3,4,5,6,7,8,9,10,21');
    expect((await ask(token, limit)).data.lb_user).toEqual([{ approval_limit: null }]);
    expect((await ask(token, write)).errors[0].extensions.code).toBe('permission_denied');
  });

  test('role names without a number grant their rights', async () => {
    expect((await ask(await tokenWith(['user-admin'], ''), limit)).data.lb_user).toEqual([
      { approval_limit: 4711.5 },
    ]);
    expect((await ask(await tokenWith(['user-admin'], ''), write)).data.insert_location_one).toEqual({
      name: 'Lager',
    });
  });

  test('membership in permission groups is read from the database, with the same token', async () => {
    await web.sql(
      "insert into configuration (tenant_id, key, model, value) values ($1, 'module_permissions', 'boolean', 'true')",
      [person.tenantId],
    );
    const [client] = await web.sql<{ id: string }>(
      `insert into client (tenant_id, name) values ($1, 'Verdeckt GmbH') returning id`,
      [person.tenantId],
    );
    const [group] = await web.sql<{ id: string }>(
      `insert into permission (tenant_id, name) values ($1, 'Geschäftsleitung') returning id`,
      [person.tenantId],
    );
    await web.sql('insert into permission_client (tenant_id, permission_id, client_id) values ($1, $2, $3)', [
      person.tenantId,
      group?.id,
      client?.id,
    ]);
    const token = await tokenWith([], '');
    const seen = async () => (await ask(token, '{ client { name } }')).data.client;
    expect(await seen()).toEqual([]);
    const link = [person.tenantId, group?.id, person.id];
    await web.sql(
      'insert into permission_user (tenant_id, permission_id, lb_user_id) values ($1, $2, $3)',
      link,
    );
    expect(await seen()).toEqual([{ name: 'Verdeckt GmbH' }]);
    await web.sql(
      'delete from permission_user where (tenant_id, permission_id, lb_user_id) = ($1, $2, $3)',
      link,
    );
    expect(await seen()).toEqual([]);
  });
});
