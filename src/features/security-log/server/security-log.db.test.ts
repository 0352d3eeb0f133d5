import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accessTokenFor,
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { type CallOptions, callWeb } from '../../../../tests/support/web-call.ts';
import { minutes } from '../../../platform/server/clock.ts';
import { createLoginToken } from '../../session/server/login-token.ts';

let web: TestWeb;
let person: TestPerson;
let admin: TestPerson;
let count = 0;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';

beforeAll(async () => {
  web = await testWeb();
  await web.startWorker();
});
afterAll(() => web?.drop());
beforeEach(async () => {
  count += 1;
  person = await addPerson(web, { email: `s${count}@demo.test`, name: `Ina ${count}` });
  admin = await addPerson(web, {
    email: `sa${count}@demo.test`,
    name: `Ada ${count}`,
    roles: ['user-admin'],
  });
  web.clock.forward(minutes(2));
});

interface Logged {
  readonly kind: string;
  readonly lb_user_id: number | null;
  readonly actor_id: number | null;
  readonly what: string | null;
  readonly code: string | null;
  readonly device: string | null;
  readonly network: string | null;
  readonly times: number;
}

/** The log of a person in order. */
const logged = (id: number | null) =>
  web.sql<Logged>(
    `select kind, lb_user_id::int, actor_id::int, what, code, device, network, times from security_log
     where lb_user_id is not distinct from $1 order by id`,
    [id],
  );
const kindsOf = async (id: number) => (await logged(id)).map(({ kind }) => kind);

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, options: CallOptions = {}) =>
  callWeb(web, method, url, { agent: firefox, ...options });

const linkOf = (who: TestPerson) =>
  web.database.atGate((tx) =>
    createLoginToken(tx, { tenantId: who.tenantId, id: who.id }, null, web.clock.now()),
  );

async function logIn(who: TestPerson, agent?: string): Promise<{ jwt: string; refresh_token: string }> {
  return (await call('POST', `/api/auth/login/${await linkOf(who)}`, agent ? { agent } : {})).body;
}

const asAdmin = () => accessTokenFor(web, admin, ['user-admin']);
const ask = async (bearer: string, query: string, variables: object = {}) =>
  (await call('POST', '/v1/graphql', { bearer, payload: { query, variables } })).body;

describe('AUTH-35 sessions', () => {
  test('logs a login with device and network, and its logout', async () => {
    const { refresh_token } = await logIn(person);
    await call('POST', '/api/auth/logout', { bearer: refresh_token });
    expect(await logged(person.id)).toEqual([
      expect.objectContaining({
        kind: 'login',
        actor_id: person.id,
        device: 'Firefox, Linux',
        network: '203.0.113.0/24',
        code: null,
      }),
      expect.objectContaining({ kind: 'logout', actor_id: person.id, code: null }),
    ]);
  });

  test('logs used, expired and blocked logins with the reason, and unknown links without a person', async () => {
    const used = await linkOf(person);
    await call('POST', `/api/auth/login/${used}`);
    await call('POST', `/api/auth/login/${used}`);
    const expired = await linkOf(person);
    web.clock.forward(minutes(16));
    await call('POST', `/api/auth/login/${expired}/preview`);
    const blocked = await linkOf(person);
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    await call('POST', `/api/auth/login/${blocked}`);
    await call('POST', `/api/auth/login/${'x'.repeat(43)}`);
    const failed = (await logged(person.id)).filter(({ kind }) => kind === 'login_failed');
    expect(failed.map(({ code }) => code)).toEqual(['link_used', 'link_expired', 'account_blocked']);
    expect(failed[0]).toMatchObject({ device: 'Firefox, Linux', network: '203.0.113.0/24' });
  });

  test('AUTH-06 logs an address unknown to a tenant without the address', async () => {
    await call('POST', '/api/auth/login', { payload: { email: 'nobody@else.test', tenant: 'demo' } });
    const row = await eventually(async () =>
      (await logged(null)).find(({ code }) => code === 'unknown_address'),
    );
    expect(row).toMatchObject({ kind: 'login_failed', lb_user_id: null, actor_id: null, what: null });
    expect(await web.sql("select from security_log s where s::text like '%nobody@else%'")).toEqual([]);
  });

  test('logs sessions ended by their person, and those of an impersonation', async () => {
    const { jwt } = await logIn(person);
    await call('DELETE', '/api/auth/session', { bearer: jwt });
    const acting = (
      await call('POST', '/api/auth/impersonate', {
        bearer: await asAdmin(),
        payload: { user_id: person.id },
      })
    ).body;
    await call('DELETE', '/api/auth/impersonate', { bearer: acting.jwt });
    expect((await logged(person.id)).map(({ kind, actor_id, code }) => [kind, actor_id, code])).toEqual([
      ['login', person.id, null],
      ['session_ended', person.id, 'person'],
      ['acting_began', admin.id, null],
      ['acting_ended', admin.id, null],
    ]);
  });

  test('AUTH-15 logs the reuse of a replaced token', async () => {
    const { refresh_token } = await logIn(person);
    web.clock.forward(minutes(60 * 25));
    await call('POST', '/api/auth/refresh-token', { bearer: refresh_token });
    web.clock.forward(minutes(5));
    await call('POST', '/api/auth/refresh-token', { bearer: refresh_token });
    expect((await logged(person.id)).map(({ kind, code }) => [kind, code])).toEqual([
      ['login', null],
      ['session_ended', 'reuse'],
    ]);
  });

  test('AUTH-31 logs and mails a further device once, and never the first', async () => {
    const reported = () =>
      web.sql<{ recipient: string; text_body: string }>(
        "select recipient, text_body from mail where lb_user_id = $1 and kind = 'security'",
        [person.id],
      );
    await logIn(person);
    await logIn(person);
    expect(await kindsOf(person.id)).toEqual(['login', 'login']);
    expect(await reported()).toEqual([]);
    await logIn(person, safari);
    await logIn(person, safari);
    const mails = await reported();
    expect(mails.map(({ recipient }) => recipient)).toEqual([person.email]);
    expect(mails[0]?.text_body).toContain('Safari, iPhone');
    const rows = await logged(person.id);
    expect(rows.slice(2).map(({ kind, device }) => [kind, device])).toEqual([
      ['login', 'Safari, iPhone'],
      ['new_device', 'Safari, iPhone'],
      ['login', 'Safari, iPhone'],
    ]);
  });
});

