import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf } from '../../../tests/support/demo-web.ts';
import {
  accessTokenFor,
  addPerson,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../tests/support/web.ts';
import { days, seconds } from '../../platform/server/clock.ts';
import { randomToken, tokenDigest } from '../../platform/server/secrets.ts';

let web: TestWeb;
let user: TestPerson;
let admin: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  web = await testWeb({ allowedHosts: ['localhost', 'demo.kontor.example', 'unknown.kontor.example'] });
  user = await addPerson(web, { email: 'ina@demo.test' });
  admin = await addPerson(web, { email: 'admin@demo.test', roles: ['user-admin'] });
  stranger = await addPerson(web, { tenant: 'other', email: 'eva@other.test' });
});
afterAll(() => web?.drop());

async function call(
  who: TestPerson | null,
  url: string,
  payload?: string | object,
  headers: Record<string, string> = {},
) {
  const jwt = who && (await accessTokenFor(web, who, who === admin ? ['user-admin'] : []));
  return web.app.inject({
    method: 'POST',
    url,
    ...(payload !== undefined && { payload }),
    headers: {
      host: 'localhost',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(jwt && { authorization: `Bearer ${jwt}` }),
      ...headers,
    },
  });
}

const graphql = (who: TestPerson | null, payload: string | object, headers: Record<string, string> = {}) =>
  call(who, '/v1/graphql', payload, headers);

test('MOB-01 GEN-15 the manifest names environment and language, without a login', async () => {
  const manifest = async (language: string) =>
    await web.app.inject({
      url: '/manifest.webmanifest',
      headers: { host: 'localhost', 'accept-language': language },
    });
  const german = await manifest('de-AT');
  expect(german.headers['content-type']).toContain('application/manifest+json');
  expect(german.json()).toMatchObject({
    name: 'Kontor Entwicklung',
    lang: 'de',
    start_url: '/overview',
    shortcuts: [{ url: '/procurement/form' }, { name: 'Meine Aufgaben' }, { name: 'Rechnung fotografieren' }],
  });
  expect((await manifest('en')).json()).toMatchObject({
    lang: 'en',
    shortcuts: [{}, { name: 'My tasks' }, {}],
  });
});

