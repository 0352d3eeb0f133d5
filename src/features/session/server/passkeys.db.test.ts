import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, type Deviation } from '../../../../tests/support/authenticator.ts';
import { todayInSql } from '../../../../tests/support/today.ts';
import {
  accessTokenFor,
  addPerson,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { minutes } from '../../../platform/server/clock.ts';

let web: TestWeb;
let person: TestPerson;
let count = 0;

beforeAll(async () => {
  web = await testWeb();
});
afterAll(() => web?.drop());
beforeEach(async () => {
  count += 1;
  person = await addPerson(web, { email: `key${count}@demo.test`, lang: 'de' });
});

type Method = 'POST' | 'DELETE';

async function send(method: Method, path: string, payload?: object, who?: TestPerson, roles: string[] = []) {
  const authorization = who && `Bearer ${await accessTokenFor(web, who, roles)}`;
  const response = await web.app.inject({
    method,
    url: `/api/auth/passkey/${path}`,
    headers: { host: 'localhost', ...(authorization && { authorization }) },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const newAuthenticator = () => new Authenticator(web.configuration.publicUrl);

async function register(
  authenticator: Authenticator,
  who = person,
  deviation: Deviation = {},
  roles: string[] = [],
) {
  const { body: options } = await send('POST', 'register-options', undefined, who, roles);
  return send(
    'POST',
    'register',
    { name: 'Laptop', credential: authenticator.create(options, deviation) },
    who,
    roles,
  );
}

async function logIn(authenticator: Authenticator, deviation: Deviation = {}) {
  const { body: options } = await send('POST', 'login-options');
  return send('POST', 'login', { credential: authenticator.get(options, deviation) });
}

const rowsOf = (who: TestPerson) =>
  web.sql<{ id: string; name: string; counter: string; last_login: Date | null }>(
    'select id, name, counter, last_login from passkey where lb_user_id = $1',
    [who.id],
  );

describe('a passkey of one’s own', () => {
  test('AUTH-10 API-27 can be added and logs in without naming the person', async () => {
    const authenticator = newAuthenticator();
    expect(await register(authenticator)).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    const { status, body } = await logIn(authenticator);
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(body.jwt.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ sub: String(person.id), email: person.email });
    const access = await web.app.inject({
      method: 'POST',
      url: '/api/auth/access-token',
      headers: { host: 'localhost', authorization: `Bearer ${body.refresh_token}` },
    });
    expect(access.statusCode).toBe(200);
    const [row] = await rowsOf(person);
    expect(row).toMatchObject({ name: 'Laptop', counter: '2' });
    expect(row?.last_login).not.toBeNull();
  });

  test('AUTH-10 requires a resident key and user verification', async () => {
    const { body: create } = await send('POST', 'register-options', undefined, person);
    expect(create).toMatchObject({
      rp: { id: 'localhost', name: 'Kontor' },
      user: { name: `${person.email} (demo)` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { body: get } = await send('POST', 'login-options');
    expect(get).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(get.allowCredentials ?? []).toEqual([]);
  });

  test('AUTH-10 a passkey without a name is named after the device', async () => {
    const authenticator = newAuthenticator();
    const { body: options } = await send('POST', 'register-options', undefined, person);
    const answer = await web.app.inject({
      method: 'POST',
      url: '/api/auth/passkey/register',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${await accessTokenFor(web, person)}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      payload: { credential: authenticator.create(options) },
    });
    expect(answer.statusCode).toBe(201);
    expect((await rowsOf(person))[0]?.name).toBe('Firefox, Linux');
  });

  test('AUTH-11 does not store the same passkey twice, and lists the known ones to the browser', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const { body: options } = await send('POST', 'register-options', undefined, person);
    expect(options.excludeCredentials).toMatchObject([
      { id: authenticator.credentialId.toString('base64url'), type: 'public-key' },
    ]);
    expect(await register(authenticator)).toMatchObject({ status: 409, body: { code: 'passkey_known' } });
    expect(await rowsOf(person)).toHaveLength(1);
  });

  test('AUTH-10 a deleted passkey does not log in', async () => {
    const authenticator = newAuthenticator();
    const { body } = await register(authenticator);
    expect(await send('DELETE', String(body.id), undefined, person)).toMatchObject({ status: 200 });
    expect(await logIn(authenticator)).toMatchObject({ status: 403, body: { code: 'passkey_failed' } });
  });

  test('ARC-04 an auditor’s passkey ends with the access it was made under, even after the person’s role changes', async () => {
    const [client] = await web.sql<{ id: string }>(
      'insert into client (tenant_id, name) values ($1, $2) returning id',
      [person.tenantId, `Geprüft ${person.id}`],
    );
    const audits = (until: string) =>
      web.sql(
        `update lb_user set roles = '{user-auditor}', auditor_client_id = $2, auditor_from = '2026-01-01',
           auditor_until = '2026-12-31', auditor_ends_on = $3 where id = $1`,
        [person.id, client?.id, until],
      );
    await audits('2099-12-31');
    const authenticator = newAuthenticator();
    const asAuditor = ['user-auditor', 'user-price'];
    expect(await register(authenticator, person, {}, asAuditor)).toMatchObject({ status: 201 });
    expect(await logIn(authenticator)).toMatchObject({ status: 200 });
    await web.sql(`update passkey set ends_on = ${todayInSql} - 2 where lb_user_id = $1`, [person.id]);
    expect(await logIn(authenticator)).toMatchObject({ status: 403, body: { code: 'passkey_failed' } });
    await web.sql(
      `update lb_user set roles = '{}', auditor_client_id = null, auditor_from = null, auditor_until = null,
         auditor_ends_on = null where id = $1`,
      [person.id],
    );
    expect(await logIn(authenticator)).toMatchObject({ status: 403, body: { code: 'passkey_failed' } });
    expect(await register(newAuthenticator())).toMatchObject({ status: 201 });
    const ends = await web.sql<{ ends_on: string | null }>(
      'select ends_on::text from passkey where lb_user_id = $1 order by id',
      [person.id],
    );
    expect(ends.map(({ ends_on }) => ends_on === null)).toEqual([false, true]);
  });

  test('AUTH-10 can be deleted by its owner and administrators of the tenant only', async () => {
    const { body } = await register(newAuthenticator());
    const colleague = await addPerson(web, { email: `colleague${count}@demo.test` });
    const stranger = await addPerson(web, {
      tenant: `other ${count}`,
      email: 'x@demo.test',
      roles: ['user-admin'],
    });
    const admin = await addPerson(web, { email: `admin${count}@demo.test`, roles: ['user-admin'] });
    const remove = (who: TestPerson, roles: string[] = []) =>
      send('DELETE', String(body.id), undefined, who, roles);
    expect(await remove(colleague)).toMatchObject({ status: 404 });
    expect(await remove(stranger, ['user-admin'])).toMatchObject({ status: 404 });
    expect(await rowsOf(person)).toHaveLength(1);
    expect(await remove(admin, ['user-admin'])).toMatchObject({ status: 200 });
    expect(await rowsOf(person)).toHaveLength(0);
  });

  test('AUTH-09 a blocked person is not logged in and reads why', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    expect(await logIn(authenticator)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  });

  test('AUD-03 the audit records the passkey, but not its key or each login', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    await logIn(authenticator);
    const audit = await web.sql<{ type: string; lb_user_id: string; data_after: Record<string, unknown> }>(
      `select type, lb_user_id, data_after from audit_log where "table" = 'passkey' and lb_user_id = $1`,
      [person.id],
    );
    expect(audit).toHaveLength(1);
    expect(audit[0]?.data_after).toMatchObject({ name: 'Laptop', public_key: '********' });
  });
});

describe('invalid answers', () => {
  const wrongAnswers: readonly (readonly [string, Deviation])[] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:9999' }],
    ['to an unknown challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['of another type', { type: 'webauthn.something' }],
  ];

  test.each(wrongAnswers)('AUTH-11 an answer %s adds no passkey', async (_, deviation) => {
    expect(await register(newAuthenticator(), person, deviation)).toMatchObject({
      status: 403,
      body: { code: 'passkey_failed' },
    });
    expect(await rowsOf(person)).toHaveLength(0);
  });

  test.each([
    ...wrongAnswers,
    ['with another key', { isForged: true }],
    ['for another account', { userHandle: Buffer.from('1.1').toString('base64url') }],
    ['with an unchanged counter', { counter: 1 }],
    ['with a lower counter', { counter: 0 }],
  ] as const)('AUTH-11 an answer %s does not log in', async (_, deviation) => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    expect(await logIn(authenticator, deviation)).toMatchObject({
      status: 403,
      body: { success: false, code: 'passkey_failed' },
    });
    expect(await web.sql('select from refresh_token where lb_user_id = $1', [person.id])).toHaveLength(0);
    expect(await logIn(authenticator)).toMatchObject({ status: 200 });
  });

  test('AUTH-11 an answer counts once, also when sent several times at once', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const { body: options } = await send('POST', 'login-options');
    const credential = authenticator.get(options);
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', 'login', { credential })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect(await send('POST', 'login', { credential })).toMatchObject({ status: 403 });
  });

  test('AUTH-11 a failed attempt uses the challenge up', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const { body: options } = await send('POST', 'login-options');
    await send('POST', 'login', { credential: authenticator.get(options, { isForged: true }) });
    expect(await send('POST', 'login', { credential: authenticator.get(options) })).toMatchObject({
      status: 403,
    });
  });

  test('a challenge is valid for five minutes', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const { body: early } = await send('POST', 'login-options');
    const { body: late } = await send('POST', 'login-options');
    web.clock.forward(minutes(4));
    expect(await send('POST', 'login', { credential: authenticator.get(early) })).toMatchObject({
      status: 200,
    });
    web.clock.forward(minutes(1) + 1);
    expect(await send('POST', 'login', { credential: authenticator.get(late) })).toMatchObject({
      status: 403,
    });
  });

  test('a challenge for one person or purpose is refused for another', async () => {
    const other = await addPerson(web, { email: `other${count}@demo.test` });
    const { body: options } = await send('POST', 'register-options', undefined, person);
    const credential = newAuthenticator().create(options);
    expect(await send('POST', 'register', { credential }, other)).toMatchObject({ status: 403 });
    const { body: login } = await send('POST', 'login-options');
    const forLogin = newAuthenticator().create({ ...options, challenge: login.challenge });
    expect(await send('POST', 'register', { credential: forLogin }, person)).toMatchObject({ status: 403 });
  });

  test('GEN-02 a passkey of another tenant logs in there only', async () => {
    const twin = await addPerson(web, { tenant: `twin ${count}`, email: person.email });
    const authenticator = newAuthenticator();
    await register(authenticator, twin);
    const mine = Buffer.from(`${person.tenantId}.${person.id}`).toString('base64url');
    expect(await logIn(authenticator, { userHandle: mine })).toMatchObject({ status: 403 });
    const { body } = await logIn(authenticator);
    const claims = JSON.parse(Buffer.from(body.jwt.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ sub: String(twin.id), tenant_name: `twin ${count}` });
    expect(await register(authenticator, person)).toMatchObject({ body: { code: 'passkey_known' } });
    expect(await rowsOf(person)).toHaveLength(0);
  });

  test.each([
    ['nothing', {}],
    ['a value other than an object', { credential: 'x' }],
    ['empty parts', { credential: { id: '', rawId: '', type: 'public-key', response: {} } }],
    [
      'garbage',
      {
        credential: {
          id: '%%%',
          rawId: '%%%',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: '%%%', authenticatorData: '%', signature: '%' },
        },
      },
    ],
    [
      'JSON without a challenge',
      {
        credential: {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: Buffer.from('null').toString('base64url'),
            authenticatorData: 'AA',
            signature: 'AA',
          },
        },
      },
    ],
  ])('%s is refused with an expected error', async (_, payload) => {
    const { status, body } = await send('POST', 'login', payload);
    expect([403, 422]).toContain(status);
    expect(['passkey_failed', 'validation_failed']).toContain(body.code);
  });

  test('a malformed attestation is refused', async () => {
    const { body: options } = await send('POST', 'register-options', undefined, person);
    const good = newAuthenticator().create(options);
    const credential = { ...good, response: { ...good.response, attestationObject: '%%%' } };
    expect(await send('POST', 'register', { credential }, person)).toMatchObject({
      status: 403,
      body: { code: 'passkey_failed' },
    });
  });
});

