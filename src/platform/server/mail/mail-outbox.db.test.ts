import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type TestPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { composeMail, enqueueMail } from './mail.ts';

let web: TestWeb;
let person: TestPerson;

beforeAll(async () => {
  web = await testWeb();
  person = await addPerson(web, { email: 'ina@demo.test' });
  for (const subject of ['first', 'second <script>alert(1)</script>']) await queue(subject);
});
afterAll(() => web?.drop());

function queue(subject: string): Promise<number> {
  const { tenantId, email } = person;
  const url = 'http://localhost:8080/login/abc';
  const blocks = [{ label: 'Log in', url }];
  const content = composeMail({ language: 'en', sender: 'demo', subject, blocks });
  return web.database.atGate((tx) =>
    enqueueMail(tx, 'http://localhost:8080', {
      ...content,
      tenantId,
      kind: 'login',
      recipient: email,
      senderName: 'demo',
    }),
  );
}

const paths = ['/api/dev/outbox', '/dev/outbox'];
const local = { host: 'localhost:8080' };

test('the outbox lists mails newest first, with their links', async () => {
  const response = await web.app.inject({ url: '/api/dev/outbox?to=INA@demo.test', headers: local });
  const mails = response.json();
  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual([
    'second <script>alert(1)</script>',
    'first',
  ]);
  expect(mails[0]).toMatchObject({ to: 'ina@demo.test', links: ['http://localhost:8080/login/abc'] });
  expect((await web.app.inject({ url: '/api/dev/outbox?to=x@demo.test', headers: local })).json()).toEqual(
    [],
  );
});

test('the page shows mails without running scripts in them', async () => {
  const response = await web.app.inject({ url: '/dev/outbox', headers: local });
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.body).not.toContain('<script');
  expect(response.body).toContain('<a href="http://localhost:8080/login/abc">');
});

test('the page shows mails as they look, in a frame that runs and loads nothing', async () => {
  const [mail] = (await web.app.inject({ url: '/api/dev/outbox', headers: local })).json<{ id: number }[]>();
  const frame = `/dev/outbox/${mail?.id}`;
  expect((await web.app.inject({ url: '/dev/outbox', headers: local })).body).toContain(
    `<iframe src="${frame}"`,
  );
  const response = await web.app.inject({ url: frame, headers: local });
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(response.body).toContain('class="k-button"');
  expect(response.body).not.toContain('<script');
  expect((await web.app.inject({ url: '/dev/outbox/404404', headers: local })).statusCode).toBe(404);
  const strange = { url: frame, headers: local, remoteAddress: '192.0.2.7' };
  expect((await web.app.inject(strange)).statusCode).toBe(404);
});

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-host', 'localhost'],
  ['x-real-ip', '127.0.0.1'],
  ['forwarded', 'for=127.0.0.1'],
  ['via', '1.1 proxy'],
])('the outbox does not answer through a proxy that sends %s', async (name, value) => {
  for (const url of paths) {
    expect((await web.app.inject({ url, headers: { ...local, [name]: value } })).statusCode).toBe(404);
  }
});

test('the outbox answers only to localhost, from this machine', async () => {
  const other = await web.another({ allowedHosts: ['localhost', 'kontor.example'] });
  for (const url of paths) {
    expect((await other.inject({ url, headers: { host: 'kontor.example' } })).statusCode).toBe(404);
    expect((await other.inject({ url, headers: local, remoteAddress: '192.0.2.7' })).statusCode).toBe(404);
    expect((await other.inject({ url, headers: local })).statusCode).toBe(200);
  }
});

test.each([
  ['with a mail server', { smtpUrl: 'smtp://127.0.0.1:1' }],
  ['beyond loopback', { isLoopback: false }],
])('there is no outbox %s', async (_, change) => {
  const other = await web.another(change);
  for (const url of paths) expect((await other.inject({ url, headers: local })).statusCode).toBe(404);
});
