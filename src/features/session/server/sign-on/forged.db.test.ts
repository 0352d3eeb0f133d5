import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signOnBrowser, storeIssuer } from '../../../../../tests/support/sign-on.ts';
import { type ForgingIssuer, startForgingIssuer } from '../../../../../tests/support/sign-on-issuer.ts';
import {
  accessTokenFor,
  addPerson,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../../tests/support/web.ts';
import { callWeb } from '../../../../../tests/support/web-call.ts';
import type { TestOutcome } from '../../sign-on.ts';

let web: TestWeb;
let forging: ForgingIssuer;
let browser: ReturnType<typeof signOnBrowser>;
let person: TestPerson;
let issuerId: number;

beforeAll(async () => {
  [web, forging] = await Promise.all([testWeb({ privateNetworks: ['127.0.0.1'] }), startForgingIssuer()]);
  browser = signOnBrowser(web);
  person = await addPerson(web, { email: 'ina@demo.test' });
  issuerId = await storeIssuer(web, person.tenantId, { issuer: forging.issuer });
});
afterAll(async () => {
  await web?.drop();
  await forging?.stop();
});
afterEach(() => forging.reset());

const seconds = () => Math.floor(web.clock.now().getTime() / 1000);
const claimsOf = (nonce: string, change: object = {}) => ({
  iss: forging.issuer,
  aud: 'kontor',
  sub: 'ina',
  email: person.email,
  email_verified: true,
  nonce,
  iat: seconds(),
  exp: seconds() + 300,
  ...change,
});

/** A login whose token has these changed claims, or is made by `token`. */
async function logIn(change: object = {}, token?: (claims: ReturnType<typeof claimsOf>) => Promise<string>) {
  const { url, cookie } = await browser.begin('demo');
  const claims = claimsOf(url.searchParams.get('nonce') ?? '', change);
  forging.forgery.claims = claims;
  forging.forgery.token = token ? () => token(claims) : null;
  return await browser.finish(issuerId, `?code=c&state=${url.searchParams.get('state')}`, cookie);
}
const codeOf = async (...forged: Parameters<typeof logIn>) => (await logIn(...forged)).body.code;

describe('AUTH-32 a token of the issuer is checked', () => {
  test('a valid token logs in', async () => {
    expect((await logIn()).status).toBe(200);
  });

  test.each<[string, () => object]>([
    ['another issuer', () => ({ iss: 'https://accounts.google.com' })],
    ['another application', () => ({ aud: 'another' })],
    ['a nonce of another attempt', () => ({ nonce: 'replayed' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['no account', () => ({ sub: undefined })],
    ['an expired time', () => ({ iat: seconds() - 900, exp: seconds() - 300 })],
    ['a future time', () => ({ nbf: seconds() + 300 })],
  ])('one with %s is refused', async (_, change) => {
    expect(await codeOf(change())).toBe('sign_on_failed');
  });

  test('a clock that differs by less than a minute is accepted', async () => {
    for (const change of [{ exp: seconds() - 30 }, { nbf: seconds() + 30, iat: seconds() + 30 }])
      expect((await logIn(change)).status).toBe(200);
  });

  test.each<[string, (claims: ReturnType<typeof claimsOf>) => Promise<string>]>([
    [
      'none',
      async (claims) =>
        `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
    ],
    [
      'HS256 with the public key as its secret',
      async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: '0' })
          .sign(Buffer.from(await forging.publicKey())),
    ],
    [
      'HS256 with the secret of the application',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('geheim')),
    ],
    [
      'RS256 of changed claims',
      async (claims) => {
        const [head, , signature] = (await forging.sign(claims)).split('.');
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url');
        return `${head}.${changed}.${signature}`;
      },
    ],
  ])('a signature by %s is refused', async (_, token) => {
    expect(await codeOf({}, token)).toBe('sign_on_failed');
  });

  test('a new key of the issuer is accepted at once, and the former one no longer', async () => {
    const { url, cookie } = await browser.begin('demo');
    const old = await forging.sign(claimsOf(url.searchParams.get('nonce') ?? ''));
    await forging.rotate();
    expect((await logIn()).status).toBe(200);
    forging.forgery.token = async () => old;
    const late = await browser.finish(issuerId, `?code=c&state=${url.searchParams.get('state')}`, cookie);
    expect(late.body.code).toBe('sign_on_failed');
  });

  test('claims missing in the token are loaded from userinfo, only for the same account', async () => {
    const other = await addPerson(web, { email: 'userinfo@demo.test' });
    for (const [sub, code] of [
      ['boss', 'sign_on_failed'],
      ['userinfo', undefined],
    ]) {
      forging.forgery.metadata = { userinfo_endpoint: `${forging.issuer}/userinfo` };
      forging.forgery.answers = {
        '/userinfo': (_, response) => {
          const claims = { sub, email: other.email, email_verified: true };
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(claims));
        },
      };
      expect(await codeOf({ sub: 'userinfo', email: undefined, email_verified: undefined })).toBe(code);
    }
    expect(
      await web.sql('select lb_user_id::integer from sign_on_identity where subject = $1', ['userinfo']),
    ).toEqual([{ lb_user_id: other.id }]);
  });

  test('the same account name at another issuer is another person', async () => {
    await logIn();
    const other = await startForgingIssuer();
    const otherId = await storeIssuer(web, person.tenantId, { issuer: other.issuer });
    const { url, cookie } = await browser.begin('demo', { issuer_id: otherId });
    other.forgery.claims = {
      ...claimsOf(url.searchParams.get('nonce') ?? '', { email: 'nobody@demo.test' }),
      iss: other.issuer,
    };
    const { body } = await browser.finish(otherId, `?code=c&state=${url.searchParams.get('state')}`, cookie);
    expect(body.code).toBe('sign_on_unknown');
    await web.sql('delete from sign_on_issuer where id = $1', [otherId]);
    await other.stop();
  });
});

describe('AUTH-32 TECH-11 an issuer is called safely', () => {
  const begun = async () => (await browser.post('start', { tenant: 'demo' })).body;

  test('one that does not answer or redirects is refused, and the reason is in the security log', async () => {
    // Refusals beyond ten in a minute are only counted, so it has a tenant of its own.
    const { tenantId } = await addPerson(web, { tenant: 'quiet', email: 'ina@quiet.test' });
    await storeIssuer(web, tenantId, { issuer: forging.issuer });
    const begun = async () => (await browser.post('start', { tenant: 'quiet' })).body;
    const path = '/.well-known/openid-configuration';
    forging.forgery.answers = { [path]: (request) => request.socket.destroy() };
    expect(await begun()).toMatchObject({ code: 'sign_on_unreachable' });
    forging.forgery.answers = {
      [path]: (_, response) => response.writeHead(302, { location: `${forging.issuer}/elsewhere` }).end(),
    };
    expect(await begun()).toMatchObject({ code: 'sign_on_failed' });
    expect(forging.calls).not.toContain('/elsewhere');
    const codes = await web.sql<{ code: string }>(
      "select distinct code from security_log where kind = 'login_failed' and tenant_id = $1 order by code",
      [tenantId],
    );
    expect(codes).toEqual([{ code: 'sign_on_failed' }, { code: 'sign_on_unreachable' }]);
  });

  test('a login is refused when the issuer does not answer after the return', async () => {
    const { url, cookie } = await browser.begin('demo');
    forging.forgery.answers = { '/token': (request) => request.socket.destroy() };
    const { status, body } = await browser.finish(
      issuerId,
      `?code=c&state=${url.searchParams.get('state')}`,
      cookie,
    );
    expect([status, body.code]).toEqual([503, 'sign_on_unreachable']);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['names another issuer', { issuer: 'https://login.example.test' }],
    ['sends the browser to a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['sends the browser to a file', { authorization_endpoint: 'file:///etc/passwd' }],
    ['has no page to log in', { authorization_endpoint: undefined }],
  ])('one that %s is refused', async (_, metadata) => {
    forging.forgery.metadata = metadata;
    expect(await begun()).toMatchObject({ code: 'sign_on_failed' });
  });

  test('an issuer or an endpoint in a closed private network is not called', async () => {
    const closed = await web.another({ privateNetworks: [] });
    const { statusCode, body } = await closed.inject({
      method: 'POST',
      url: '/api/auth/sign-on/start',
      headers: { host: 'localhost' },
      payload: { tenant: 'demo' },
    });
    expect([statusCode, JSON.parse(body).code]).toEqual([503, 'sign_on_unreachable']);
    expect(forging.calls).toEqual([]);
    forging.forgery.metadata = { token_endpoint: 'http://10.1.2.3/token' };
    expect(await codeOf()).toBe('sign_on_unreachable');
  });

  test('of several answers only those of the named issuer count (RFC 9207)', async () => {
    forging.forgery.metadata = { authorization_response_iss_parameter_supported: true };
    const { url, cookie } = await browser.begin('demo');
    const state = url.searchParams.get('state');
    const { body } = await browser.finish(issuerId, `?code=c&state=${state}&iss=https://evil.test`, cookie);
    expect(body.code).toBe('sign_on_failed');
    expect(forging.calls).not.toContain('/token');
  });
});

describe('AUTH-32 the test button', () => {
  const tested = async (record: object, who: TestPerson, id?: number, roles = ['user-admin']) =>
    (
      await callWeb(web, 'POST', '/api/auth/sign-on/test', {
        bearer: await accessTokenFor(web, who, roles),
        payload: { id, record: { issuer: forging.issuer, application_id: 'kontor', ...record } },
      })
    ).body;
  const refusing = (error: string) => ({
    '/token': (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    },
  });
  let admin: TestPerson;
  beforeAll(async () => {
    admin = await addPerson(web, { email: 'admin@demo.test', roles: ['user-admin'] });
  });

  test.each<[TestOutcome, () => void, object]>([
    ['connected', () => Object.assign(forging.forgery, { answers: refusing('invalid_grant') }), {}],
    [
      'application_refused',
      () => Object.assign(forging.forgery, { answers: refusing('invalid_client') }),
      { application_secret: 'wrong' },
    ],
    ['not_fit', () => Object.assign(forging.forgery, { metadata: { issuer: 'https://x.test' } }), {}],
    ['unreachable', () => {}, { issuer: 'http://127.0.0.1:1' }],
    ['host_private', () => {}, { issuer: 'https://10.0.0.1' }],
  ])('reports %s', async (outcome, prepare, record) => {
    prepare();
    const { success, message } = await tested(record, admin);
    expect(success).toBe(outcome === 'connected');
    expect(message).toMatch(/login service|Anmeldedienst|application/);
  });

  test('sends the stored secret only to the issuer that it was entered for', async () => {
    const credentials = new Set<string | undefined>();
    forging.forgery.answers = {
      '/token': (request, response) => {
        credentials.add(request.headers.authorization);
        refusing('invalid_grant')['/token'](request, response);
      },
    };
    await tested({ application_secret: '********' }, admin, issuerId);
    await tested({ application_id: 'another', application_secret: '********' }, admin, issuerId);
    expect([...credentials]).toEqual([`Basic ${Buffer.from('kontor:geheim').toString('base64')}`, undefined]);
  });

  test('is for administrators', async () => {
    expect(await tested({}, person, undefined, [])).toMatchObject({ code: 'permission_denied' });
  });
});
