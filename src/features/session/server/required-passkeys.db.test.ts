import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator } from '../../../../tests/support/authenticator.ts';
import {
  accessTokenFor,
  addPerson,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { callWeb } from '../../../../tests/support/web-call.ts';
import type { Context } from '../../../platform/context.ts';
import { openDatabase } from '../../../platform/server/database.ts';
import { refusalOfError } from '../../../platform/server/http/http-errors.ts';
import { createLoginToken } from './login-token.ts';

let web: TestWeb;
let admin: TestPerson;
let second: TestPerson;
let count = 0;

beforeAll(async () => {
  web = await testWeb();
});
afterAll(() => web?.drop());
beforeEach(async () => {
  count += 1;
  admin = await addPerson(web, { email: `pa${count}@demo.test`, roles: ['user-admin'] });
  second = await addPerson(web, { email: `pb${count}@demo.test`, roles: ['user-admin'] });
});
afterEach(() => web.sql('delete from configuration'));

const set = (key: string, value: string) =>
  web.sql('insert into configuration (tenant_id, key, value) values ($1, $2, $3)', [
    admin.tenantId,
    key,
    value,
  ]);

const post = async (path: string, bearer?: string, payload?: object) =>
  callWeb(web, 'POST', path, { ...(bearer && { bearer }), ...(payload && { payload }) });
const ask = async (bearer: string): Promise<string> =>
  (await post('/v1/graphql', bearer, { query: '{ lb_user { id } }' })).body.errors?.[0]?.extensions.code ??
  'done';

interface Tokens {
  readonly jwt: string;
  readonly refresh_token: string;
}

async function byLink(who: TestPerson): Promise<Tokens> {
  const token = await web.database.atGate((tx) =>
    createLoginToken(tx, { tenantId: who.tenantId, id: who.id }, null, web.clock.now()),
  );
  return (await post(`/api/auth/login/${token}`)).body;
}

/** Adds a passkey in the session; returns it with the code of the refusal. */
async function register(bearer: string) {
  const authenticator = new Authenticator(web.configuration.publicUrl);
  const options = await post('/api/auth/passkey/register-options', bearer);
  if (options.status !== 200) return { authenticator, code: options.body.code };
  const credential = authenticator.create(options.body);
  const { body } = await post('/api/auth/passkey/register', bearer, { credential });
  return { authenticator, id: body.id, code: body.code };
}

async function byPasskey(authenticator: Authenticator): Promise<Tokens> {
  const { body: options } = await post('/api/auth/passkey/login-options');
  return (await post('/api/auth/passkey/login', undefined, { credential: authenticator.get(options) })).body;
}

const remove = async (bearer: string, id: number) =>
  callWeb(web, 'DELETE', `/api/auth/passkey/${id}`, { bearer });

describe('AUTH-36 administrators log in with a passkey', () => {
  test('a session by link can only add the first passkey, and then ends', async () => {
    const { jwt, refresh_token } = await byLink(admin);
    expect(await ask(jwt)).toBe('done');
    await set('passkey_administrators', 'true');
    expect(await ask(jwt)).toBe('passkey_required');
    expect((await callWeb(web, 'GET', '/api/auth/session', { bearer: jwt })).body.code).toBe(
      'passkey_required',
    );
    const impersonate = await post('/api/auth/impersonate', jwt, { user_id: second.id });
    expect(impersonate).toMatchObject({ status: 403, body: { code: 'passkey_required' } });
    const { authenticator, id } = await register(jwt);
    expect(id).toEqual(expect.any(Number));
    expect(await ask(jwt)).toBe('passkey_required');
    expect(await ask((await byPasskey(authenticator)).jwt)).toBe('done');
    expect((await post('/api/auth/access-token', refresh_token)).status).toBe(200);
    expect((await post('/api/auth/logout', refresh_token)).status).toBe(200);
    expect((await post('/api/auth/access-token', refresh_token)).status).toBe(401);
  });

  test('a mailed link allows only the first passkey, or the next one after an administrator deleted the lost one', async () => {
    await set('passkey_administrators', 'true');
    const lost = await register((await byLink(admin)).jwt);
    const { jwt } = await byLink(admin);
    expect((await register(jwt)).code).toBe('passkey_login_first');
    expect((await remove(jwt, lost.id)).body.code).toBe('passkey_required');
    const own = (await byPasskey(lost.authenticator)).jwt;
    expect((await register(own)).id).toEqual(expect.any(Number));

    const helper = await byPasskey((await register((await byLink(second)).jwt)).authenticator);
    const passkeys = await web.sql<{ id: string }>('select id from passkey where lb_user_id = $1', [
      admin.id,
    ]);
    expect(passkeys).toHaveLength(2);
    for (const { id } of passkeys) expect((await remove(helper.jwt, Number(id))).status).toBe(200);
    const found = await register((await byLink(admin)).jwt);
    expect(await ask((await byPasskey(found.authenticator)).jwt)).toBe('done');
  });

  test('options requested before the first passkey existed cannot add a second one', async () => {
    await set('passkey_administrators', 'true');
    const { jwt } = await byLink(admin);
    const { body: options } = await post('/api/auth/passkey/register-options', jwt);
    await register(jwt);
    const credential = new Authenticator(web.configuration.publicUrl).create(options);
    const { body } = await post('/api/auth/passkey/register', jwt, { credential });
    expect(body.code).toBe('passkey_login_first');
  });

  test('applies to administrators through a group too, and to no one else', async () => {
    await set('passkey_administrators', 'true');
    const person = await addPerson(web, { email: `pc${count}@demo.test`, roles: ['user-price'] });
    expect(await ask((await byLink(person)).jwt)).toBe('done');
    await web.sql(
      `with made as (insert into lb_user (tenant_id, name, is_group, roles) values ($1, $3, true, '{user-admin}') returning id)
       insert into task_group_user (tenant_id, task_group_id, lb_user_id) select $1, id, $2 from made`,
      [person.tenantId, person.id, `Gruppe ${count}`],
    );
    expect(await ask((await byLink(person)).jwt)).toBe('passkey_required');
  });

  test('AUTH-21 impersonation counts the administrator’s own way of login', async () => {
    const person = await addPerson(web, { email: `pd${count}@demo.test` });
    const acting = (await post('/api/auth/impersonate', (await byLink(admin)).jwt, { user_id: person.id }))
      .body;
    expect(await ask(acting.jwt)).toBe('done');
    await set('passkey_administrators', 'true');
    expect(await ask(acting.jwt)).toBe('passkey_required');
    const { authenticator } = await register((await byLink(admin)).jwt);
    const { jwt } = await byPasskey(authenticator);
    expect(await ask((await post('/api/auth/impersonate', jwt, { user_id: person.id })).body.jwt)).toBe(
      'done',
    );
  });

  test('the login means in the signed token decides', async () => {
    await set('passkey_administrators', 'true');
    expect(await ask(await accessTokenFor(web, admin, ['user-admin'], 'passkey'))).toBe('done');
    expect(await ask(await accessTokenFor(web, admin, [], 'link'))).toBe('passkey_required');
    expect(await ask(await accessTokenFor(web, admin, [], 'demo'))).toBe('passkey_required');
  });
});

describe('AUTH-36 the passkeys of people who approve above an amount', () => {
  test('adding a second one and deleting the first need a login with it', async () => {
    const person = await addPerson(web, { email: `pe${count}@demo.test` });
    const { jwt } = await byLink(person);
    expect((await register(jwt)).id).toEqual(expect.any(Number));
    const kept = await register(jwt);
    await set('passkey_approval_amount', '1000');
    expect((await register(jwt)).code).toBe('passkey_login_first');
    expect((await remove(jwt, kept.id)).body.code).toBe('passkey_login_first');
    const strong = (await byPasskey(kept.authenticator)).jwt;
    expect((await register(strong)).id).toEqual(expect.any(Number));
    expect((await remove(strong, kept.id)).status).toBe(200);
  });
});

describe('AUTH-36 operators log in with a passkey where the installation requires it', () => {
  const entered = async (context: Context, requiresOperatorPasskeys: boolean): Promise<string> => {
    const database = openDatabase(web.webUrl, { size: 1, requiresOperatorPasskeys });
    try {
      await database.inTenant(context, (tx) => tx.fixed('select 1'));
      return 'done';
    } catch (error) {
      return refusalOfError(error).code;
    } finally {
      await database.close();
    }
  };
  async function contextOf(who: TestPerson, roles: string[]): Promise<Context> {
    const [row] = await web.sql<{ version: number }>(
      'select token_version as version from lb_user where id = $1',
      [who.id],
    );
    return {
      tenantId: who.tenantId,
      userId: who.id,
      actorId: who.id,
      means: 'link',
      tokenVersion: row?.version ?? 0,
      roles,
      asOperator: false,
      language: 'de',
      requestId: 'test',
    };
  }

  test('applies whether or not they act as operator, and to no one else', async () => {
    const operator = await addPerson(web, { email: `po${count}@demo.test`, roles: ['user-operator'] });
    const own = await contextOf(operator, ['user-operator']);
    for (const asOperator of [true, false]) {
      expect(await entered({ ...own, asOperator }, true)).toBe('passkey_required');
      expect(await entered({ ...own, asOperator, means: 'passkey' }, true)).toBe('done');
      expect(await entered({ ...own, asOperator }, false)).toBe('done');
    }
    expect(await entered(await contextOf(admin, ['user-admin']), true)).toBe('done');
  });

  test('AUTH-30 a job continues for a person who requested it in a session by link', async () => {
    await set('passkey_administrators', 'true');
    const own = await contextOf(admin, ['user-admin']);
    expect(await entered(own, false)).toBe('passkey_required');
    expect(await entered({ ...own, tokenVersion: null }, false)).toBe('done');
  });
});
