import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signOnBrowser, storeIssuer } from '../../../../../tests/support/sign-on.ts';
import { type RealIssuer, startRealIssuer } from '../../../../../tests/support/sign-on-issuer.ts';
import { addPerson, type TestPerson, type TestWeb, testWeb } from '../../../../../tests/support/web.ts';
import { callWeb } from '../../../../../tests/support/web-call.ts';
import { createLoginToken } from '../login-token.ts';

let web: TestWeb;
let real: RealIssuer;
let issuerId: number;
let browser: ReturnType<typeof signOnBrowser>;
let person: TestPerson;
let count = 0;

beforeAll(async () => {
  [web, real] = await Promise.all([testWeb({ privateNetworks: ['127.0.0.0/8'] }), startRealIssuer()]);
  browser = signOnBrowser(web);
  const { tenantId } = await addPerson(web, { email: 'first@demo.test' });
  issuerId = await storeIssuer(web, tenantId, { issuer: real.issuer });
  const returnAddress = `${web.configuration.publicUrl}/login/sign-on/${issuerId}`;
  real.register({ id: 'kontor', secret: 'geheim', returnAddress });
});
afterAll(async () => {
  await web?.drop();
  await real?.stop();
});
beforeEach(async () => {
  count += 1;
  person = await addPerson(web, { email: `so${count}@demo.test` });
  real.accounts.set(sub(), { email: person.email, email_verified: true });
});

/** The account of the current person at the issuer. */
const sub = () => `account-${count}`;

/** The whole way of a browser, with an account of the issuer. */
async function logIn(account = sub(), tenant = 'demo', id = issuerId) {
  const begun = await browser.begin(tenant, { issuer_id: id });
  return await browser.finish(id, await real.logIn(begun.url.href, account), begun.cookie);
}
const ask = async (bearer: string) =>
  (await callWeb(web, 'POST', '/v1/graphql', { bearer, payload: { query: '{ lb_user { id } }' } })).body
    .errors?.[0]?.extensions.code ?? 'done';
const identities = (id = person.id) =>
  web.sql<{ subject: string }>('select subject from sign_on_identity where lb_user_id = $1', [id]);
const lastFailure = async (id: number | null) =>
  (
    await web.sql<{ code: string; means: string }>(
      `select code, means from security_log where kind = 'login_failed' and lb_user_id is not distinct from $1
       order by id desc limit 1`,
      [id],
    )
  )[0];

