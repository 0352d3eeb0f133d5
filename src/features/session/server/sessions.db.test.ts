import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, type TestPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { days, hours, minutes, seconds } from '../../../platform/server/clock.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';
import { createLoginToken } from './login-token.ts';

let web: TestWeb;
let person: TestPerson;
let count = 0;

beforeAll(async () => {
  web = await testWeb();
});
afterAll(() => web?.drop());
beforeEach(async () => {
  count += 1;
  person = await addPerson(web, { email: `p${count}@demo.test`, lang: 'it', roles: ['user-price'] });
  // Keeps the rate limits out of these tests.
  web.clock.forward(minutes(2));
});

function post(url: string, bearer?: string) {
  return web.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', ...(bearer && { authorization: `Bearer ${bearer}` }) },
  });
}

async function logIn(who: TestPerson = person): Promise<{ jwt: string; refreshToken: string }> {
  const now = web.clock.now();
  const tenantId = who.tenantId;
  const token = await web.database.atGate((tx) => createLoginToken(tx, { tenantId, id: who.id }, null, now));
  const answer = (await post(`/api/auth/login/${token}`)).json();
  return { jwt: answer.jwt, refreshToken: answer.refresh_token };
}

const access = (token: string) => post('/api/auth/access-token', token);
const rotate = (token: string) => post('/api/auth/refresh-token', token);
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

/** The answer of the API to a token: the tenant's name, or an error code. */
async function whoAmI(jwt: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await web.app.inject({
    method: 'POST',
    url: '/v1/graphql',
    headers: { host: 'localhost', authorization: `Bearer ${jwt}`, ...headers },
    payload: { query: '{ tenant { name } }' },
  });
  const answer = response.json();
  return answer.errors?.[0].extensions.code ?? answer.data.tenant[0]?.name;
}

describe('access tokens', () => {
  test('AUTH-18 the claims contain person, tenant and rights', async () => {
    const { jwt } = await logIn();
    const claims = claimsOf(jwt);
    expect(claims).toMatchObject({
      sub: String(person.id),
      email: person.email,
      tenant_name: 'demo',
      lang: 'it',
      permissions: '3',
      'https://hasura.io/jwt/claims': {
        'x-hasura-user-id': String(person.id),
        'x-hasura-tenant-id': String(person.tenantId),
        'x-hasura-default-role': 'user',
        'x-hasura-allowed-roles': ['user', 'user-price'],
      },
    });
    expect(claims['https://hasura.io/jwt/claims']).not.toHaveProperty('x-hasura-actor-id');
    expect(JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).alg).toBe('EdDSA');
  });

  test('AUTH-15 an access token is valid for 15 minutes', async () => {
    const { jwt } = await logIn();
    expect(claimsOf(jwt).exp - claimsOf(jwt).iat).toBe(900);
    web.clock.forward(minutes(14));
    expect(await whoAmI(jwt)).toBe('demo');
    web.clock.forward(minutes(2));
    expect(await whoAmI(jwt)).toBe('unauthenticated');
  });

  test('AUTH-12 API-21 the refresh token gives new access tokens with current rights (AUTH-20)', async () => {
    const { refreshToken } = await logIn();
    await web.sql("update lb_user set roles = '{user-admin}' where id = $1", [person.id]);
    const claims = claimsOf((await access(refreshToken)).json().jwt);
    expect(claims['https://hasura.io/jwt/claims']['x-hasura-default-role']).toBe('user-admin');
    expect(claims.permissions).toBe('1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25');
  });

  test('ROLE-03 AUTH-20 roles of a task group are in the token, and a change revokes it at once', async () => {
    const [group] = await web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, '{user-see-all-orders}') returning id",
      [person.tenantId, `group ${count}`],
    );
    await web.sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
      person.tenantId,
      group?.id,
      person.id,
    ]);
    const { jwt } = await logIn();
    expect(claimsOf(jwt).permissions).toBe('3,6');
    expect(await whoAmI(jwt)).toBe('demo');
    await web.sql("update lb_user set roles = '{}' where id = $1", [group?.id]);
    expect(await whoAmI(jwt)).toBe('unauthenticated');
  });

  test.each([
    ['blocking', 'update lb_user set blocked = true where id = $1'],
    ['deactivating', 'update lb_user set active = false where id = $1'],
    ['a change of roles', "update lb_user set roles = '{}' where id = $1"],
    [
      'archiving the tenant',
      "update tenant set status = 'archived' where id = (select tenant_id from lb_user where id = $1)",
    ],
  ])('AUTH-20 %s revokes the access token at once', async (_, sql) => {
    const other = await addPerson(web, {
      tenant: `tenant ${count}`,
      email: 'x@demo.test',
      roles: ['user-price'],
    });
    const { jwt } = await logIn(other);
    expect(await whoAmI(jwt)).toBe(`tenant ${count}`);
    await web.sql(sql, [other.id]);
    expect(await whoAmI(jwt)).toBe('unauthenticated');
  });

  test('AUTH-19 a refresh token opens only the session routes, and an access token none of them', async () => {
    const { jwt, refreshToken } = await logIn();
    expect(await whoAmI(refreshToken)).toBe('unauthenticated');
    expect((await access(jwt)).statusCode).toBe(401);
    expect((await rotate(jwt)).statusCode).toBe(401);
  });

  test('API-02 TECH-04 only an operator may act as operator', async () => {
    const { jwt } = await logIn();
    expect(await whoAmI(jwt, { 'x-hasura-role': 'user-operator' })).toBe('permission_denied');
    const operator = await addPerson(web, { email: `op${count}@demo.test`, roles: ['user-operator'] });
    const names = await whoAmI((await logIn(operator)).jwt, { 'x-hasura-role': 'user-operator' });
    expect(names).not.toBe('permission_denied');
  });
});

