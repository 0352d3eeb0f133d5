import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts';
import { addPerson, type TestClock, type TestPerson, testClock } from '../../../../tests/support/web.ts';
import { composeMail, enqueueMail, type NewMail } from './mail.ts';
import { type MailTransport, smtpTransport } from './mail-smtp.ts';
import { sendQueuedMail } from './mail-task.ts';

let test_: TestDatabase;
let server: MailServer;
let transport: MailTransport;
let clock: TestClock;
let person: TestPerson;
const publicUrl = 'https://kontor.example';

beforeAll(async () => {
  test_ = await testDatabase();
  person = await addPerson(test_, { email: 'ina@demo.test' });
});
afterAll(() => test_?.drop());
beforeEach(async () => {
  clock = testClock();
  server = await startMailServer();
  transport = smtpTransport(server.url, 'Kontor <kontor@kontor.example>');
});
afterEach(async () => {
  await server.close();
});

const content = composeMail({
  language: 'de',
  name: 'Ina <b>Berg</b>',
  sender: 'Müller & Söhne',
  subject: 'Grüße\r\nBcc: evil@example.com',
  blocks: ['Zeile <script>alert(1)</script>', { label: 'Öffnen', url: 'https://kontor.example/a?b=1&c=2' }],
});

async function queue(details: Partial<NewMail> = {}): Promise<number> {
  return test_.database.atGate((tx) =>
    enqueueMail(tx, publicUrl, {
      ...content,
      tenantId: person.tenantId,
      kind: 'task',
      recipient: person.email,
      senderName: 'Müller & Söhne\r\nX-Evil: 1',
      ...details,
    }),
  );
}

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly text_body: string | null;
  readonly message_id: string;
}

async function send(mailId: number, url = publicUrl, via: MailTransport | null = transport): Promise<Row> {
  const parts = { database: test_.database, clock, publicUrl: url, transport: via };
  await sendQueuedMail(parts, { tenantId: person.tenantId, mailId });
  return stateOf(mailId);
}

async function stateOf(mailId: number): Promise<Row> {
  const [row] = await test_.sql<Row>('select * from mail where id = $1', [mailId]);
  if (!row) throw new Error('no such mail');
  return row;
}

/** Minutes until the queue retries the mail. */
async function nextTry(mailId: number): Promise<number | undefined> {
  const [job] = await test_.sql<{ run_at: Date }>(
    `select run_at from graphile_worker._private_jobs
     where payload ->> 'mail_id' = $1 order by run_at desc limit 1`,
    [String(mailId)],
  );
  return job && Math.round((job.run_at.getTime() - clock.now().getTime()) / 60_000);
}

describe('content', () => {
  test('MAIL-04 a mail has text and HTML, the tenant as sender, and a fixed Message-ID', async () => {
    const mail = await queue();
    const row = await send(mail);
    expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null });
    expect(server.mails).toHaveLength(1);
    const raw = server.mails[0] ?? '';
    expect(raw).toContain('multipart/alternative');
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toMatch(/^From: =\?UTF-8\?[^:]*<kontor@kontor\.example>\r$/m);
    expect(raw).toContain(`Message-ID: ${row.message_id}`);
    expect(row.message_id).toMatch(/^<[\w-]+@kontor\.example>$/);
  });

  test('MAIL-04 names and subjects cannot forge headers', async () => {
    await send(await queue());
    const headers = (server.mails[0] ?? '').split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^(Bcc|X-Evil):/im);
  });

  test("TECH-18 links lead to the tenant's own host name, where tenants have one", async () => {
    const mailId = await queue();
    const parts = { database: test_.database, clock, publicUrl, transport };
    await sendQueuedMail({ ...parts, tenantDomain: 'kontor.example' }, { tenantId: person.tenantId, mailId });
    expect(server.mails[0]).toContain('https://demo.kontor.example/a?b');
    expect(server.mails[0]).not.toContain('https://kontor.example/a?b');
  });

  test('nothing in a mail is interpreted as markup', () => {
    expect(content.html).not.toContain('<script>');
    expect(content.html).not.toContain('<b>');
    expect(content.html).toContain('href="https://kontor.example/a?b=1&amp;c=2"');
    expect(content.text).toContain('Öffnen:\nhttps://kontor.example/a?b=1&c=2');
  });
});