describe('AUTH-32 a person logs in with an account of the issuer', () => {
  test('the first login binds the account to the person of its verified address, logs it and informs the person', async () => {
    const { status, body } = await logIn();
    expect(status).toBe(200);
    expect(await ask(body.jwt)).toBe('done');
    expect(await identities()).toEqual([{ subject: sub() }]);
    const events = await web.sql<{ kind: string }>(
      'select kind, means from security_log where lb_user_id = $1 order by id',
      [person.id],
    );
    expect(events).toEqual([
      { kind: 'sign_on_bound', means: 'sign_on' },
      { kind: 'login', means: 'sign_on' },
    ]);
    const mails = await web.sql<{ subject: string }>('select subject from mail where lb_user_id = $1', [
      person.id,
    ]);
    expect(mails).toEqual([{ subject: 'Company account connected to demo' }]);
  });

  test('later logins find the person by the account alone, even after its address has changed', async () => {
    await logIn();
    const admin = await addPerson(web, { email: `boss${count}@demo.test`, roles: ['user-admin'] });
    real.accounts.set(sub(), { email: admin.email, email_verified: true });
    const { body } = await logIn();
    const claims = JSON.parse(Buffer.from(body.jwt.split('.')[1], 'base64url').toString());
    expect([claims.sub, claims.means]).toEqual([String(person.id), 'sign_on']);
    expect(await identities(admin.id)).toEqual([]);
  });

  test('a login returns only to pages of the product', async () => {
    for (const [wanted, returned] of [
      ['/invoice/7', '/invoice/7'],
      ['https://evil.test/', null],
      ['//evil.test', null],
      ['/login', null],
    ]) {
      const begun = await browser.begin('demo', { return_to: wanted });
      const search = await real.logIn(begun.url.href, sub());
      const { body } = await browser.finish(issuerId, search, begun.cookie);
      expect([wanted, body.return_to]).toEqual([wanted, returned]);
    }
  });

  test('the request names the product, protects the code (PKCE, S256) and has a fresh state and nonce', async () => {
    const queries = [(await browser.begin('demo')).url, (await browser.begin('demo')).url].map((url) =>
      Object.fromEntries(url.searchParams),
    );
    for (const query of queries)
      expect(query).toMatchObject({
        client_id: 'kontor',
        response_type: 'code',
        scope: 'openid email',
        code_challenge_method: 'S256',
        redirect_uri: `${web.configuration.publicUrl}/login/sign-on/${issuerId}`,
      });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(queries[0]?.[name]).not.toEqual(queries[1]?.[name]);
  });

  test('two tenants with the same issuer are kept apart: each binds the account separately', async () => {
    const other = await addPerson(web, { tenant: 'other', email: person.email });
    const otherId = await storeIssuer(web, other.tenantId, { issuer: real.issuer, applicationId: 'other' });
    const returnAddress = `${web.configuration.publicUrl}/login/sign-on/${otherId}`;
    real.register({ id: 'other', secret: 'geheim', returnAddress });
    expect((await logIn(sub(), 'other', otherId)).status).toBe(200);
    expect([await identities(other.id), await identities()]).toEqual([[{ subject: sub() }], []]);
    expect((await browser.post('start', { tenant: 'demo', issuer_id: otherId })).body.code).toBe(
      'sign_on_not_offered',
    );
    await logIn();
    expect(await identities()).toEqual([{ subject: sub() }]);
  });

  test('of several issuers of a tenant the person chooses one, and inactive ones are not offered', async () => {
    const { tenantId } = await addPerson(web, { tenant: 'two', email: 'a@two.test' });
    const ids = [
      await storeIssuer(web, tenantId, { issuer: real.issuer, applicationId: 'a' }),
      await storeIssuer(web, tenantId, { issuer: real.issuer, applicationId: 'b' }),
    ];
    const { body } = await browser.post('start', { tenant: 'TWO' });
    expect(body).toEqual({ choices: ids.map((id) => ({ id, name: 'Firma' })) });
    expect((await browser.begin('two', { issuer_id: ids[1] })).url.searchParams.get('client_id')).toBe('b');
    await web.sql('update sign_on_issuer set active = false where id = any ($1)', [ids]);
    const answers = [
      await browser.post('start', { tenant: 'two' }),
      await browser.post('start', { tenant: 'no' }),
    ];
    expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual([
      [404, 'sign_on_not_offered'],
      [404, 'sign_on_not_offered'],
    ]);
  });
});

describe('AUTH-32 claims give roles', () => {
  const group = async (name: string, roles: string[]) => {
    const [row] = await web.sql<{ id: string }>(
      'insert into lb_user (tenant_id, name, is_group, roles) values ($1, $2, true, $3) returning id',
      [person.tenantId, name, roles],
    );
    return Number(row?.id);
  };
  const memberOf = async () =>
    (
      await web.sql<{ id: string }>(
        'select task_group_id as id from task_group_user where lb_user_id = $1 order by 1',
        [person.id],
      )
    ).map(({ id }) => Number(id));
  const rolesIn = (jwt: string): string[] =>
    JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())['https://hasura.io/jwt/claims'][
      'x-hasura-allowed-roles'
    ];
  const reported = (groups: unknown) =>
    real.accounts.set(sub(), { email: person.email, email_verified: true, groups });

  test('each login joins and leaves the mapped groups, and its token has their rights', async () => {
    const buyers = await group(`Buyers ${count}`, ['user-price']);
    const bookers = await group(`Bookers ${count}`, ['user-export-invoice']);
    const own = await group(`Unmapped ${count}`, []);
    const chiefs = await group(`Chiefs ${count}`, ['user-admin']);
    await web.sql("update sign_on_issuer set groups_claim = 'groups' where id = $1", [issuerId]);
    for (const [value, id] of [
      ['buy', buyers],
      ['purchase', buyers],
      ['book', bookers],
      ['chief', chiefs],
    ])
      await web.sql(
        'insert into sign_on_group (tenant_id, sign_on_issuer_id, value, task_group_id) values ($1, $2, $3, $4)',
        [person.tenantId, issuerId, value, id],
      );
    await web.sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
      person.tenantId,
      own,
      person.id,
    ]);
    reported(['purchase', 'chief', 'unknown']);
    const first = (await logIn()).body;
    expect(await memberOf()).toEqual([buyers, own].toSorted((a, b) => a - b));
    expect(rolesIn(first.jwt)).toEqual(expect.arrayContaining(['user-price']));
    expect(rolesIn(first.jwt)).not.toContain('user-admin');
    reported('book');
    const second = (await logIn()).body;
    expect(await memberOf()).toEqual([bookers, own].toSorted((a, b) => a - b));
    expect(rolesIn(second.jwt)).not.toContain('user-price');
    expect([await ask(first.jwt), await ask(second.jwt)]).toEqual(['unauthenticated', 'done']);
    real.accounts.set(sub(), { email: person.email, email_verified: true, _claim_names: { groups: 'src1' } });
    await logIn();
    expect(await memberOf()).toContain(bookers);
    reported(undefined);
    await logIn();
    expect(await memberOf()).toEqual([own]);
    await web.sql('update sign_on_issuer set groups_claim = null where id = $1', [issuerId]);
    reported(['book']);
    await logIn();
    expect(await memberOf()).toEqual([own]);
  });
});

