import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, eventually, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { minutes } from '../../../platform/server/clock.ts';

let web: TestWeb;
/** Every test uses its own client addresses, so that rate limits do not affect other tests. */
let client = 0;

beforeAll(async () => {
  web = await testWeb({ trustedProxies: ['127.0.0.1'] });
  await web.startWorker();
  await addPerson(web, { tenant: 'demo', email: 'ina@demo.test', name: 'Ina Berg', lang: 'de' });
  await addPerson(web, { tenant: 'demo', email: 'known@demo.test' });
  await addPerson(web, { tenant: 'demo', email: 'Marked@demo.test' });
  await addPerson(web, { tenant: 'other', email: 'Both@demo.test', lang: 'cz' });
  await addPerson(web, { tenant: 'demo', email: 'both@demo.test', lang: 'cz' });
});
afterAll(() => web?.drop());
afterEach(() => {
  client += 1;
});

function post(url: string, body?: object, more: InjectOptions = {}) {
  const address = `10.${client >> 8}.${client & 255}.1`;
  return web.app.inject({
    method: 'POST',
    url,
    ...(body && { payload: body }),
    ...more,
    headers: { host: 'localhost', 'x-forwarded-for': address, ...more.headers },
  });
}

interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly links: string[];
}

async function outbox(to: string): Promise<Mail[]> {
  const response = await web.app.inject({ url: `/api/dev/outbox?to=${to}`, headers: { host: 'localhost' } });
  return response.json();
}

/** Requests a link and returns the resulting mail. */
async function mailFor(email: string, body: object = {}): Promise<Mail> {
  const before = (await outbox(email)).length;
  expect((await post('/api/auth/login', { email, tenant: 'demo', ...body })).statusCode).toBe(202);
  return eventually(async () => {
    const mails = await outbox(email);
    return mails.length > before ? mails[0] : undefined;
  });
}

const tokenOf = (mail: Mail) => mail.links[0]?.split('/').at(-1) ?? '';

