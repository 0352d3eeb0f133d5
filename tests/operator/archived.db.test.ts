import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { createLoginToken } from '../../src/features/session/server/login-token.ts';
import { enqueueJob, runJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { enqueueMail } from '../../src/platform/server/mail/mail.ts';
import type { MailTransport } from '../../src/platform/server/mail/mail-smtp.ts';
import { sendQueuedMail } from '../../src/platform/server/mail/mail-task.ts';
import { tokenDigest } from '../../src/platform/server/secrets.ts';
import { Authenticator } from '../support/authenticator.ts';
import { readLive } from '../support/live-stream.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import { accessTokenFor, mailTokens, type TestPerson } from '../support/web.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

let fixture: OperatorFixture;
let tenantId: number;
let admin: TestPerson;

beforeAll(async () => {
  fixture = await operatorFixture();
  await switchModulesOn({
    query: async (text, values) => ({ rows: await fixture.web.sql(text, values), rowCount: null }),
  });
  tenantId = fixture.demoTenant;
  admin = { tenantId, id: fixture.admin.context.userId, email: 'admin@demo.test' };
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.restore(tenantId);
});

async function call(
  method: 'GET' | 'POST',
  url: string,
  { bearer, payload }: { readonly bearer?: string; readonly payload?: object } = {},
) {
  const { status, body } = await fixture.send({
    method,
    url,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), 'user-agent': 'test' },
    ...(payload && { payload }),
  });
  const text = body.toString();
  return {
    status,
    text,
    code: text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined,
  };
}

const loginToken = () =>
  fixture.web.database.atGate((tx) => createLoginToken(tx, admin, null, fixture.web.clock.now()));

async function logIn(): Promise<{ jwt: string; refresh_token: string }> {
  const { text } = await call('POST', `/api/auth/login/${await loginToken()}`);
  return JSON.parse(text);
}

