import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';

const local = { host: 'localhost' };
const routes = [
  { method: 'GET', url: '/api/demo/people' },
  { method: 'POST', url: '/api/demo/login', payload: { email: 'buyer@demo.test' } },
] as const;

let web: TestWeb;
let demo: HttpServer;

beforeAll(async () => {
  web = await testWeb({ demo: true });
  demo = web.app;
  await addPerson(web, { email: 'buyer@demo.test', name: 'Ina Berg', roles: ['user-see-all-orders'] });
  await addPerson(web, { email: 'accountant@demo.test', name: 'Renate Schulz' });
  await addPerson(web, { tenant: 'other', email: 'admin@other.test', name: 'Beate Wimmer' });
  await web.sql("update tenant set billing_name = 'Wimmer Tischlerei GmbH' where name = 'other'");
  // A person added later to a demo tenant, and another tenant, also with the same address.
  await addPerson(web, { email: 'frank@demo.test', name: 'Frank Fremd' });
  await addPerson(web, { tenant: 'own', email: 'chef@own.example', name: 'Clara Chef' });
  await addPerson(web, { tenant: 'own', email: 'receiver@demo.test', name: 'Rita Ruhig' });
});
afterAll(() => web?.drop());

const logIn = (email: unknown, headers: Record<string, string> = local) =>
  demo.inject({ method: 'POST', url: '/api/demo/login', payload: { email }, headers });

describe('ONB-08 on a demo installation', () => {
  test('ONB-08 lists the demo people by role, without other tenants and people added later', async () => {
    const { body } = await demo.inject({ ...routes[0], headers: local });
    expect(JSON.parse(body)).toEqual([
      { email: 'buyer@demo.test', tenant: 'demo', does: 'orders', name: 'Ina Berg', company: 'demo' },
      {
        email: 'accountant@demo.test',
        tenant: 'demo',
        does: 'books',
        name: 'Renate Schulz',
        company: 'demo',
      },
      {
        email: 'admin@other.test',
        tenant: 'other',
        does: 'administers',
        name: 'Beate Wimmer',
        company: 'Wimmer Tischlerei GmbH',
      },
    ]);
    expect((await demo.inject({ url: '/api/environment', headers: local })).json()).toMatchObject({
      demo: true,
    });
  });

  test('ONB-08 AUTH-12 one call starts a normal session', async () => {
    const answer = await logIn('buyer@demo.test', { ...local, 'user-agent': 'Firefox' });
    expect(answer.statusCode).toBe(200);
    const { jwt, refresh_token } = answer.json();
    expect(await web.tokens.verifyAccess(jwt)).toMatchObject({ roles: ['user-see-all-orders'] });
    const sessions = await web.sql(
      `select u.email, r.user_agent, r.actor_id = r.lb_user_id as own, r.revoked_at
       from refresh_token r join lb_user u on u.id = r.lb_user_id`,
    );
    expect(sessions).toEqual([
      { email: 'buyer@demo.test', user_agent: 'Firefox', own: true, revoked_at: null },
    ]);
    // It uses up a one-time token as a login mail would.
    expect(await web.sql('select used_at is not null as used from login_token')).toEqual([{ used: true }]);
    const end = await demo.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { ...local, authorization: `Bearer ${refresh_token}` },
    });
    expect(end.statusCode).toBe(200);
  });

  test.each(['frank@demo.test', 'chef@own.example', 'receiver@demo.test', 'nobody@demo.test'])(
    'ONB-08 %s cannot be logged in',
    async (email) => {
      const answer = await logIn(email);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );

  test('ONB-08 AUTH-09 does not list blocked people or log them in', async () => {
    await web.sql("update lb_user set blocked = true where email = 'accountant@demo.test'");
    expect((await demo.inject({ ...routes[0], headers: local })).body).not.toContain('accountant');
    expect((await logIn('accountant@demo.test')).json()).toMatchObject({ code: 'account_blocked' });
  });

  test('ONB-08 answers requests from this machine only', async () => {
    for (const route of routes) {
      const elsewhere = { ...route, headers: local, remoteAddress: '192.0.2.7' };
      expect((await demo.inject(elsewhere)).statusCode).toBe(404);
      const proxied = { ...route, headers: { ...local, 'x-forwarded-for': '127.0.0.1' } };
      expect((await demo.inject(proxied)).statusCode).toBe(404);
    }
  });
});

describe('ONB-08 other installations have no such list', () => {
  test.each([
    ['without the demo', { demo: false }],
    ['beyond loopback', { demo: true, isLoopback: false }],
    [
      'behind a public address, independent of request headers',
      { demo: true, publicUrl: 'https://kontor.example' },
    ],
    ['on a test installation', { demo: true, publicUrl: 'https://kontor.demo.example' }],
  ])('ONB-08 %s', async (_, change) => {
    const other = await web.another(change);
    for (const route of routes) {
      const answer = await other.inject({ ...route, headers: local });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('demo.test');
    }
    expect((await other.inject({ url: '/api/environment', headers: local })).json()).not.toHaveProperty(
      'demo',
    );
  });
});