describe('AUTH-35 tokens, rights and controls', () => {
  test('logs API tokens made and revoked in any way', async () => {
    const payload = { user_id: person.id, expires_at: '2027-05-01' };
    await call('POST', '/api/auth/api-token', { bearer: await asAdmin(), payload });
    await call('DELETE', `/api/auth/api-token/${person.id}`, { bearer: await asAdmin() });
    expect((await logged(person.id)).map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['token_made', admin.id],
      ['token_revoked', admin.id],
    ]);
  });

  test('logs changed rights, blocking and new addresses with columns but without values', async () => {
    await ask(
      await asAdmin(),
      `mutation($id: bigint!) { update_lb_user_by_pk(pk_columns: { id: $id },
        _set: { roles: ["user-price"], approval_limit: "500.00", blocked: true, email: "new${count}@demo.test" }) { id } }`,
      { id: person.id },
    );
    const rows = await logged(person.id);
    expect(rows.map(({ kind, what }) => [kind, what]).toSorted()).toEqual([
      ['address_changed', null],
      ['rights_changed', 'lb_user approval_limit'],
      ['rights_changed', 'lb_user blocked'],
      ['rights_changed', 'lb_user email'],
      ['rights_changed', 'lb_user roles'],
    ]);
    expect(rows.every(({ actor_id }) => actor_id === admin.id)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/500|user-price|new\d/);
  });

  test('logs changed controls of a company', async () => {
    const [client] = await web.sql<{ id: number }>(
      `insert into client (tenant_id, name, min_approval, billing_name, billing_address, billing_zipcode, billing_city, billing_country)
       values ($1, $2, 1, 'A', 'B 1', '20095', 'Hamburg', 'DE') returning id::int`,
      [admin.tenantId, `Firma ${count}`],
    );
    const saved = await ask(
      await asAdmin(),
      'mutation($id: bigint!) { update_client_by_pk(pk_columns: { id: $id }, _set: { min_approval: 2, email: "a@b.test" }) { id } }',
      { id: client?.id },
    );
    expect(saved).toMatchObject({ data: {} });
    const rows = (await logged(null)).filter(({ kind }) => kind === 'control_changed');
    expect(rows.map(({ what, code, actor_id }) => [what, code, actor_id])).toEqual([
      // This tenant has a second administrator.
      ['client min_approval', 'pending', admin.id],
    ]);
  });
});