describe('asking for a link', () => {
  test('AUTH-05 MAIL-04 sends a mail with a link, in the recipient’s language, from the tenant', async () => {
    const mail = await mailFor('ina@demo.test');
    expect(mail).toMatchObject({ from: 'demo', subject: 'Ihr Anmeldelink für demo' });
    expect(mail.text).toContain('Guten Tag Ina Berg,');
    expect(mail.links).toEqual([expect.stringMatching(/^http:\/\/localhost:8080\/login\/[\w-]{43}$/)]);
  });

  test('AUTH-05 stores the digest of a token, never the token', async () => {
    const token = tokenOf(await mailFor('ina@demo.test'));
    const rows = await web.sql<{ text: string }>('select t::text as text from login_token t');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });

  test('AUTH-06 the answer is the same for known, unknown, blocked and inactive people and groups', async () => {
    await addPerson(web, { email: 'blocked@demo.test' });
    await addPerson(web, { email: 'inactive@demo.test' });
    await addPerson(web, { email: 'group@demo.test' });
    await addPerson(web, { tenant: 'gone', email: 'archived@demo.test' });
    await web.sql("update lb_user set blocked = true where email = 'blocked@demo.test'");
    await web.sql("update lb_user set active = false where email = 'inactive@demo.test'");
    await web.sql("update lb_user set is_group = true where email = 'group@demo.test'");
    await web.sql("update tenant set status = 'archived' where name = 'gone'");
    const people = ['ina', 'nobody', 'blocked', 'inactive', 'group', 'archived'];
    const answers = await Promise.all(
      people.map((name) => post('/api/auth/login', { email: `${name}@demo.test`, tenant: '' })),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['202 {"success":true}']),
    );
    await mailFor('ina@demo.test');
    for (const name of people.slice(1)) expect(await outbox(`${name}@demo.test`)).toEqual([]);
  });

  test('AUTH-06 known and unknown addresses run the same statements', async () => {
    const counted = async (email: string) => {
      const before = await queued();
      await post('/api/auth/login', { email });
      return (await queued()) - before;
    };
    const queued = async () => (await web.sql('select from login_request')).length;
    expect(await counted('ina@demo.test')).toBe(1);
    expect(await counted('nobody@demo.test')).toBe(1);
  });

  test('AUTH-03 without a tenant, one mail lists a link for every tenant that knows the address', async () => {
    const mail = await mailFor('both@demo.test', { tenant: '' });
    expect(mail.subject).toBe('Vaše přihlašovací odkazy');
    expect(mail.links).toHaveLength(2);
    const previews = await Promise.all(
      mail.links.map((link) => post(`/api/auth/login/${link.split('/').at(-1)}/preview`)),
    );
    expect(previews.map((preview) => preview.json().tenant)).toEqual(['demo', 'other']);
  });

  test('VAL-42 AUTH-04 names the field when the address is missing', async () => {
    for (const body of [{}, { email: '' }, { email: '   ' }, { email: null }]) {
      const response = await post('/api/auth/login', body, { headers: { 'accept-language': 'de-DE' } });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        success: false,
        code: 'validation_failed',
        message: 'Die Eingaben sind ungültig.',
        fields: { email: 'specific_field_required' },
      });
    }
  });

  test('AUTH-05 refuses addresses that would forge mail headers or recipients', async () => {
    const forged = [
      'ina@demo.test\r\nBcc: evil@example.com',
      'ina@demo.test, evil@example.com',
      'ina@demo.test;evil@example.com',
      'Ina <ina@demo.test>',
      'ina@demo.test\u0000',
      'no address',
      `${'a'.repeat(250)}@demo.test`,
    ];
    for (const email of forged) {
      const response = await post('/api/auth/login', { email });
      expect([email, response.statusCode]).toEqual([email, 422]);
    }
  });

  test('refuses values of wrong types and names their field', async () => {
    const response = await post('/api/auth/login', { email: { $ne: '' }, tenant: ['demo'] });
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({ email: 'invalid_type', tenant: 'invalid_type' });
  });

  test('GEN-15 builds links from PUBLIC_URL, not from request headers', async () => {
    const headers = { host: '127.0.0.1', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' };
    await post('/api/auth/login', { email: 'ina@demo.test' }, { headers });
    const mail = await mailFor('ina@demo.test');
    expect(mail.text).not.toContain('evil');
    expect(
      (await post('/api/auth/login', { email: 'ina@demo.test' }, { headers: { host: 'evil.example' } }))
        .statusCode,
    ).toBe(421);
  });
});

