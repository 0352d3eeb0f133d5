import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accessTokenFor,
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { days, minutes } from '../../../platform/server/clock.ts';
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

describe('invitations', () => {
  const outbox = async (to: string): Promise<{ subject: string; text: string; links: string[] }[]> =>
    (await call('GET', `/api/dev/outbox?to=${to}`)).body;
  const insert = 'mutation ($object: lb_user_insert_input!) { insert_lb_user_one(object: $object) { id } }';

  const idOf = (row: unknown): number => (row as { readonly id: number }).id;

  test('AUTH-27 MAIL-01 a new person receives a mail whose link logs in', async () => {
    const email = `new${count}@demo.test`;
    const object = { name: 'Nora Neu', email, lang: 'en' };
    expect(await codeOf(await asAdmin(), insert, { object })).toBeUndefined();
    const mail = await eventually(async () => (await outbox(email))[0]);
    expect(mail.subject).toBe('Your invitation to demo');
    expect(mail.text).toContain('Nora Neu');
    expect(mail.links).toContain('http://localhost:8080/login?tenant=demo');
    const token = mail.links[0]?.split('/').at(-1);
    const answer = await call('POST', `/api/auth/login/${token}`);
    expect(claimsOf(answer.body.jwt)).toMatchObject({ email });
  });

  test('AUTH-27 an invitation logs in once within seven days, and can be sent again', async () => {
    const email = `woche${count}@demo.test`;
    const { data } = await ask(await asAdmin(), insert, {
      object: { name: 'Willi Woche', email, lang: 'en' },
    });
    const id = idOf(data?.insert_lb_user_one);
    const mail = await eventually(async () => (await outbox(email))[0]);
    const token = mail.links[0]?.split('/').at(-1);
    const reported = await call('GET', `/api/auth/invitation/${id}`, await asAdmin());
    expect(reported.body.invitation).toMatchObject({
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect((await call('GET', `/api/auth/invitation/${id}`, await asPerson())).status).toBe(403);
    expect((await call('POST', '/api/auth/invitation', await asPerson(), { user_id: id })).status).toBe(403);

    web.clock.forward(days(7) - minutes(5));
    expect((await call('POST', '/api/auth/invitation', await asAdmin(), { user_id: id })).status).toBe(201);
    const links = (
      await eventually(async () => ((await outbox(email)).length > 1 ? outbox(email) : undefined))
    ).map((each) => each.links[0]?.split('/').at(-1));
    expect(new Set(links).size).toBe(2);
    expect((await call('POST', `/api/auth/login/${token}`)).status).toBe(200);
    expect((await call('POST', `/api/auth/login/${token}`)).body.code).toBe('link_expired');
    web.clock.forward(days(7));
    for (const link of links)
      expect((await call('POST', `/api/auth/login/${link}`)).body.code).toBe('link_expired');
  });

  test('AUTH-27 an invitation to a wrong address stops working once the address is corrected', async () => {
    const email = `falsch${count}@demo.test`;
    const { data } = await ask(await asAdmin(), insert, {
      object: { name: 'Frida Falsch', email, lang: 'en' },
    });
    const id = idOf(data?.insert_lb_user_one);
    const mail = await eventually(async () => (await outbox(email))[0]);
    const correct = `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { email: "richtig${count}@demo.test" }) { id } }`;
    expect(await codeOf(await asAdmin(), correct)).toBeUndefined();
    const answer = await call('POST', `/api/auth/login/${mail.links[0]?.split('/').at(-1)}`);
    expect(answer.body.code).toBe('link_expired');
  });

  test('AUTH-09 AUTH-20 a person blocked during a session reads why it ended', async () => {
    const { jwt, refresh_token } = await logIn(person);
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    expect(await codeOf(jwt, '{ tenant { name } }')).toBe('unauthenticated');
    expect((await call('POST', '/api/auth/access-token', refresh_token)).body.code).toBe('account_blocked');
    // The session stays ended, also for another tab and after unblocking.
    await web.sql('update lb_user set blocked = false where id = $1', [person.id]);
    expect(await refresh(refresh_token)).toBe(401);
  });

  test('AUTH-27 does not invite groups, blocked people and people whose insert was refused', async () => {
    const objects = [
      { name: `Gruppe ${count}`, is_group: true, email: `group${count}@demo.test` },
      { name: 'Gesperrt', blocked: true, email: `blocked${count}@demo.test` },
      { name: 'Doppelt', email: person.email },
    ];
    const bearer = await asAdmin();
    for (const object of objects) await codeOf(bearer, insert, { object });
    await codeOf(bearer, insert, { object: { name: 'Ende', email: `last${count}@demo.test` } });
    await eventually(async () => (await outbox(`last${count}@demo.test`))[0]);
    for (const { email } of objects) expect(await outbox(email)).toEqual([]);
  });
});