describe('refresh tokens', () => {
  test('AUTH-13 keeps a young token and rotates one older than a day', async () => {
    const { refreshToken } = await logIn();
    expect((await rotate(refreshToken)).json()).toEqual({ jwt: refreshToken });
    web.clock.forward(days(1) + 1);
    const { jwt: successor } = (await rotate(refreshToken)).json();
    expect(successor).not.toBe(refreshToken);
    expect((await access(successor)).statusCode).toBe(200);
  });

  test('AUTH-15 parallel tabs get the same successor, and the old token works for 30 more seconds', async () => {
    const { refreshToken } = await logIn();
    web.clock.forward(days(2));
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(refreshToken)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json().jwt)).size).toBe(1);
    web.clock.forward(seconds(29));
    expect((await access(refreshToken)).statusCode).toBe(200);
  });

  test('AUTH-15 reuse of an old token after the grace period ends the whole family', async () => {
    const { refreshToken } = await logIn();
    const elsewhere = await logIn();
    web.clock.forward(days(2));
    const successor = (await rotate(refreshToken)).json().jwt;
    web.clock.forward(seconds(31));
    expect((await access(successor)).statusCode).toBe(200);
    const reuse = await rotate(refreshToken);
    expect([reuse.statusCode, reuse.json().code]).toEqual([401, 'unauthenticated']);
    expect((await access(successor)).statusCode).toBe(401);
    expect((await access(elsewhere.refreshToken)).statusCode).toBe(200);
  });

  test('AUTH-15 a token unused for 30 days expires', async () => {
    const { refreshToken } = await logIn();
    web.clock.forward(days(30) + 1);
    expect((await access(refreshToken)).statusCode).toBe(401);
    expect((await rotate(refreshToken)).statusCode).toBe(401);
  });

  test('AUTH-13 a family ends after 90 days despite rotation', async () => {
    let { refreshToken } = await logIn();
    for (let day = 0; day < 80; day += 20) {
      web.clock.forward(days(20));
      refreshToken = (await rotate(refreshToken)).json().jwt;
    }
    expect((await access(refreshToken)).statusCode).toBe(200);
    web.clock.forward(days(10) + 1);
    expect((await access(refreshToken)).statusCode).toBe(401);
  });

  test('AUTH-20 ERR-04 a blocked person gets no new tokens, not even after unblocking', async () => {
    const { refreshToken } = await logIn();
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    const response = await access(refreshToken);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ success: false, code: 'account_blocked' });
    expect(response.json()).not.toHaveProperty('jwt');
    const again = await access(refreshToken);
    expect(again.json().code, 'a repeated request gives the same reason').toBe('account_blocked');
    await web.sql('update lb_user set blocked = false where id = $1', [person.id]);
    expect((await access(refreshToken)).statusCode).toBe(401);
  });

  test('AUTH-05 TECH-07 the database does not contain the tokens', async () => {
    const { refreshToken } = await logIn();
    const rows = await web.sql<{ text: string }>('select t::text as text from refresh_token t');
    expect(rows.some(({ text }) => text.includes(refreshToken))).toBe(false);
  });

  test('AUTH-24 API-26 logout ends this session and no other', async () => {
    const here = await logIn();
    const there = await logIn();
    expect((await post('/api/auth/logout', here.refreshToken)).json()).toEqual({ success: true });
    expect((await access(here.refreshToken)).statusCode).toBe(401);
    expect((await access(there.refreshToken)).statusCode).toBe(200);
    expect((await post('/api/auth/logout')).statusCode).toBe(401);
  });

  test('AUTH-20 AUTH-24 logout ends the access token at once; other sessions continue with a new one', async () => {
    const here = await logIn();
    const there = await logIn();
    expect(await whoAmI(here.jwt)).toBe('demo');
    await post('/api/auth/logout', here.refreshToken);
    expect(await whoAmI(here.jwt)).toBe('unauthenticated');
    const { jwt } = (await access(there.refreshToken)).json();
    expect(await whoAmI(jwt)).toBe('demo');
    // Repeating the logout has no further effect.
    await post('/api/auth/logout', here.refreshToken);
    expect(await whoAmI(jwt)).toBe('demo');
  });

  test('AUTH-15 AUTH-20 a family ended by token reuse loses its access tokens', async () => {
    const { jwt, refreshToken } = await logIn();
    web.clock.forward(days(1));
    const successor = (await rotate(refreshToken)).json().jwt;
    const fresh = (await access(successor)).json().jwt;
    web.clock.forward(seconds(31));
    expect((await rotate(refreshToken)).statusCode).toBe(401);
    expect([await whoAmI(jwt), await whoAmI(fresh)]).toEqual(['unauthenticated', 'unauthenticated']);
  });

  test('invented bearers are refused', async () => {
    for (const bearer of ['x', 'a'.repeat(43), 'null', '..', "'; drop table lb_user --"]) {
      expect((await access(bearer)).statusCode).toBe(401);
      expect((await rotate(bearer)).statusCode).toBe(401);
    }
  });
});