describe('OP-03 people of an archived tenant are logged out and cannot log in', () => {
  test('OP-03 running sessions end at once and stay ended after a restore', async () => {
    const { jwt, refresh_token } = await logIn();
    const query = { payload: { query: '{ tenant { name } }' } };
    expect((await call('POST', '/v1/graphql', { bearer: jwt, ...query })).text).toContain('demo');
    await fixture.archive(tenantId);
    expect((await call('POST', '/v1/graphql', { bearer: jwt, ...query })).text).toContain('unauthenticated');
    for (const url of ['/api/auth/access-token', '/api/auth/refresh-token'])
      expect(await call('POST', url, { bearer: refresh_token })).toMatchObject({
        status: 403,
        code: 'account_blocked',
      });
    await fixture.restore(tenantId);
    expect((await call('POST', '/v1/graphql', { bearer: jwt, ...query })).text).toContain('unauthenticated');
    expect((await call('POST', '/api/auth/access-token', { bearer: refresh_token })).status).toBe(401);
    expect((await logIn()).jwt).toBeTypeOf('string');
  });

  test('OP-03 live streams end', async () => {
    const origin = await fixture.web.app.listen({ host: '127.0.0.1', port: 0 });
    const { jwt } = await logIn();
    const reader = await readLive(origin, jwt);
    await reader.until('open');
    await fixture.archive(tenantId);
    await reader.ended;
    expect((await readLive(origin, jwt)).status).toBe(401);
  });

  test('OP-03 AUTH-09 a login link made before is refused', async () => {
    const token = await loginToken();
    await fixture.archive(tenantId);
    expect(await call('POST', `/api/auth/login/${token}`)).toMatchObject({
      status: 403,
      code: 'account_blocked',
    });
  });

  test('OP-03 a passkey is refused', async () => {
    const authenticator = new Authenticator(fixture.web.configuration.publicUrl);
    const bearer = await accessTokenFor(fixture.web, admin, ['user-admin']);
    const send = async (path: string, payload: object, token?: string) =>
      await call('POST', `/api/auth/passkey/${path}`, { payload, ...(token && { bearer: token }) });
    const create = await send('register-options', {}, bearer);
    const credential = authenticator.create(JSON.parse(create.text));
    expect((await send('register', { name: 'Laptop', credential }, bearer)).status).toBe(201);
    await fixture.archive(tenantId);
    const options = await send('login-options', {});
    const answer = await send('login', { credential: authenticator.get(JSON.parse(options.text)) });
    expect(answer).toMatchObject({ status: 403, code: 'account_blocked' });
  });

  test('OP-03 AUTH-23 an API token is refused', async () => {
    const token = randomUUID().replaceAll('-', '').padEnd(43, 'x');
    await fixture.web.sql(
      "update lb_user set api_token_hash = $1, token_maker_id = id, token_issued_at = now(), token_expires_at = now() + interval '1 day' where id = $2",
      [tokenDigest(token), admin.id],
    );
    const history = '/api/audit/history/supplier/1';
    expect((await call('GET', history, { bearer: token })).status).toBe(200);
    await fixture.archive(tenantId);
    expect((await call('GET', history, { bearer: token })).status).toBe(401);
  });

  test('OP-03 a file ticket is refused', async () => {
    const bearer = await accessTokenFor(fixture.web, admin, ['user-admin']);
    const [stored] = await fixture.web.sql<{ id: string }>(
      `insert into file (tenant_id, name, mime, size, sha256, purpose, created_by_id)
       values ($1, 'a.txt', 'text/plain', 1, $2, 'document', $3) returning id`,
      [tenantId, Buffer.alloc(32, 7), admin.id],
    );
    const { text, status } = await call('POST', '/api/ticket', { bearer, payload: { file_id: stored?.id } });
    expect([status, text]).toEqual([expect.any(Number), expect.stringContaining('/api/file/')]);
    const { url } = JSON.parse(text) as { url: string };
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    expect((await call('GET', path)).status).not.toBe(401);
    await fixture.archive(tenantId);
    expect((await call('GET', path)).status).toBe(401);
  });

  test('OP-03 AUTH-03 no host name finds the tenant', async () => {
    const at = async () =>
      (await fixture.send({ method: 'GET', url: '/api/environment', headers: { host: 'demo.localhost' } }))
        .body;
    const before = (await at()).toString();
    await fixture.archive(tenantId);
    expect((await at()).toString()).not.toContain('"demo"');
    await fixture.restore(tenantId);
    expect((await at()).toString()).toBe(before);
  });
});

describe('OP-03 public pages of an archived tenant are off', () => {
  test('OP-03 CON-30 the calendar of contracts', async () => {
    const bearer = await accessTokenFor(fixture.web, admin, ['user-admin']);
    const made = await call('POST', '/api/contract/calendar', { bearer, payload: { replaced: null } });
    const { pathname } = new URL((JSON.parse(made.text) as { url: string }).url);
    expect((await call('GET', pathname)).status).toBe(200);
    await fixture.archive(tenantId);
    expect((await call('GET', pathname)).status).toBe(404);
    await fixture.restore(tenantId);
    expect((await call('GET', pathname)).status).toBe(200);
  });

  test('OP-03 MAIL-06 the approval page', async () => {
    const token = 'B'.repeat(43);
    await fixture.web.sql(
      `insert into approval_link (tenant_id, lb_user_id, timeline_entry_id, content_version, token_hash, expires_at)
       select tenant_id, $2, id, 1, $3, now() + interval '1 day' from timeline_entry where tenant_id = $1 limit 1`,
      [tenantId, admin.id, tokenDigest(token)],
    );
    const preview = () => call('POST', '/api/approval/preview', { payload: { token } });
    expect((await preview()).status).toBe(200);
    await fixture.archive(tenantId);
    expect(await preview()).toMatchObject({ status: 404, code: 'link_expired' });
  });

  test('OP-03 the return of a cart', async () => {
    const token = 'C'.repeat(43);
    const [marketplace] = await fixture.web.sql<{ id: string }>(
      'select id from marketplace where tenant_id = $1 limit 1',
      [tenantId],
    );
    await fixture.web.sql(
      `insert into punchout_cart (tenant_id, procurement_id, marketplace_id, buyer_cookie, created_by_id, token_hash, token_until)
       select tenant_id, id, $2, $3, $4, $5, now() + interval '1 day' from procurement where tenant_id = $1 limit 1`,
      [tenantId, marketplace?.id, randomUUID(), admin.id, tokenDigest(token)],
    );
    await fixture.archive(tenantId);
    expect((await call('GET', `/api/punchin/return/${token}?x=1`)).status).toBe(410);
    const state = 'select state from punchout_cart where token_hash = $1';
    expect(await fixture.web.sql(state, [tokenDigest(token)])).toEqual([{ state: 'open' }]);
    await fixture.restore(tenantId);
    expect((await call('GET', `/api/punchin/return/${token}?x=1`)).status).not.toBe(410);
  });
});

