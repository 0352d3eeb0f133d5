import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thisYear } from '../../../../tests/support/today.ts';
import {
  accessTokenFor,
  addPerson,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { days, hours, minutes } from '../../../platform/server/clock.ts';
import { createLoginToken } from './login-token.ts';

let web: TestWeb;
let person: TestPerson;
let admin: TestPerson;
let count = 0;

beforeAll(async () => {
  web = await testWeb();
  await web.startWorker();
});
afterAll(() => web?.drop());
beforeEach(async () => {
  count += 1;
  person = await addPerson(web, { email: `p${count}@demo.test`, name: `Ina ${count}`, lang: 'de' });
  admin = await addPerson(web, {
    email: `admin${count}@demo.test`,
    name: `Ada ${count}`,
    roles: ['user-admin'],
    lang: 'de',
  });
  web.clock.forward(minutes(2));
});

type Method = 'GET' | 'POST' | 'DELETE';

async function call(method: Method, url: string, bearer?: string, payload?: object, agent = 'test') {
  const response = await web.app.inject({
    method,
    url,
    headers: {
      host: 'localhost',
      'user-agent': agent,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const asAdmin = () => accessTokenFor(web, admin, ['user-admin']);
const asPerson = () => accessTokenFor(web, person);
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

async function impersonate(target: TestPerson, bearer?: string) {
  return call('POST', '/api/auth/impersonate', bearer ?? (await asAdmin()), { user_id: target.id });
}

async function logIn(who: TestPerson, agent?: string): Promise<{ jwt: string; refresh_token: string }> {
  const token = await web.database.atGate((tx) =>
    createLoginToken(tx, { tenantId: who.tenantId, id: who.id }, null, web.clock.now()),
  );
  return (await call('POST', `/api/auth/login/${token}`, undefined, undefined, agent)).body;
}

async function ask(bearer: string, query: string, variables: object = {}) {
  const { body } = await call('POST', '/v1/graphql', bearer, { query, variables });
  return body as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
}

async function codeOf(bearer: string, query: string, variables: object = {}): Promise<string | undefined> {
  return (await ask(bearer, query, variables)).errors?.[0]?.extensions.code;
}

const refresh = async (token: string) => (await call('POST', '/api/auth/access-token', token)).status;

describe('acting as another user', () => {
  test('AUTH-21 API-28 an administrator acts with the rights and in the name of the other person', async () => {
    const { status, body } = await impersonate(person);
    expect(status).toBe(200);
    expect(claimsOf(body.jwt)).toMatchObject({ sub: String(person.id), email: person.email });
    expect(claimsOf(body.jwt)['https://hasura.io/jwt/claims']).toMatchObject({
      'x-hasura-actor-id': String(admin.id),
      'x-hasura-allowed-roles': ['user'],
    });
    expect(await ask(body.jwt, '{ tenant { name } }')).toMatchObject({
      data: { tenant: [{ name: 'demo' }] },
    });
    expect(await refresh(body.refresh_token)).toBe(200);
  });

  test('AUTH-15 the session ends after eight hours', async () => {
    const { body } = await impersonate(person);
    web.clock.forward(hours(8) - 1);
    expect(await refresh(body.refresh_token)).toBe(200);
    web.clock.forward(2);
    expect(await refresh(body.refresh_token)).toBe(401);
  });

  test('AUTH-21 refuses operators, blocked and inactive people, other tenants’ people, groups and oneself', async () => {
    const operator = await addPerson(web, { email: `op${count}@demo.test`, roles: ['user-operator'] });
    const blocked = await addPerson(web, { email: `blocked${count}@demo.test` });
    const inactive = await addPerson(web, { email: `inactive${count}@demo.test` });
    const group = await addPerson(web, { email: `group${count}@demo.test`, name: `Group ${count}` });
    const stranger = await addPerson(web, { tenant: 'other', email: `s${count}@demo.test` });
    await web.sql('update lb_user set blocked = true where id = $1', [blocked.id]);
    await web.sql('update lb_user set active = false where id = $1', [inactive.id]);
    await web.sql('update lb_user set is_group = true, email = null where id = $1', [group.id]);
    for (const target of [operator, blocked, inactive, group, admin]) {
      expect(await impersonate(target)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
    expect(await impersonate(stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const member = await addPerson(web, { email: `member${count}@demo.test` });
    const operators = await web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, '{user-operator}') returning id",
      [member.tenantId, `Operators ${count}`],
    );
    await web.sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
      member.tenantId,
      operators[0]?.id,
      member.id,
    ]);
    expect(await impersonate(member)).toMatchObject({ status: 403 });
  });

  test('AUTH-21 refuses people who are not administrators, and administrators who are already acting as another', async () => {
    const other = await addPerson(web, { email: `other${count}@demo.test`, roles: ['user-admin'] });
    expect(await impersonate(other, await asPerson())).toMatchObject({ status: 403 });
    // The token claims a role that the person does not have.
    expect(await impersonate(other, await accessTokenFor(web, person, ['user-admin']))).toMatchObject({
      status: 403,
    });
    const { body } = await impersonate(other);
    expect(await impersonate(person, body.jwt)).toMatchObject({ status: 403 });
  });

  test('AUTH-20 AUTH-21 ending the impersonation ends its session and access token at once, and no other session', async () => {
    const { body } = await impersonate(person);
    const own = await logIn(admin);
    const theirs = await logIn(person);
    expect(await call('DELETE', '/api/auth/impersonate', body.jwt)).toMatchObject({ status: 200 });
    expect(await refresh(body.refresh_token)).toBe(401);
    expect(await codeOf(body.jwt, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await codeOf(own.jwt, '{ tenant { name } }')).toBeUndefined();
    expect([await refresh(own.refresh_token), await refresh(theirs.refresh_token)]).toEqual([200, 200]);
    expect(await call('DELETE', '/api/auth/impersonate', own.jwt)).toMatchObject({ status: 403 });
  });

  test('AUD-04 the audit names the administrator and their actions in the other person’s name', async () => {
    const { body } = await impersonate(person);
    await ask(
      body.jwt,
      'mutation ($id: bigint!) { update_lb_user_by_pk(pk_columns: {id: $id}, _set: {show_tour: false}) { id } }',
      {
        id: person.id,
      },
    );
    await call('DELETE', '/api/auth/impersonate', body.jwt);
    const rows = await web.sql<{ type: string; lb_user_id: string; info: string }>(
      `select type, lb_user_id, info from audit_log
       where "table" = 'lb_user' and foreign_key = $1 and lb_user_id = $2 order by id`,
      [person.id, admin.id],
    );
    expect(rows.map(({ type, info }) => [type, info])).toEqual([
      ['info', 'Logged in as this person'],
      ['update', `via Ina ${count}`],
      ['info', `Abgemeldet als diese Person via Ina ${count}`],
    ]);
  });

  test('AUTH-29 does not change roles, limits, group members or bank data', async () => {
    const second = await addPerson(web, {
      email: `second${count}@demo.test`,
      roles: ['user-admin', 'user-price'],
    });
    const [supplier] = await web.sql<{ id: string }>(
      'insert into supplier (tenant_id, name) values ($1, $2) returning id',
      [person.tenantId, `Lieferant ${count}`],
    );
    const [group] = await web.sql<{ id: string }>(
      'insert into lb_user (tenant_id, name, is_group) values ($1, $2, true) returning id',
      [person.tenantId, `Einkauf ${count}`],
    );
    const { body } = await impersonate(second);
    const update = (set: string) =>
      `mutation ($id: bigint!) { update_lb_user_by_pk(pk_columns: {id: $id}, _set: ${set}) { id } }`;
    const own = await accessTokenFor(web, second, ['user-admin', 'user-price']);
    const attempts: readonly (readonly [string, object])[] = [
      [update('{roles: ["user-price"]}'), { id: person.id }],
      [update('{approval_limit: "500.00"}'), { id: person.id }],
      [update('{priority_approval_limit: 5}'), { id: person.id }],
      [
        'mutation ($id: bigint!) { update_supplier_by_pk(pk_columns: {id: $id}, _set: {iban: "DE02120300000000202051"}) { id } }',
        { id: supplier?.id },
      ],
      [
        'mutation ($group: bigint!, $id: bigint!) { insert_task_group_user_one(object: {task_group_id: $group, lb_user_id: $id}) { lb_user_id } }',
        { group: group?.id, id: person.id },
      ],
      [
        'mutation ($email: String!) { insert_lb_user_one(object: {name: "Neu", email: $email, roles: ["user-price"]}) { id } }',
        { email: `new${count}@demo.test` },
      ],
    ];
    for (const [query, variables] of attempts) {
      expect([query, await codeOf(body.jwt, query, variables)]).toEqual([query, 'permission_denied']);
    }
    // Other fields can be changed, and the refused changes succeed in the administrator's own session.
    expect(await codeOf(body.jwt, update('{name: "Ina Neu"}'), { id: person.id })).toBeUndefined();
    for (const [query, variables] of attempts) {
      expect([query, await codeOf(own, query, variables)]).toEqual([query, undefined]);
    }
  });

  test('AUTH-29 refuses changes to the other person’s passkeys, API tokens and sessions', async () => {
    const second = await addPerson(web, { email: `second${count}@demo.test`, roles: ['user-admin'] });
    const { body } = await impersonate(second);
    const attempts = [
      call('POST', '/api/auth/passkey/register-options', body.jwt),
      call('POST', '/api/auth/passkey/register', body.jwt, {}),
      call('DELETE', '/api/auth/passkey/1', body.jwt),
      call('POST', '/api/auth/api-token', body.jwt, { user_id: second.id, expires_at: '2027-01-01' }),
      call('DELETE', `/api/auth/api-token/${second.id}`, body.jwt),
      call('DELETE', '/api/auth/session', body.jwt),
    ];
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(403);
  });
});

describe('API tokens', () => {
  const create = async (expiresAt: string, target = person, bearer?: string) =>
    call('POST', '/api/auth/api-token', bearer ?? (await asAdmin()), {
      user_id: target.id,
      expires_at: expiresAt,
    });
  const inDays = (count: number) => new Date(web.clock.now().getTime() + days(count)).toISOString();

  test('AUTH-23 API-28 ADM-12 a token opens the API until it expires or is revoked', async () => {
    const { status, body } = await create(inDays(30));
    expect(status).toBe(201);
    expect(await codeOf(body.token, '{ tenant { name } }')).toBeUndefined();
    const [row] = await web.sql<{ token_issued_at: Date; token_expires_at: Date; text: string }>(
      'select token_issued_at, token_expires_at, u::text as text from lb_user u where id = $1',
      [person.id],
    );
    expect(row?.token_issued_at).toEqual(web.clock.now());
    expect(row?.text).not.toContain(body.token);
    expect(await call('DELETE', `/api/auth/api-token/${person.id}`, await asAdmin())).toMatchObject({
      status: 200,
    });
    expect(await codeOf(body.token, '{ tenant { name } }')).toBe('unauthenticated');
  });

  test('AUTH-23 AUTH-29 mails the person when somebody else makes their token, not when they make it themselves', async () => {
    const mails = (id: number) =>
      web.sql<{ subject: string; text_body: string }>(
        "select subject, text_body from mail where lb_user_id = $1 and kind = 'warning'",
        [id],
      );
    await create(inDays(30));
    const [mail, ...others] = await mails(person.id);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ein API-Token in Ihrem Namen');
    expect(mail?.text_body).toContain('mit dem ein Programm in Ihrem Namen arbeitet');
    await create(inDays(30), admin);
    expect(await mails(admin.id)).toEqual([]);
  });

  test('AUTH-27 logging out everywhere ends the person’s own token and those they made for others', async () => {
    const forHim = (await create(inDays(1))).body.token;
    const own = (await create(inDays(1), admin)).body.token;
    expect(await call('DELETE', '/api/auth/session', await asPerson())).toMatchObject({ status: 200 });
    expect(await codeOf(forHim, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await codeOf(own, '{ tenant { name } }')).toBeUndefined();
    const again = (await create(inDays(1))).body.token;
    expect(await call('DELETE', '/api/auth/session', await asAdmin())).toMatchObject({ status: 200 });
    expect(await codeOf(again, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await codeOf(own, '{ tenant { name } }')).toBe('unauthenticated');
  });

  test('AUTH-30 AUTH-36 ending the access of a person ends the tokens that the person made for others', async () => {
    await create(inDays(1), admin);
    await web.sql('update lb_user set token_maker_id = $2 where id = $1', [admin.id, person.id]);
    const ended = await call('DELETE', `/api/auth/person/${person.id}/session`, await asAdmin());
    expect(ended).toMatchObject({ status: 200 });
    const rows = await web.sql('select api_token_hash, token_maker_id from lb_user where id = $1', [
      admin.id,
    ]);
    expect(rows).toEqual([{ api_token_hash: null, token_maker_id: null }]);
  });

  test('AUTH-23 GEN-14 an expiry day lasts until its end in the tenant’s time zone', async () => {
    const day = `${thisYear() + 1}-01-15`;
    expect((await create(day)).status).toBe(201);
    const [row] = await web.sql<{ until: Date }>(
      'select token_expires_at as until from lb_user where id = $1',
      [person.id],
    );
    expect(row?.until.toISOString()).toBe(`${day}T22:59:59.999Z`);
  });

  test('AUTH-23 a new token replaces the former one', async () => {
    const first = (await create(inDays(1))).body.token;
    const second = (await create(inDays(1))).body.token;
    expect(await codeOf(first, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await codeOf(second, '{ tenant { name } }')).toBeUndefined();
  });

  test('AUTH-23 refuses an expiry in the past or more than two years ahead', async () => {
    const field = async (expiresAt: string) => (await create(expiresAt)).body.fields?.expires_at;
    expect(await field(inDays(-1))).toBe('date_in_past');
    expect(await field(inDays(733))).toBe('limit_exceeded');
    expect(await field('tomorrow')).toBe('invalid_type');
    expect(await field(inDays(730))).toBeUndefined();
    expect(await field(inDays(1).slice(0, 10))).toBeUndefined();
  });

  test('AUTH-23 refuses other makers, and tokens for operators, blocked people or other tenants', async () => {
    const operator = await addPerson(web, { email: `op${count}@demo.test`, roles: ['user-operator'] });
    const stranger = await addPerson(web, { tenant: 'other', email: `s${count}@demo.test` });
    expect((await create(inDays(1), person, await asPerson())).status).toBe(403);
    expect((await create(inDays(1), operator)).status).toBe(403);
    expect((await create(inDays(1), stranger)).status).toBe(404);
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    expect((await create(inDays(1))).status).toBe(403);
    expect(await call('DELETE', `/api/auth/api-token/${stranger.id}`, await asAdmin())).toMatchObject({
      status: 404,
    });
  });

  test('AUTH-23 a generic mutation cannot change the expiry', async () => {
    const set =
      'mutation ($id: bigint!) { update_lb_user_by_pk(pk_columns: {id: $id}, _set: {token_expires_at: "2099-01-01"}) { id } }';
    expect(await codeOf(await asAdmin(), set, { id: person.id })).toBe('specific_field_not_found');
  });
});

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('AUTH-27 lists where the person is logged in, without any secret', async () => {
    const mine = await logIn(person, firefox);
    await logIn(person, 'curl/8.5.0');
    await logIn(admin);
    const { body } = await call('GET', '/api/auth/session', mine.jwt);
    expect(body).toHaveLength(2);
    const here = body.find((entry: { id: string }) => entry.id === claimsOf(mine.jwt).sid);
    expect(here).toEqual({
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Linux',
      place: 'this_machine',
      started_at: expect.any(String),
      last_used_at: expect.any(String),
      acting_name: null,
    });
    expect(JSON.stringify(body)).not.toContain(mine.refresh_token);
  });

  test('AUTH-27 shows an administrator who acts as the person', async () => {
    const mine = await logIn(person);
    await impersonate(person);
    const { body } = await call('GET', '/api/auth/session', mine.jwt);
    expect(body.map((entry: { acting_name: string }) => entry.acting_name).toSorted()).toEqual([
      `Ada ${count}`,
      null,
    ]);
  });

  test('AUTH-20 AUTH-27 ending one session takes effect at once; the others continue', async () => {
    const here = await logIn(person);
    const there = await logIn(person);
    const url = `/api/auth/session/${claimsOf(there.jwt).sid}`;
    expect(await call('DELETE', url, here.jwt)).toMatchObject({ status: 200 });
    expect(await codeOf(there.jwt, '{ tenant { name } }')).toBe('unauthenticated');
    expect([await refresh(there.refresh_token), await refresh(here.refresh_token)]).toEqual([401, 200]);
    const { body } = await call('GET', '/api/auth/session', await asPerson());
    expect(body).toHaveLength(1);
  });

  test('AUTH-27 does not find other people’s sessions, not even for an administrator', async () => {
    const theirs = await logIn(person);
    const url = `/api/auth/session/${claimsOf(theirs.jwt).sid}`;
    expect(await call('DELETE', url, await asAdmin())).toMatchObject({ status: 404 });
    expect(await call('DELETE', '/api/auth/session/no-id', await asAdmin())).toMatchObject({ status: 404 });
    expect(await refresh(theirs.refresh_token)).toBe(200);
  });

  test('AUTH-27 logging out everywhere ends all sessions, including impersonations by the person', async () => {
    const [one, two] = [await logIn(admin), await logIn(admin)];
    const acting = (await impersonate(person, one.jwt)).body;
    const theirs = await logIn(person);
    expect(await call('DELETE', '/api/auth/session', one.jwt)).toMatchObject({ status: 200 });
    for (const { refresh_token } of [one, two, acting]) expect(await refresh(refresh_token)).toBe(401);
    expect(await codeOf(two.jwt, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await codeOf(acting.jwt, '{ tenant { name } }')).toBe('unauthenticated');
    expect(await refresh(theirs.refresh_token)).toBe(200);
  });
});