describe('AUTH-36 idle sessions', () => {
  const setIdle = (minutes: string | null) =>
    web.sql(
      minutes === null
        ? "delete from configuration where key = 'session_idle_minutes'"
        : "insert into configuration (tenant_id, key, value) values ((select id from tenant where name = 'demo'), 'session_idle_minutes', $1)",
      minutes === null ? [] : [minutes],
    );
  const refresh = (bearer: string, idle?: number) =>
    call('POST', '/api/auth/access-token', { bearer, ...(idle && { payload: { idle_seconds: idle } }) });

  test('end after the tenant’s limit, even if the page keeps refreshing', async () => {
    await setIdle('30');
    const used = await logIn(person);
    const open = await logIn(person);
    web.clock.forward(minutes(20));
    expect((await refresh(used.refresh_token)).status).toBe(200);
    expect((await refresh(open.refresh_token, 20 * 60)).status).toBe(200);
    web.clock.forward(minutes(20));
    expect((await refresh(used.refresh_token)).status).toBe(200);
    expect(await refresh(open.refresh_token, 40 * 60)).toMatchObject({
      status: 401,
      body: { code: 'session_idle' },
    });
    expect((await refresh(open.refresh_token)).status).toBe(401);
    const ended = (await logged(person.id)).filter(({ kind }) => kind === 'session_ended');
    expect(ended.map(({ code }) => code)).toEqual(['idle']);
    await setIdle(null);
    web.clock.forward(minutes(600));
    expect((await refresh(used.refresh_token)).status).toBe(200);
  });

  test('AUTH-29 the setting is a control: changes are logged, and refused while acting as another person', async () => {
    const insert =
      'mutation { insert_configuration_one(object: { key: "session_idle_minutes", value: "60" }) { id } }';
    const other = await addPerson(web, { email: `oa${count}@demo.test`, roles: ['user-admin'] });
    const acting = (
      await call('POST', '/api/auth/impersonate', { bearer: await asAdmin(), payload: { user_id: other.id } })
    ).body;
    expect((await ask(acting.jwt, insert)).errors[0].extensions.code).toBe('permission_denied');
    expect((await ask(await asAdmin(), insert)).errors).toBeUndefined();
    const noted = (await logged(null)).filter(({ what }) => what === 'configuration session_idle_minutes');
    expect(noted.at(-1)).toMatchObject({ kind: 'control_changed', actor_id: admin.id });
    await setIdle(null);
  });
});

describe('AUTH-36 sessions of a person', () => {
  const sessionsOf = async (bearer: string) =>
    call('GET', `/api/auth/person/${person.id}/session`, { bearer });

  test('administrators can list and end them one by one; others are refused', async () => {
    const first = await logIn(person);
    await logIn(person, safari);
    const { body } = await sessionsOf(await asAdmin());
    expect(body.map(({ browser }: { browser: string }) => browser).toSorted()).toEqual(['Firefox', 'Safari']);
    const own = await accessTokenFor(web, person);
    expect((await sessionsOf(own)).status).toBe(403);
    const firefoxOne = body.find(({ browser }: { browser: string }) => browser === 'Firefox');
    const url = `/api/auth/person/${person.id}/session/${firefoxOne.id}`;
    expect((await call('DELETE', url, { bearer: own })).status).toBe(403);
    expect((await call('DELETE', url, { bearer: await asAdmin() })).status).toBe(200);
    expect((await call('POST', '/api/auth/access-token', { bearer: first.refresh_token })).status).toBe(401);
    expect((await sessionsOf(await asAdmin())).body).toHaveLength(1);
    const ended = (await logged(person.id)).filter(({ kind }) => kind === 'session_ended');
    expect(ended).toMatchObject([{ code: 'administrator', actor_id: admin.id }]);
  });

  test('ending all ends the API token too, and does not find people of another tenant', async () => {
    const { jwt, refresh_token } = await logIn(person);
    const payload = { user_id: person.id, expires_at: '2027-05-01' };
    const { token } = (await call('POST', '/api/auth/api-token', { bearer: await asAdmin(), payload })).body;
    const url = `/api/auth/person/${person.id}/session`;
    const stranger = await addPerson(web, {
      tenant: 'other',
      email: `y${count}@o.test`,
      roles: ['user-admin'],
    });
    const theirs = await accessTokenFor(web, stranger, ['user-admin']);
    expect((await call('DELETE', url, { bearer: theirs })).status).toBe(404);
    expect((await call('GET', url, { bearer: theirs })).body).toEqual([]);
    expect((await call('DELETE', url, { bearer: await asAdmin() })).status).toBe(200);
    expect((await call('POST', '/api/auth/access-token', { bearer: refresh_token })).status).toBe(401);
    for (const bearer of [jwt, token])
      expect((await ask(bearer, '{ tenant { name } }')).errors[0].extensions.code).toBe('unauthenticated');
  });
});