describe('AUTH-32 an account is refused', () => {
  test('with an address that the issuer does not call verified', async () => {
    for (const verified of [false, undefined, 'true']) {
      real.accounts.set(sub(), { email: person.email, email_verified: verified });
      expect((await logIn()).body.code).toBe('sign_on_unknown');
      expect(await lastFailure(null)).toEqual({ code: 'address_unverified', means: 'sign_on' });
    }
    await web.sql('update sign_on_issuer set trusts_addresses = true where id = $1', [issuerId]);
    real.accounts.set(sub(), { email: person.email, email_verified: false });
    expect((await logIn()).body.code).toBe('sign_on_unknown');
    real.accounts.set(sub(), { email: person.email });
    expect((await logIn()).status).toBe(200);
    await web.sql('update sign_on_issuer set trusts_addresses = false where id = $1', [issuerId]);
  });

  test('when its address belongs to a person with another account: no takeover by a changed address', async () => {
    await logIn();
    real.accounts.set(`${sub()}-thief`, { email: person.email, email_verified: true });
    expect((await logIn(`${sub()}-thief`)).body.code).toBe('sign_on_unknown');
    expect(await lastFailure(person.id)).toEqual({ code: 'other_account', means: 'sign_on' });
    expect(await identities()).toEqual([{ subject: sub() }]);
  });

  test('when no person has its address, and when the person is blocked or inactive', async () => {
    real.accounts.set('stranger', { email: 'stranger@else.test', email_verified: true });
    expect((await logIn('stranger')).body.code).toBe('sign_on_unknown');
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    expect((await logIn()).body.code).toBe('account_blocked');
    expect(await identities()).toEqual([]);
    await web.sql('update lb_user set blocked = false where id = $1', [person.id]);
    await logIn();
    await web.sql('update lb_user set active = false where id = $1', [person.id]);
    expect((await logIn()).body.code).toBe('account_blocked');
  });

  test('of another organisation of the same issuer', async () => {
    await web.sql(
      "update sign_on_issuer set organisation_claim = 'hd', organisation = 'demo.test' where id = $1",
      [issuerId],
    );
    for (const [hd, code] of [
      [undefined, 'sign_on_unknown'],
      ['evil.test', 'sign_on_unknown'],
      ['Demo.test', undefined],
    ]) {
      real.accounts.set(sub(), { email: person.email, email_verified: true, hd });
      expect((await logIn()).body.code).toBe(code);
    }
    await web.sql('update sign_on_issuer set organisation_claim = null, organisation = null where id = $1', [
      issuerId,
    ]);
  });

  test('after the address of the person has changed, until the new address binds it again', async () => {
    await logIn();
    await web.sql('update lb_user set email = $2 where id = $1', [person.id, `new${count}@demo.test`]);
    expect(await identities()).toEqual([]);
    expect((await logIn()).body.code).toBe('sign_on_unknown');
  });
});