describe('TECH-18 where tenants have host names of their own', () => {
  const own = 'http://demo.localhost:8080';
  const rpId = 'localhost';

  test('AUTH-11 a passkey made at one logs in there and at the address of the installation, and nowhere else', async () => {
    const app = await web.another({ tenantDomain: 'localhost' });
    const call = async (path: string, payload?: object, who?: TestPerson) => {
      const authorization = who && `Bearer ${await accessTokenFor(web, who)}`;
      const response = await app.inject({
        method: 'POST',
        url: `/api/auth/passkey/${path}`,
        headers: { host: 'demo.localhost', ...(authorization && { authorization }) },
        ...(payload && { payload }),
      });
      return { status: response.statusCode, body: response.json() };
    };
    const authenticator = new Authenticator(own);
    const { body: options } = await call('register-options', undefined, person);
    expect(options.rp.id).toBe(rpId);
    const credential = authenticator.create(options, { rpId });
    expect((await call('register', { name: 'Laptop', credential }, person)).status).toBe(201);
    for (const [origin, status] of [
      [own, 200],
      [web.configuration.publicUrl, 200],
      ['http://demo.localhost:9090', 403],
      ['http://evil.example', 403],
    ] as const) {
      const { body: asked } = await call('login-options');
      const answer = await call('login', { credential: authenticator.get(asked, { origin, rpId }) });
      expect([origin, answer.status]).toEqual([origin, status]);
    }
  });

  test('AUTH-11 without such names a passkey of another host is refused', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    expect(await logIn(authenticator, { origin: own })).toMatchObject({ status: 403 });
  });
});