test('MOB-02 files shared without a service worker lead to a page that explains, unread and without a login', async () => {
  const shared = [{ field: 'files', name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 x') }];
  const { headers, ...form } = formOf({ title: 'Rechnung' }, shared);
  const answer = await web.app.inject({
    ...form,
    url: '/api/invoice/share',
    headers: { ...headers, host: 'localhost' },
  });
  expect(answer).toMatchObject({
    statusCode: 303,
    headers: { location: '/invoice/upload?shared=no_worker' },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('MOB-02 the manifest offers Kontor as a target for invoices and photos', async () => {
  const manifest = await web.app.inject({
    url: '/manifest.webmanifest',
    headers: { host: 'localhost' },
  });
  expect(manifest.json().share_target).toMatchObject({
    action: '/api/invoice/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'files', accept: expect.arrayContaining(['application/pdf', 'image/heic']) }] },
  });
});

test('API-38 health needs no login', async () => {
  const response = await web.app.inject({ url: '/api/health', headers: { host: 'localhost' } });
  expect(response.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

describe('GraphQL', () => {
  test('API-01 API-02 a query is answered within the tenant, uncached', async () => {
    const response = await graphql(stranger, { query: '{ lb_user { email } }' });
    expect(response.json()).toEqual({ data: { lb_user: [{ email: 'eva@other.test' }] } });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('API-04 an invalid or missing token is unauthenticated', async () => {
    const query = { query: '{ lb_user { email } }' };
    for (const headers of [
      {},
      { authorization: 'Bearer x' },
      { authorization: 'Basic eDp5' },
      { authorization: '' },
    ]) {
      const response = await graphql(null, query, headers as Record<string, string>);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        errors: [{ extensions: { code: 'unauthenticated', hasura_code: 'invalid-jwt' } }],
      });
    }
  });

  test('API-04 a person blocked meanwhile is unauthenticated, too', async () => {
    const other = await addPerson(web, { email: 'gone@demo.test' });
    const jwt = await accessTokenFor(web, other);
    await web.sql('update lb_user set blocked = true where id = $1', [other.id]);
    const response = await graphql(null, { query: '{ lb_user { id } }' }, { authorization: `Bearer ${jwt}` });
    expect(response.json().errors[0].extensions.code).toBe('unauthenticated');
  });

  test('TECH-05 a token of one tenant for a person of another is refused', async () => {
    const jwt = await accessTokenFor(web, { ...user, tenantId: stranger.tenantId });
    const response = await graphql(null, { query: '{ lb_user { id } }' }, { authorization: `Bearer ${jwt}` });
    expect(response.json().errors[0].extensions.code).toBe('unauthenticated');
  });

  test('roles claimed by a token but not held give no rights in the database', async () => {
    const jwt = await accessTokenFor(web, user, ['user-operator']);
    const response = await graphql(
      null,
      { query: '{ tenant { name } }' },
      { authorization: `Bearer ${jwt}`, 'x-hasura-role': 'user-operator' },
    );
    expect(response.json().errors[0].extensions.code).toBe('permission_denied');
  });

  test.each([
    ['{"query"', 400, 'malformed_request'],
    ['', 400, 'malformed_request'],
    ['[]', 200, 'specific_field_required'],
    ['null', 200, 'specific_field_required'],
    ['{"query": 5}', 200, 'specific_field_required'],
  ])('the body %j is refused in the shape of API-04', async (body, status, code) => {
    const response = await graphql(user, body);
    expect(response.statusCode).toBe(status);
    expect(response.json().errors[0].extensions.code).toBe(code);
  });

  test('ERR-14 messages are in the language of the browser, else of the person', async () => {
    const message = async (headers: Record<string, string>) =>
      (await graphql(null, { query: '{}' }, headers)).json().errors[0].message;
    expect(await message({ 'accept-language': 'sk' })).toMatch(/^Prihlásenie vypršalo/);
    const own = await graphql(user, { query: 5 });
    expect(own.json().errors[0].message).toMatch(/^The field/);
  });

  test('I18N-07 names are in the language of the browser, else of the person, for API tokens, too', async () => {
    const names = JSON.stringify([
      { lang: 'de', name: 'Werkstatt' },
      { lang: 'it', name: 'Officina' },
      { lang: 'en', name: 'Workshop' },
    ]);
    await web.sql("insert into department (tenant_id, name, translations) values ($1, '?', $2)", [
      user.tenantId,
      names,
    ]);
    const query = { query: '{ department { shown_name } }' };
    const nameFor = async (...[who, headers]: [TestPerson | null, Record<string, string>]) =>
      (await graphql(who, query, headers)).json().data.department[0].shown_name;
    expect(await nameFor(user, { 'accept-language': 'de' })).toBe('Werkstatt');
    expect(await nameFor(user, {})).toBe('Workshop');
    const machine = await addPerson(web, { email: 'machine@demo.test', lang: 'it' });
    const token = randomToken();
    await web.sql(
      'update lb_user set api_token_hash = $2, token_expires_at = $3, token_maker_id = id where id = $1',
      [machine.id, tokenDigest(token), new Date(web.clock.now().getTime() + days(1))],
    );
    const authorization = `Bearer ${token}`;
    expect(await nameFor(null, { authorization })).toBe('Officina');
    expect(await nameFor(null, { authorization, 'accept-language': '*' })).toBe('Officina');
  });

  test("API-05 limits bodies to 1 MB, to 8 MB for an administrator's spreadsheet, and to none without login", async () => {
    const body = (megabytes: number) =>
      JSON.stringify({ query: '{ tenant { name } }', variables: { x: 'x'.repeat(megabytes * 1024 * 1024) } });
    const jexcel = { 'x-hasura-app-source': 'jexcel' };
    const status = async (...parameters: Parameters<typeof graphql>) =>
      (await graphql(...parameters)).statusCode;
    expect(await status(admin, body(0.9))).toBe(200);
    expect(await status(admin, body(1))).toBe(413);
    expect(await status(user, body(1), jexcel)).toBe(413);
    expect(await status(admin, body(7), jexcel)).toBe(200);
    expect(await status(admin, body(8), jexcel)).toBe(413);
    const unknown = await graphql(null, body(8), jexcel);
    expect(unknown.json().errors[0].extensions.code).toBe('unauthenticated');
  });
});

describe('tickets', () => {
  test('AUTH-19 API-29 a ticket is an address of one visible file, valid for a minute', async () => {
    const [file] = await web.sql<{ id: string }>(
      `insert into file (tenant_id, name, mime, size, sha256, created_by_id)
       values ($1, 'a.pdf', 'application/pdf', 1, '', $2) returning id`,
      [user.tenantId, user.id],
    );
    const response = await call(user, '/api/ticket', { file_id: file?.id });
    expect(response.statusCode).toBe(200);
    const url = new URL(response.json().url, 'http://localhost');
    expect(url.pathname).toBe(`/api/file/${file?.id}`);
    const ticket = url.searchParams.get('ticket') ?? '';
    expect(await web.tokens.verifyTicket(ticket)).toMatchObject({ userId: user.id, fileId: file?.id });
    web.clock.forward(seconds(60));
    await expect(web.tokens.verifyTicket(ticket)).rejects.toMatchObject({
      refusal: { code: 'unauthenticated' },
    });
    const foreign = await call(stranger, '/api/ticket', { file_id: file?.id });
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
  });

  test.each([[{}], [{ file_id: 5 }], [{ file_id: "'; drop table file --" }]])(
    '%j is refused',
    async (body) => {
      const response = await call(user, '/api/ticket', body);
      expect(response.statusCode).toBe(422);
      expect(response.json().fields).toHaveProperty('file_id');
      expect((await call(null, '/api/ticket', body)).statusCode).toBe(401);
    },
  );
});

describe('environment', () => {
  const ask = async (host: string) =>
    (await web.app.inject({ url: '/api/environment', headers: { host } })).json();

  test('GEN-15 AUTH-03 returns the kind of installation and the tenant of the host', async () => {
    expect(await ask('localhost')).toEqual({ environment: 'dev', sandboxes: [], tenant: null });
    expect(await ask('demo.kontor.example')).toEqual({ environment: 'dev', sandboxes: [], tenant: 'demo' });
    expect(await ask('unknown.kontor.example')).toEqual({ environment: 'dev', sandboxes: [], tenant: null });
  });
});