describe('AUTH-32 an answer is accepted once, in the browser that asked', () => {
  test('not a second time: state and nonce are used up', async () => {
    const begun = await browser.begin('demo');
    const search = await real.logIn(begun.url.href, sub());
    expect((await browser.finish(issuerId, search, begun.cookie)).status).toBe(200);
    const again = await browser.finish(issuerId, search, begun.cookie);
    expect([again.status, again.body.code]).toEqual([403, 'sign_on_failed']);
  });

  test('not in another browser, without its cookie or with another state', async () => {
    const [mine, other] = [await browser.begin('demo'), await browser.begin('demo')];
    const search = await real.logIn(mine.url.href, sub());
    for (const cookie of [undefined, other.cookie, mine.cookie.replace(/=.*/, '=forged')])
      expect((await browser.finish(issuerId, search, cookie)).body.code).toBe('sign_on_failed');
    const swapped = search.replace(/state=[^&]*/, `state=${other.url.searchParams.get('state')}`);
    expect((await browser.finish(issuerId, swapped, mine.cookie)).body.code).toBe('sign_on_failed');
  });

  test('not with the code of another attempt: the verifier does not fit', async () => {
    const [victim, thief] = [await browser.begin('demo'), await browser.begin('demo')];
    const stolen = new URLSearchParams(await real.logIn(victim.url.href, sub()));
    stolen.set('state', thief.url.searchParams.get('state') ?? '');
    expect((await browser.finish(issuerId, `?${stolen}`, thief.cookie)).body.code).toBe('sign_on_failed');
    expect(await identities()).toEqual([]);
  });

  test('not at the address of another issuer (mix-up)', async () => {
    const begun = await browser.begin('demo');
    const search = await real.logIn(begun.url.href, sub());
    const { tenantId } = person;
    const evil = await storeIssuer(web, tenantId, { issuer: 'http://127.0.0.1:1', applicationId: 'evil' });
    expect((await browser.finish(evil, search, begun.cookie)).body.code).toBe('sign_on_failed');
    await web.sql('delete from sign_on_issuer where id = $1', [evil]);
  });

  test('not after a quarter of an hour', async () => {
    const begun = await browser.begin('demo');
    const search = await real.logIn(begun.url.href, sub());
    web.clock.forward(16 * 60_000);
    expect((await browser.finish(issuerId, search, begun.cookie)).body.code).toBe('sign_on_failed');
    web.clock.forward(-16 * 60_000);
  });

  test('not when the person has cancelled at the issuer', async () => {
    const begun = await browser.begin('demo');
    const search = `?error=access_denied&state=${begun.url.searchParams.get('state')}&iss=${real.issuer}`;
    expect((await browser.finish(issuerId, search, begun.cookie)).body.code).toBe('sign_on_failed');
  });

  test('and the cookie is readable by no script and sent to these routes alone', async () => {
    const response = await web.app.inject({
      method: 'POST',
      url: '/api/auth/sign-on/start',
      headers: { host: 'localhost' },
      payload: { tenant: 'demo' },
    });
    expect(String(response.headers['set-cookie'])).toMatch(
      /; Path=\/api\/auth\/sign-on; Max-Age=900; HttpOnly; SameSite=Strict/,
    );
  });
});

describe('AUTH-32 where only single sign-on is allowed', () => {
  const byLink = async ({ tenantId, id }: TestPerson) => {
    const token = await web.database.atGate((tx) =>
      createLoginToken(tx, { tenantId, id }, null, web.clock.now()),
    );
    return (await callWeb(web, 'POST', `/api/auth/login/${token}`)).body;
  };
  const allowOnly = (isOnly: boolean) =>
    isOnly
      ? web.sql("insert into configuration (tenant_id, key, value) values ($1, 'sign_on_only', 'true')", [
          person.tenantId,
        ])
      : web.sql("delete from configuration where key = 'sign_on_only'");

  test('links are refused, open sessions by link end, and single sign-on still works', async () => {
    const { jwt } = await byLink(person);
    expect(await ask(jwt)).toBe('done');
    await allowOnly(true);
    expect(await ask(jwt)).toBe('sign_on_required');
    expect((await byLink(person)).code).toBe('sign_on_required');
    expect(await ask((await logIn()).body.jwt)).toBe('done');
    await allowOnly(false);
    expect(await ask(jwt)).toBe('done');
  });

  test('administrators and auditors can still use links, so that the tenant is not locked out', async () => {
    await allowOnly(true);
    const admin = await addPerson(web, { email: `way-out${count}@demo.test`, roles: ['user-admin'] });
    expect(await ask((await byLink(admin)).jwt)).toBe('done');
    const [company] = await web.sql<{ id: string }>(
      "insert into client (tenant_id, name) values ($1, 'Firma') returning id",
      [person.tenantId],
    );
    await web.sql(
      `update lb_user set roles = '{user-auditor}', auditor_client_id = $2, auditor_from = '2020-01-01',
         auditor_until = '2099-01-01', auditor_ends_on = '2099-01-01' where id = $1`,
      [person.id, company?.id],
    );
    expect(
      (await callWeb(web, 'GET', '/api/auth/session', { bearer: (await byLink(person)).jwt })).status,
    ).toBe(200);
    await allowOnly(false);
  });
});
