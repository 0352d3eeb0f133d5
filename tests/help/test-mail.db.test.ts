import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendTestMail } from '../../src/features/help/server/test-mail.ts';
import type { TestMailResult } from '../../src/features/help/test-mail.ts';
import { minutes } from '../../src/platform/server/clock.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const call = { method: 'POST', url: '/api/help/test-mail' } as const;

let server: MailServer;
let demo: DemoWeb;
let requester: WebCaller;

beforeAll(async () => {
  server = await startMailServer();
  demo = await demoWeb({ smtpUrl: server.url });
  requester = await demo.person('requester@demo.test');
});
afterAll(async () => {
  await demo.close();
  await server.close();
});
beforeEach(async () => {
  server.script({});
  server.mails.length = 0;
  await demo.web.sql("delete from mail where kind = 'test'");
});

async function testMail(who: WebCaller = requester): Promise<TestMailResult> {
  const answer = await who.send(call);
  expect(answer.status, answer.body.toString()).toBe(200);
  return answer.json<TestMailResult>();
}

describe('ONB-06 API-36 test mails', () => {
  test('SHEET-21 reports "not attempted" without a worker, and repeated requests send one mail', async () => {
    const { web } = demo;
    const parts = {
      database: web.database,
      clock: web.clock,
      publicUrl: web.configuration.publicUrl,
      hasMailServer: true,
      patience: 0,
    };
    const results = await Promise.all([1, 2, 3].map(() => sendTestMail(parts, requester.context)));
    const reported = { state: 'waiting', recipient: 'requester@demo.test', reason: null, redirected: false };
    expect(results).toEqual([reported, reported, reported]);
    expect(await demo.web.sql("select 1 from mail where kind = 'test'")).toHaveLength(1);
  });

  test('reports acceptance by the mail server of a mail in the person’s language, to that person only', async () => {
    await demo.web.startWorker();
    const result = await testMail();
    const own = server.mails.filter((mail) => /^Subject: Test-E-Mail/m.test(mail));
    expect(result).toEqual({
      state: 'handed_over',
      recipient: 'requester@demo.test',
      reason: null,
      redirected: false,
    });
    expect(own).toHaveLength(1);
    expect(own[0]).toMatch(/^To: .*requester@demo\.test/m);
    const [mail] = await demo.web.sql<{ subject: string; text_body: string }>(
      "select subject, text_body from mail where kind = 'test'",
    );
    expect(mail?.subject).toMatch(/^Test-E-Mail von /);
    expect(mail?.text_body).toContain('diese Test-E-Mail haben Sie in Kontor angefordert');
  });

  test('reports permanent and temporary refusals with the mail server’s message', async () => {
    server.script({ RCPT: '550 no such mailbox here' });
    expect(await testMail()).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('no such mailbox here'),
    });
    server.script({ RCPT: '451 come later' });
    expect(await testMail()).toMatchObject({
      state: 'again_later',
      reason: expect.stringContaining('come later'),
    });
  });

  test('GEN-15 reports that mails are redirected, but not where to', async () => {
    const { tenantId } = requester.context;
    const key = [tenantId, 'mail_redirect_to', 'collector@elsewhere.test'];
    await demo.web.sql('insert into configuration (tenant_id, key, value) values ($1, $2, $3)', key);
    const result = await testMail();
    expect(result).toMatchObject({
      state: 'handed_over',
      recipient: 'requester@demo.test',
      redirected: true,
    });
    expect(server.mails.at(-1)).toMatch(/^To: .*collector@elsewhere\.test/m);
    expect(JSON.stringify(result)).not.toContain('collector');
    await demo.web.sql('delete from configuration where tenant_id = $1 and key = $2', key.slice(0, 2));
  });

  test('allows five per hour and person', async () => {
    for (let sent = 0; sent < 5; sent += 1) await testMail();
    const refused = await requester.send(call);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await testMail(await demo.person('buyer@demo.test'))).toMatchObject({ state: 'handed_over' });
    demo.web.clock.forward(minutes(61));
    expect((await requester.send(call)).status).toBe(200);
  });

  test('requires a login, no impersonation, and a valid body', async () => {
    expect((await demo.send(call)).status).toBe(401);
    const [admin, buyer] = await Promise.all([
      demo.person('admin@demo.test'),
      demo.person('buyer@demo.test'),
    ]);
    const acting = await admin.send({
      method: 'POST',
      url: '/api/auth/impersonate',
      payload: { user_id: buyer.context.userId },
    });
    const { jwt } = acting.json<{ jwt: string }>();
    const asBuyer = await demo.send({ ...call, headers: { authorization: `Bearer ${jwt}` } });
    expect([asBuyer.status, asBuyer.json().code]).toEqual([403, 'permission_denied']);
    expect((await requester.send({ ...call, payload: [] })).status).toBe(400);
    expect(await demo.web.sql("select 1 from mail where kind = 'test'")).toEqual([]);
  });

  test('reports the outbox without a mail server', async () => {
    const parts = {
      database: demo.web.database,
      clock: demo.web.clock,
      publicUrl: demo.web.configuration.publicUrl,
      hasMailServer: false,
    };
    expect(await sendTestMail(parts, requester.context)).toMatchObject({ state: 'outbox', reason: null });
  });
});