describe('sending', () => {
  test.each(['postponed', 'refused', 'accepted'] as const)(
    'JOB-06 MAIL-04 the result of a frozen worker (%s) does not change a mail that another one has sent meanwhile',
    async (outcome) => {
      const mail = await queue();
      const frozen: MailTransport = {
        compose: transport.compose,
        send: async () => {
          await send(mail);
          return outcome === 'accepted' ? { outcome } : { outcome, reason: 'the connection is gone' };
        },
      };
      const before = await test_.sql('select from graphile_worker._private_jobs');
      const row = await send(mail, publicUrl, frozen);
      expect(row).toMatchObject({ state: 'sent', attempts: 2, error: null });
      expect(server.mails).toHaveLength(1);
      // No further attempt is queued.
      expect(await test_.sql('select from graphile_worker._private_jobs')).toHaveLength(before.length);
    },
  );

  test.each(['order', 'task'] as const)(
    'JOB-06 PROC-17 a worker frozen before the end of a mail (%s) does not send it once another one has taken over',
    async (kind) => {
      const mail = await queue({ kind });
      const frozen: MailTransport = {
        compose: transport.compose,
        send: (outgoing, beforeEnd) =>
          transport.send(outgoing, async () => {
            expect(await send(mail)).toMatchObject({ state: 'sent', attempts: 2 });
            await beforeEnd?.();
          }),
      };
      expect(await send(mail, publicUrl, frozen)).toMatchObject({ state: 'sent', attempts: 2, error: null });
      expect(server.mails).toHaveLength(1);
    },
  );

  test('PROC-17 an order is uncertain, and not sent twice, if its worker froze at the end of sending', async () => {
    const order = await queue({ kind: 'order' });
    const frozen: MailTransport = {
      compose: transport.compose,
      send: (outgoing, beforeEnd) =>
        transport.send(outgoing, async () => {
          await beforeEnd?.();
          expect(await send(order)).toMatchObject({ state: 'uncertain', attempts: 1 });
        }),
    };
    expect(await send(order, publicUrl, frozen)).toMatchObject({ state: 'uncertain', attempts: 1 });
    expect(server.mails).toHaveLength(1);
  });

  test('JOB-06 MAIL-04 a mail sent late by a frozen worker has the Message-ID of the one sent by its successor', async () => {
    const task = await queue();
    const frozen: MailTransport = {
      compose: transport.compose,
      send: (outgoing, beforeEnd) =>
        transport.send(outgoing, async () => {
          await beforeEnd?.();
          expect(await send(task)).toMatchObject({ state: 'sent', attempts: 2 });
        }),
    };
    const { message_id: id } = await send(task, publicUrl, frozen);
    expect(server.mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([id, id]);
  });

  test('JOB-06 a mail of any size that may not be sent breaks off before its end', async () => {
    const mail = await queue({ kind: 'order', text: 'x'.repeat(3_000_000) });
    const given: MailTransport = {
      compose: transport.compose,
      send: (outgoing) => transport.send(outgoing, () => Promise.reject(new Error('taken over'))),
    };
    const row = await send(mail, publicUrl, given);
    expect(row).toMatchObject({ state: 'queued', attempts: 1 });
    expect(row.error).toContain('taken over');
    expect(await send(mail)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.mails).toHaveLength(1);
  });

  test('PROC-17 an order is sent again if its process died before the end of the mail was sent', async () => {
    const order = await queue({ kind: 'order' });
    await test_.sql("update mail set state = 'sending', attempts = 1, attempt_before_end = 1 where id = $1", [
      order,
    ]);
    expect(await send(order)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.mails).toHaveLength(1);
  });

  test('a mail that was sent is not sent again', async () => {
    const mail = await queue();
    await send(mail);
    await send(mail);
    expect(server.mails).toHaveLength(1);
  });

  test('AUTH-05 deletes the text of a login mail once it is sent', async () => {
    expect((await send(await queue({ kind: 'login' }))).text_body).toBeNull();
    expect((await send(await queue({ kind: 'task' }))).text_body).not.toBeNull();
  });

  test('without a mail server it counts as sent and stays readable', async () => {
    const row = await send(await queue({ kind: 'login' }), publicUrl, null);
    expect(row).toMatchObject({ state: 'sent' });
    expect(row.text_body).toContain('https://kontor.example/a');
  });

  test('MAIL-04 is repeated five times within an hour, then fails', async () => {
    server.script({ RCPT: '451 later' });
    const mail = await queue();
    const waits: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await send(mail)).toMatchObject({ state: 'queued', attempts: attempt });
      waits.push(await nextTry(mail));
      clock.forward((waits.at(-1) ?? 0) * 60_000);
    }
    expect(waits).toEqual([1, 4, 10, 15, 30]);
    expect(await send(mail)).toMatchObject({ state: 'failed', attempts: 6 });
    server.script({});
    expect(await send(mail)).toMatchObject({ state: 'failed' });
    expect(server.mails).toHaveLength(0);
  });

  test('a mail that the server refuses for good is not repeated', async () => {
    server.script({ RCPT: '550 no such person' });
    const row = await send(await queue());
    expect(row).toMatchObject({ state: 'failed', attempts: 1 });
    expect(row.error).toContain('550');
  });

  test('MAIL-04 administrators are told once that mails to a person are refused, until one arrives again', async () => {
    const admin = await addPerson(test_, { email: 'chef@demo.test', roles: ['user-admin'], lang: 'de' });
    const invited = await addPerson(test_, { email: 'tippfehler@demo.test', name: 'Rolf Rumpf' });
    const told = () =>
      test_.sql<{ subject: string; text_body: string }>(
        "select subject, text_body from mail where lb_user_id = $1 and kind = 'warning' order by id",
        [admin.id],
      );
    const mailed = async (kind: 'welcome' | 'task' | 'warning', script: Record<string, string>) => {
      server.script(script);
      return await send(await queue({ kind, recipient: invited.email, personId: invited.id }));
    };
    const refusal = { RCPT: '550 no such person' };
    await mailed('warning', refusal);
    await mailed('task', { RCPT: '450 try again later' });
    expect(await told()).toEqual([]);
    await mailed('welcome', refusal);
    await mailed('task', refusal);
    expect(await told()).toMatchObject([{ subject: 'E-Mails an Rolf Rumpf kommen nicht an' }]);
    const [first] = await told();
    expect(first?.text_body).toContain('550 no such person');
    expect(first?.text_body).toContain(`${publicUrl}/admin/user/form?id=${invited.id}`);
    await mailed('task', {});
    await mailed('task', refusal);
    expect(await told()).toHaveLength(2);
  });

  test('an unreachable mail server is retried later', async () => {
    await server.close();
    const task = await send(await queue());
    const order = await send(await queue({ kind: 'order' }));
    expect([task.state, order.state]).toEqual(['queued', 'queued']);
  });

  test('PROC-17 if the connection breaks at the end, an order is uncertain; other mails are sent again', async () => {
    server.script({ '.': 'hang up' });
    const order = await queue({ kind: 'order' });
    expect(await send(order)).toMatchObject({ state: 'uncertain', attempts: 1 });
    expect(await nextTry(order)).toBeLessThanOrEqual(0);
    const task = await queue();
    expect(await send(task)).toMatchObject({ state: 'queued' });
    server.script({});
    expect(await send(order)).toMatchObject({ state: 'uncertain', attempts: 1 });
    expect(await send(task)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test.each([
    ['breaks at the greeting', { EHLO: 'hang up' }],
    ['breaks at the sender', { MAIL: 'hang up' }],
    ['breaks at the recipient', { RCPT: 'hang up' }],
    ['breaks before the mail itself', { DATA: 'hang up' }],
    ['is asked to try later', { MAIL: '421 too busy' }],
    ['accepts the whole mail late', { '.': '451 later' }],
  ] as const)('PROC-17 if the connection %s, an order is sent again and arrives once', async (_, replies) => {
    const order = await queue({ kind: 'order' });
    server.script(replies);
    expect(await send(order)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(await nextTry(order)).toBe(1);
    server.script({});
    expect(await send(order)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.mails).toHaveLength(1);
  });

  test('PROC-17 a large order that breaks off in the middle of the mail is sent again', async () => {
    server.breakAfter(100_000);
    const order = await queue({ kind: 'order', text: 'x'.repeat(20_000_000) });
    expect(await send(order)).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('PROC-17 an order whose process died while sending is uncertain, never sent twice', async () => {
    const order = await queue({ kind: 'order' });
    const login = await queue({ kind: 'login' });
    await test_.sql("update mail set state = 'sending', attempts = 1 where id = any ($1)", [[order, login]]);
    expect(await send(order)).toMatchObject({ state: 'uncertain' });
    expect(await send(login)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.mails).toHaveLength(1);
  });

  test('PROC-17 replies to an order go to its sender', async () => {
    await send(await queue({ kind: 'order', replyTo: 'buyer@demo.test' }));
    expect(server.mails[0]).toMatch(/^Reply-To: buyer@demo\.test\r$/m);
  });

  test('MAIL-05 a blocked or inactive person gets no mail', async () => {
    const other = await addPerson(test_, { email: 'other@demo.test' });
    for (const change of ['blocked = true', 'blocked = false, active = false']) {
      await test_.sql(`update lb_user set ${change} where id = $1`, [other.id]);
      const row = await send(await queue({ recipient: other.email, personId: other.id }));
      expect(row).toMatchObject({ state: 'failed', attempts: 0 });
    }
    expect(server.mails).toHaveLength(0);
  });

  test('GEN-15 outside production all mail of a tenant can go to one address', async () => {
    await test_.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'mail_redirect_to', 'all@demo.test')",
      [person.tenantId],
    );
    await send(await queue(), 'https://test.kontor.example');
    expect(server.mails[0]).toMatch(/^To: all@demo\.test\r$/m);
    await send(await queue(), 'https://kontor.example');
    expect(server.mails[1]).toMatch(/^To: ina@demo\.test\r$/m);
  });
});