describe('limits', () => {
  const ask = (email: string, address: string) =>
    post('/api/auth/login', { email }, { headers: { 'x-forwarded-for': address } });

  test('AUTH-05 allows five mails per address and client, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('five@demo.test', '10.200.0.1')));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(5);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('900');
    expect(refused?.json()).toMatchObject({ success: false, code: 'too_many_requests' });
    expect((await ask('five@demo.test', '10.200.0.2')).statusCode).toBe(202);
    web.clock.forward(minutes(16));
    expect((await ask('five@demo.test', '10.200.0.1')).statusCode).toBe(202);
  });

  test('AUTH-05 allows twenty mails per address from all clients', async () => {
    for (let n = 0; n < 20; n += 1) {
      expect((await ask('twenty@demo.test', `10.201.0.${n}`)).statusCode).toBe(202);
    }
    expect((await ask('twenty@demo.test', '10.201.0.99')).statusCode).toBe(429);
    expect((await ask('Twenty@Demo.test ', '10.201.0.99')).statusCode).toBe(429);
    expect((await ask('someone-else@demo.test', '10.201.0.99')).statusCode).toBe(202);
  });

  test('AUTH-05 twenty requests by others do not block a network from which the person has logged in', async () => {
    const email = 'known@demo.test';
    const [own, strange] = ['10.204.0.1', '10.204.0.2'];
    const { links } = await mailFor(email);
    const login = `/api/auth/login/${links[0]?.split('/').at(-1)}`;
    expect((await post(login, undefined, { headers: { 'x-forwarded-for': own } })).statusCode).toBe(200);
    web.clock.forward(minutes(16));
    for (let n = 0; n < 20; n += 1) expect((await ask(email, `10.205.0.${n}`)).statusCode).toBe(202);
    expect((await ask(email, strange)).statusCode).toBe(429);
    const mine = await Promise.all(Array.from({ length: 6 }, () => ask(email, own)));
    expect(mine.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('AUTH-05 a device with a login is counted separately, for that person’s address alone', async () => {
    const email = 'marked@demo.test';
    const { links } = await mailFor(email);
    const answer = await post(`/api/auth/login/${links[0]?.split('/').at(-1)}`);
    const [mark = '', ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(attributes).toEqual(['Path=/api/auth', 'Max-Age=31536000', 'HttpOnly', 'SameSite=Strict']);
    web.clock.forward(minutes(16));
    const office = '10.206.0.1';
    const marked = (address: string, cookie = mark) =>
      post('/api/auth/login', { email: address }, { headers: { 'x-forwarded-for': office, cookie } });
    for (let n = 0; n < 5; n += 1) expect((await ask(email, office)).statusCode).toBe(202);
    for (let n = 0; n < 15; n += 1) expect((await ask(email, `10.207.0.${n}`)).statusCode).toBe(202);
    expect((await ask(email, office)).statusCode).toBe(429);
    for (const forged of [`${mark}x`, mark.replace(/=./, '=_'), mark.replace('.', '')])
      expect((await marked(email, forged)).statusCode).toBe(429);
    for (let n = 0; n < 5; n += 1) expect((await marked(email)).statusCode).toBe(202);
    expect((await marked(email)).statusCode).toBe(429);
    // The mark does not raise the limit for another address.
    for (let n = 0; n < 5; n += 1) expect((await marked('beside@demo.test')).statusCode).toBe(202);
    expect((await marked('beside@demo.test')).statusCode).toBe(429);
  });

  test('AUTH-05 allows two hundred mails per client for all addresses', async () => {
    for (let n = 0; n < 200; n += 1) {
      expect((await ask(`p${n}@demo.test`, '10.202.0.1')).statusCode).toBe(202);
    }
    expect((await ask('one-more@demo.test', '10.202.0.1')).statusCode).toBe(429);
    expect((await ask('one-more@demo.test', '10.202.0.2')).statusCode).toBe(202);
  });

  test('TECH-11 trusts forwarding headers only from a configured proxy', async () => {
    const direct = await web.another({ trustedProxies: [] });
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const response = await direct.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'direct@demo.test' },
        headers: { host: 'localhost', 'x-forwarded-for': `10.203.0.${n}` },
      });
      answers.push(response.statusCode);
    }
    expect(answers).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

describe('using a link', () => {
  test('AUTH-08 the preview shows the link’s owner and does not use the link up', async () => {
    const token = tokenOf(await mailFor('ina@demo.test'));
    for (let n = 0; n < 3; n += 1) {
      const preview = await post(`/api/auth/login/${token}/preview`);
      expect(preview.json()).toEqual({ email: 'ina@demo.test', tenant: 'demo' });
    }
    expect((await post(`/api/auth/login/${token}`)).statusCode).toBe(200);
  });

  test('AUTH-08 a mail scanner that only sends GET and HEAD does not use the link up', async () => {
    const token = tokenOf(await mailFor('ina@demo.test'));
    for (const url of [`/login/${token}`, `/api/auth/login/${token}`, `/api/auth/login/${token}/preview`]) {
      for (const method of ['GET', 'HEAD'] as const) {
        await web.app.inject({ method, url, headers: { host: 'localhost' } });
      }
    }
    expect((await post(`/api/auth/login/${token}`)).statusCode).toBe(200);
  });

  test('AUTH-05 a link works once; of parallel exchanges exactly one succeeds', async () => {
    const token = tokenOf(await mailFor('ina@demo.test'));
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(`/api/auth/login/${token}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const late = await post(`/api/auth/login/${token}`);
    expect(late.json()).toMatchObject({ success: false, code: 'link_expired' });
    expect((await post(`/api/auth/login/${token}/preview`)).json().code).toBe('link_expired');
  });

  test('AUTH-05 a link is valid for 15 minutes, and a newer one does not void it', async () => {
    const first = tokenOf(await mailFor('ina@demo.test'));
    const second = tokenOf(await mailFor('ina@demo.test'));
    web.clock.forward(minutes(14));
    expect((await post(`/api/auth/login/${first}`)).statusCode).toBe(200);
    web.clock.forward(minutes(1));
    expect((await post(`/api/auth/login/${second}`)).json().code).toBe('link_expired');
  });

  test('AUTH-05 invented tokens are refused like expired ones', async () => {
    for (const token of ['x', 'a'.repeat(43), '%00', 'a'.repeat(90), "' or 1=1 --"]) {
      const response = await post(`/api/auth/login/${encodeURIComponent(token)}`);
      expect([response.statusCode, response.json().code]).toEqual([404, 'link_expired']);
    }
  });

  test('AUTH-09 a person blocked after the mail was sent reads why and is not logged in', async () => {
    await addPerson(web, { email: 'late@demo.test' });
    const token = tokenOf(await mailFor('late@demo.test'));
    await web.sql("update lb_user set blocked = true where email = 'late@demo.test'");
    for (const path of ['/preview', '']) {
      const response = await post(`/api/auth/login/${token}${path}`, undefined, {
        headers: { 'accept-language': 'en' },
      });
      expect([response.statusCode, response.json().message]).toEqual([
        403,
        'Account blocked, contact your administrator.',
      ]);
    }
  });

  test.each([
    ['a page with query and fragment', '/procurement/form?id=12&tab=lines#comment', true],
    ['another site', 'https://evil.example/', false],
    ['another site without scheme', '//evil.example/', false],
    ['another site behind a backslash', '/\\evil.example/', false],
    ['another site behind a tab', '/\t/evil.example', false],
    ['a script', 'javascript:alert(1)', false],
    ['the login page', '/login/abc', false],
    ['an API call', '/api/auth/logout', false],
    ['an endless path', `/${'a'.repeat(3000)}`, false],
    ['an object', { toString: 'x' }, false],
  ])('AUTH-08 return_to: %s', async (_, returnTo, isKept) => {
    const token = tokenOf(await mailFor('ina@demo.test', { return_to: returnTo }));
    expect((await post(`/api/auth/login/${token}`)).json().return_to).toBe(isKept ? returnTo : null);
    web.clock.forward(minutes(16));
  });

  test('MAIL-05 a queued mail is not sent to a person blocked meanwhile', async () => {
    const person = await addPerson(web, { email: 'waiting@demo.test' });
    await web.sql('update lb_user set blocked = true where id = $1', [person.id]);
    const [mail] = await web.sql<{ id: string }>(
      `with queued as (
         insert into mail (tenant_id, message_id, kind, recipient, lb_user_id, subject, text_body)
         values ($1, '<waiting@test>', 'login', 'waiting@demo.test', $2, 'a link', 'a link') returning id)
       select id from queued, lateral (select app.enqueue_mail($1, queued.id)) as job`,
      [person.tenantId, person.id],
    );
    const state = await eventually(async () => {
      const [row] = await web.sql<{ state: string }>('select state from mail where id = $1', [mail?.id]);
      return row?.state === 'queued' ? undefined : row?.state;
    });
    expect(state).toBe('failed');
  });

  test('ERR-15 the log contains no token and no address', async () => {
    const token = tokenOf(await mailFor('ina@demo.test'));
    const { jwt, refresh_token } = (await post(`/api/auth/login/${token}`)).json();
    const written = JSON.stringify(web.log.lines());
    expect(written).toContain('/api/auth/login/:token');
    for (const secret of [token, jwt, refresh_token, 'ina@demo.test']) expect(written).not.toContain(secret);
  });
});