describe('OP-03 no jobs run for an archived tenant', () => {
  const parts = (handlers: Record<string, () => Promise<unknown>>) => ({
    database: fixture.web.database,
    clock: fixture.web.clock,
    log: fixture.web.log.log,
    handlers,
  });
  const entries = (name: 'job_id' | 'mail_id', id: number) =>
    fixture.web.sql<{ id: string }>(
      'select id from graphile_worker._private_jobs where (payload ->> $1)::bigint = $2',
      [name, id],
    );
  const forget = (name: 'job_id' | 'mail_id', id: number) =>
    fixture.web.sql('delete from graphile_worker._private_jobs where (payload ->> $1)::bigint = $2', [
      name,
      id,
    ]);

  test('OP-03 jobs wait until the tenant is restored', async () => {
    let runs = 0;
    const handlers = {
      wanted: async () => {
        runs += 1;
      },
    };
    const id = await fixture.web.database.inTenant(
      systemContext(tenantId),
      (tx) => enqueueJob(tx, 'wanted', {}),
      { role: 'writer' },
    );
    await fixture.archive(tenantId);
    await runJob(parts(handlers), tenantId, id);
    // The queue has dropped it.
    await forget('job_id', id);
    const state = 'select state, attempts from job where id = $1';
    expect([runs, await fixture.web.sql(state, [id])]).toEqual([0, [{ state: 'queued', attempts: 0 }]]);
    await fixture.restore(tenantId);
    expect(await entries('job_id', id)).toHaveLength(1);
    await runJob(parts(handlers), tenantId, id);
    expect([runs, await fixture.web.sql(state, [id])]).toEqual([1, [{ state: 'done', attempts: 1 }]]);
  });

  test('OP-03 mails wait until the tenant is restored', async () => {
    let sent = 0;
    const transport: MailTransport = {
      compose: async () => Buffer.from(''),
      send: async () => {
        sent += 1;
        return { outcome: 'accepted' };
      },
    };
    const { database, clock, configuration } = fixture.web;
    const id = await database.atGate((tx) =>
      enqueueMail(tx, configuration.publicUrl, {
        subject: 'Ruhe',
        text: 'Ruhe',
        html: '<p>Ruhe</p>',
        tenantId,
        kind: 'task',
        recipient: admin.email,
        senderName: 'Demo',
      }),
    );
    const send = () =>
      sendQueuedMail(
        { database, clock, publicUrl: configuration.publicUrl, transport },
        { tenantId, mailId: id },
      );
    await fixture.archive(tenantId);
    await send();
    await forget('mail_id', id);
    const state = 'select state from mail where id = $1';
    expect([sent, await fixture.web.sql(state, [id])]).toEqual([0, [{ state: 'queued' }]]);
    await fixture.restore(tenantId);
    expect(await entries('mail_id', id)).toHaveLength(1);
    await send();
    expect([sent, await fixture.web.sql(state, [id])]).toEqual([1, [{ state: 'sent' }]]);
  });

  test('OP-03 notifications wait until the tenant is restored', async () => {
    const { sql, database, configuration } = fixture.web;
    const { tenantId: tenant, userId } = fixture.admin.context;
    await sql(
      `insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id)
       select tenant_id, $2, 'task_incoming', id from timeline_entry where tenant_id = $1 limit 1`,
      [tenant, userId],
    );
    const waiting = () =>
      sql('select id from notification where lb_user_id = $1 and sent_at is null', [userId]);
    const before = await waiting();
    await fixture.archive(tenantId);
    await sendDigest(
      { database, publicUrl: configuration.publicUrl, kinds, tokens: mailTokens, hasBriefs: true },
      { tenantId: tenant, personId: userId },
    );
    expect(await waiting()).toEqual(before);
    await fixture.restore(tenantId);
    expect(
      await sql("select key from graphile_worker.jobs where task_identifier = 'digest' and key = $1", [
        `digest ${tenant} ${userId}`,
      ]),
    ).toHaveLength(1);
  });

  test('OP-03 jobs still in the queue are not queued twice', async () => {
    const id = await fixture.web.database.inTenant(
      systemContext(tenantId),
      (tx) => enqueueJob(tx, 'wanted', {}),
      { role: 'writer' },
    );
    await fixture.archive(tenantId);
    await fixture.restore(tenantId);
    expect(await entries('job_id', id)).toHaveLength(1);
  });

  test('OP-03 daily jobs, mailbox imports and mails to its address are not processed', async () => {
    const { sql, database } = fixture.web;
    await sql("update tenant set import_invoice_email = 'rechnung@demo.test' where id = $1", [tenantId]);
    const jobs = async () => {
      await database.atGate(async (tx) => {
        await tx.query('select app.enqueue_daily($1, 0), app.enqueue_mailbox_imports()', [randomUUID()]);
      });
      return await sql('select id from job where tenant_id = $1', [tenantId]);
    };
    const taken = () =>
      database.atGate((tx) =>
        tx.query("select tenant_id from app.tenants_of_addresses('{rechnung@demo.test}')"),
      );
    expect(await taken()).toEqual([{ tenant_id: tenantId }]);
    await fixture.archive(tenantId);
    const before = await sql('select id from job where tenant_id = $1', [tenantId]);
    expect(await jobs()).toEqual(before);
    expect(await taken()).toEqual([]);
    await fixture.restore(tenantId);
    expect((await jobs()).length).toBeGreaterThan(before.length);
  });

  test('OP-03 its people get no login or invitation mails', async () => {
    await fixture.archive(tenantId);
    const { sql } = fixture.web;
    const before = await sql('select id from mail where tenant_id = $1', [tenantId]);
    expect((await call('POST', '/api/auth/login', { payload: { email: admin.email } })).status).toBe(202);
    await fixture.web.startWorker();
    await fixture.web.database.atGate((tx) =>
      tx.query("select app.enqueue_login('admin@demo.test', 'demo', null)"),
    );
    await expect
      .poll(() => sql("select id from graphile_worker.jobs where task_identifier = 'login'"), {
        timeout: 60_000,
      })
      .toEqual([]);
    expect(await sql('select id from mail where tenant_id = $1', [tenantId])).toEqual(before);
  });

  test('OP-03 data is kept', async () => {
    const count = () =>
      fixture.web.sql(
        `select (select count(*) from procurement where tenant_id = $1) as orders,
           (select count(*) from lb_user where tenant_id = $1) as people,
           (select count(*) from file where tenant_id = $1) as files`,
        [tenantId],
      );
    const before = await count();
    await fixture.archive(tenantId);
    await fixture.restore(tenantId);
    expect(await count()).toEqual(before);
  });
});