describe('impersonation', () => {
  async function impersonate(actor: TestPerson, target: TestPerson): Promise<string> {
    const token = randomToken();
    const now = web.clock.now();
    await web.sql(
      `insert into refresh_token (tenant_id, lb_user_id, actor_id, family, token_hash, created_at, family_started_at, expires_at)
       values ($1, $2, $3, gen_random_uuid(), $4, $5, $5, $6)`,
      [target.tenantId, target.id, actor.id, tokenDigest(token), now, new Date(now.getTime() + hours(8))],
    );
    return token;
  }

  test('AUTH-12 AUTH-18 the refresh token gives access tokens that name the actor', async () => {
    const admin = await addPerson(web, { email: `admin${count}@demo.test`, roles: ['user-admin'] });
    const response = await access(await impersonate(admin, person));
    const claims = claimsOf(response.json().jwt);
    expect(claims.sub).toBe(String(person.id));
    expect(claims['https://hasura.io/jwt/claims']['x-hasura-actor-id']).toBe(String(admin.id));
    expect(await whoAmI(response.json().jwt)).toBe('demo');
  });

  test('AUTH-15 ends after 8 hours, and when the actor loses the administrator role', async () => {
    const admin = await addPerson(web, { email: `admin${count}@demo.test`, roles: ['user-admin'] });
    const token = await impersonate(admin, person);
    const { jwt } = (await access(token)).json();
    await web.sql("update lb_user set roles = '{}' where id = $1", [admin.id]);
    expect(await whoAmI(jwt)).toBe('unauthenticated');
    expect((await access(token)).statusCode).toBe(401);
    await web.sql("update lb_user set roles = '{user-admin}' where id = $1", [admin.id]);
    const again = await impersonate(admin, person);
    web.clock.forward(hours(8) + 1);
    expect((await access(again)).statusCode).toBe(401);
  });

  test('AUTH-21 refuses to act as an operator', async () => {
    const admin = await addPerson(web, { email: `admin${count}@demo.test`, roles: ['user-admin'] });
    const operator = await addPerson(web, { email: `op${count}@demo.test`, roles: ['user-operator'] });
    expect((await access(await impersonate(admin, operator))).statusCode).toBe(401);
  });
});

describe('API tokens', () => {
  test('AUTH-23 an API token opens the API with the rights of its person until it expires', async () => {
    const token = randomToken();
    await web.sql(
      'update lb_user set api_token_hash = $2, token_expires_at = $3, token_maker_id = id where id = $1',
      [person.id, tokenDigest(token), new Date(web.clock.now().getTime() + days(2))],
    );
    expect(await whoAmI(token)).toBe('demo');
    expect((await access(token)).statusCode).toBe(401);
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    expect(await whoAmI(token)).toBe('unauthenticated');
    await web.sql('update lb_user set blocked = false where id = $1', [person.id]);
    web.clock.forward(days(2) + 1);
    expect(await whoAmI(token)).toBe('unauthenticated');
  });
});