describe('AUTH-35 refused access', () => {
  test('logs refused commands, routes and operator requests by name', async () => {
    const bearer = await accessTokenFor(web, person);
    const query = 'mutation { harmless: delete_supplier(where: { id: { _eq: 1 } }) { affected_rows } }';
    expect((await ask(bearer, query)).errors[0].extensions.code).toBe('permission_denied');
    await call('POST', '/api/auth/api-token', { bearer, payload: { user_id: 1, expires_at: '2027-05-01' } });
    const headers = { 'x-hasura-role': 'user-operator' };
    await call('POST', '/v1/graphql', { bearer, headers, payload: { query: '{ tenant { id } }' } });
    expect((await logged(person.id)).map(({ kind, what, code }) => [kind, what, code])).toEqual([
      ['refused', 'delete_supplier', 'permission_denied'],
      ['refused', 'POST /api/auth/api-token', 'permission_denied'],
      ['refused', 'POST /v1/graphql', 'permission_denied'],
    ]);
  });

  test('logs ten refusals per minute and counts the rest, per person', async () => {
    const bearer = await accessTokenFor(web, person);
    const refused = () => call('DELETE', '/api/auth/api-token/1', { bearer });
    for (let times = 0; times < 25; times += 1) await refused();
    await call('DELETE', '/api/auth/api-token/1', {
      bearer: await accessTokenFor(web, await addPerson(web, { email: `o${count}@demo.test` })),
    });
    const rows = await web.sql<{ rows: number; counted: number }>(
      `select count(*)::int as rows, (select sum(times)::int from security_count where lb_user_id = $1) as counted
       from security_log where lb_user_id = $1`,
      [person.id],
    );
    // A change of the minute restarts the count, and logs the rest of the former one in a row.
    expect(rows[0]?.rows).toBeLessThanOrEqual(21);
    await web.sql("update security_count set minute = minute - interval '1 minute' where lb_user_id = $1", [
      person.id,
    ]);
    await web.sql('select app.settle_security_log()');
    const all = await logged(person.id);
    expect(all.reduce((sum, { times }) => sum + times, 0)).toBe(25);
    expect(all.length).toBeLessThanOrEqual(22);
  });
});

describe('AUTH-35 who may read it', () => {
  const query = '{ security_log { kind } }';

  test('administrators read their tenant’s log, others nothing', async () => {
    await logIn(person);
    const stranger = await addPerson(web, {
      tenant: 'other',
      email: `x${count}@o.test`,
      roles: ['user-admin'],
    });
    expect((await ask(await asAdmin(), query)).data.security_log).not.toEqual([]);
    expect((await ask(await accessTokenFor(web, person), query)).data.security_log).toEqual([]);
    const theirs = await ask(await accessTokenFor(web, stranger, ['user-admin']), query);
    expect(theirs.data.security_log.every(({ kind }: Logged) => kind === 'rights_changed')).toBe(true);
  });

  test('operators read the events of other tenants, without person and place', async () => {
    const operator = await addPerson(web, { email: `op${count}@demo.test`, roles: ['user-operator'] });
    const bearer = await accessTokenFor(web, operator, ['user-operator']);
    const headers = { 'x-hasura-role': 'user-operator' };
    const read = async (fields: string) =>
      (
        await call('POST', '/v1/graphql', {
          bearer,
          headers,
          payload: { query: `{ security_log { ${fields} } }` },
        })
      ).body;
    expect((await read('tenant_id kind code times')).data.security_log).not.toEqual([]);
    for (const field of ['lb_user_id', 'actor_id', 'device', 'network', 'what'])
      expect((await read(field)).errors[0].extensions.code).toBe('specific_field_not_found');
  });

  test('cannot be changed, deleted or emptied within its year, not even by the database owner', async () => {
    await logIn(person);
    for (const change of [
      "update security_log set kind = 'logout'",
      'delete from security_log',
      'truncate security_log',
    ])
      await expect(web.sql(change)).rejects.toThrow('the security log is not changed');
    expect(await kindsOf(person.id)).toEqual(['login']);
  });
});
