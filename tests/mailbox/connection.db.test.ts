import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../src/platform/server/texts.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { believe, type Dovecot, startDovecot } from '../support/dovecot.ts';
import { rawMail } from '../support/raw-mail.ts';
import { pdf } from '../support/sample-files.ts';
import { eventually } from '../support/web.ts';

let demo: DemoWeb;
let admin: WebCaller;
let accountant: WebCaller;
let dovecot: Dovecot;

beforeAll(async () => {
  [demo, dovecot] = await Promise.all([demoWeb({ privateNetworks: ['127.0.0.0/8', '::1'] }), startDovecot()]);
  believe(dovecot.authority);
  admin = await demo.person('admin@demo.test');
  accountant = await demo.person('accountant@demo.test');
  await demo.web.startWorker();
});
afterAll(async () => {
  await demo?.close();
  await dovecot?.stop();
});

const post = (url: string, payload: object = {}, who = admin) =>
  who.send({ method: 'POST', url, payload, headers: { 'accept-language': 'en' } });
const reported = (failure: string) => ({ success: false, message: text('en', `mailbox.failure.${failure}`) });
const connected = { success: true, message: text('en', 'mailbox.connected') };

const typed = (change: object = {}) => ({
  protocol: 'imap',
  host: 'localhost',
  port: dovecot.ports.imaps,
  tls: true,
  username: 'somebody',
  password: dovecot.password,
  folder: 'INBOX',
  ...change,
});
const tested = async (change: object = {}) =>
  (await post('/api/mailbox/test', { record: typed(change) })).json();

async function stored(change: object = {}): Promise<number> {
  const { folder: _, ...object } = typed({ username: dovecot.account(), ...change });
  const { insert_mailbox_one: row } = await admin.get<{ insert_mailbox_one: { id: number } }>(
    'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
    { object: { name: 'Rechnungen', ...object } },
  );
  return row.id;
}
const setTo = (id: number, set: object) =>
  admin.ask(
    'mutation ($id: bigint!, $set: mailbox_set_input!) { update_mailbox_by_pk(pk_columns: { id: $id }, _set: $set) { id } }',
    { id, set },
  );
const stateOf = async (id: number) =>
  (
    await admin.get<{ mailbox_by_pk: Record<string, unknown> }>(
      'query ($id: bigint!) { mailbox_by_pk(id: $id) { active password last_run_at last_error } }',
      { id },
    )
  ).mailbox_by_pk;

/** Reads the mailbox as the button does, and waits until the job ends. */
async function run(id: number): Promise<Record<string, unknown>> {
  const { job_id } = (await post(`/api/mailbox/${id}/run`)).json<{ job_id: number }>();
  return await eventually(async () => {
    const job = (await admin.send({ url: `/api/job/${job_id}` })).json<{
      state: string;
      result: Record<string, unknown>;
    }>();
    return job.state === 'done' ? job.result : undefined;
  });
}

describe('API-34 MBX-03 the entered connection is tested', () => {
  test('over both protocols, with TLS from the start or by STARTTLS', async () => {
    expect(await tested()).toEqual(connected);
    expect(await tested({ protocol: 'pop3', port: dovecot.ports.pop3s })).toEqual(connected);
    const old = { host: dovecot.address, tls: true };
    expect(await tested({ ...old, port: 143 })).toEqual(connected);
    expect(await tested({ ...old, protocol: 'pop3', port: 110 })).toEqual(connected);
  });

  test.each<[string, string, () => object]>([
    ['a wrong password', 'login_refused', () => ({ password: 'wrong' })],
    [
      'a wrong password by POP3',
      'login_refused',
      () => ({ password: 'wrong', protocol: 'pop3', port: dovecot.ports.pop3s }),
    ],
    [
      'a name with a line end',
      'login_refused',
      () => ({ username: 'a\r\nDELE 1', protocol: 'pop3', port: dovecot.ports.pop3s }),
    ],
    ['a missing folder', 'folder_missing', () => ({ folder: 'Rechnungen' })],
    ['a certificate for another name', 'certificate', () => ({ host: '127.0.0.1' })],
    ['an unknown host name', 'host_not_found', () => ({ host: 'nowhere.invalid' })],
    ['a private address', 'host_private', () => ({ host: '10.9.8.7' })],
    ['a closed port', 'unreachable', () => ({ port: 1 })],
    ['a port without TLS', 'no_tls', () => ({ port: dovecot.ports.imap })],
    ['a POP3 port without TLS', 'no_tls', () => ({ protocol: 'pop3', port: dovecot.ports.pop3 })],
    ['a server of another kind', 'not_understood', () => ({ protocol: 'pop3', port: dovecot.ports.imaps })],
    ['no password', 'no_password', () => ({ password: null })],
  ])('%s is reported as %s', async (_, failure, change) => {
    expect(await tested(change())).toEqual(reported(failure));
  });

  test('the connection to a server that never stops sending is closed', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      const talk = (): void => {
        while (socket.writable && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', talk);
      talk();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    for (const protocol of ['imap', 'pop3'])
      expect(await tested({ protocol, host: '127.0.0.1', port, tls: false })).toMatchObject({
        success: false,
      });
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('TECH-07 the stored password is sent only to the server it was entered for', async () => {
    const id = await stored();
    const { password: _, ...record } = typed();
    const { mailbox_by_pk: row } = await admin.get<{ mailbox_by_pk: { username: string } }>(
      'query ($id: bigint!) { mailbox_by_pk(id: $id) { username } }',
      { id },
    );
    const same = { ...record, username: row.username };
    expect((await post('/api/mailbox/test', { id })).json()).toEqual(connected);
    expect(
      (await post('/api/mailbox/test', { id, record: { ...same, password: '********' } })).json(),
    ).toEqual(connected);
    const other = await post('/api/mailbox/test', { id, record: { ...same, host: '127.0.0.1' } });
    expect(other.json()).toEqual(reported('no_password'));
    const { errors } = await setTo(id, { host: '127.0.0.1' });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'validation_failed',
      problems: [{ field: 'password', code: 'field_required' }],
    });
    expect((await setTo(id, { host: '127.0.0.1', password: 'other' })).errors).toBeUndefined();
  });

  test('only administrators test, read and disconnect a mailbox', async () => {
    const id = await stored();
    expect((await post('/api/mailbox/test', { record: typed() }, accountant)).status).toBe(403);
    for (const url of [`/api/mailbox/${id}/run`, `/api/mailbox/${id}/disconnect`])
      expect((await post(url, {}, accountant)).status).toBe(404);
  });
});

test('API-34 MBX-03 VAL-44 a disconnected mailbox has no password, is not read, and needs one to be active', async () => {
  const id = await stored();
  expect((await post(`/api/mailbox/${id}/disconnect`)).json()).toEqual({
    success: true,
    message: text('en', 'mailbox.disconnected'),
  });
  expect(await stateOf(id)).toMatchObject({ active: false, password: null });
  expect(await run(id)).toEqual({ state: 'off' });
  expect((await setTo(id, { active: true })).errors?.[0]?.extensions).toMatchObject({
    code: 'validation_failed',
  });
  expect((await setTo(id, { name: 'Archiv' })).errors).toBeUndefined();
});

test.each<[string, object]>([
  ['name', { name: ' ' }],
  ['host', { host: '' }],
  ['host', { host: 'mail server' }],
  ['username', { username: null }],
  ['password', { password: null }],
  ['protocol', { protocol: null }],
  ['import_mode', { import_mode: null }],
  ['period_in_days', { period_in_days: 0 }],
  ['period_in_days', { period_in_days: 366 }],
  ['port', { port: 65_536 }],
])('VAL-44 MBX-01 DATA-39 a mailbox is refused for its %s: %o', async (field, change) => {
  const { folder: _, ...object } = typed({ name: 'Rechnungen', ...change });
  const { errors } = await admin.ask(
    'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
    { object },
  );
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'validation_failed',
    problems: [expect.objectContaining({ field })],
  });
});

test('MBX-02 JOB-02 every five minutes each automatically read mailbox gets a job, never two', async () => {
  const automatic = await stored({ import_invoices_automatically: true });
  await stored();
  const jobs = () =>
    demo.web.sql<{ id: string }>(
      "select id from job where kind = 'import_mailbox' and (input ->> 'mailbox_id')::bigint = $1 and lb_user_id is null",
      [automatic],
    );
  await demo.web.sql(
    'begin; select app.enqueue_mailbox_imports(); select app.enqueue_mailbox_imports(); commit',
  );
  expect(await jobs()).toHaveLength(1);
});

describe('MBX-04 a mailbox that cannot be read', () => {
  const warnings = async (name: string) =>
    await demo.web.sql<{ recipient: string; text_body: string }>(
      "select recipient, text_body from mail where kind = 'warning' and subject like $1",
      [`%${name}%`],
    );

  test('is reported to the administrators after three runs, once per outage, with its reason in the list', async () => {
    const name = `Ausfall ${dovecot.account()}`;
    const id = await stored({ name, password: 'wrong' });
    for (const count of [0, 0, 1, 1]) {
      expect(await run(id)).toEqual({ state: 'failed', failure: 'login_refused' });
      expect(await warnings(name)).toHaveLength(count);
    }
    expect(await stateOf(id)).toMatchObject({
      last_error: { code: 'login_refused' },
      last_run_at: expect.any(String),
    });
    const [warning] = await warnings(name);
    expect(warning?.recipient).toBe('admin@demo.test');
    expect(warning?.text_body).not.toContain('wrong');
    await setTo(id, { password: dovecot.password });
    expect(await run(id)).toMatchObject({ state: 'done' });
    expect(await stateOf(id)).toMatchObject({ last_error: null });
    await setTo(id, { password: 'wrong' });
    for (let count = 0; count < 3; count += 1) await run(id);
    expect(await warnings(name)).toHaveLength(2);
  });

  test('one bad mail does not block others, stays in place, and is reported with its reason', async () => {
    const username = dovecot.account();
    const id = await stored({ username });
    const bomb = `From: a@b.test\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(10_000)}--x--`;
    dovecot.deliver(username, bomb, new Date(Date.now() - 60_000));
    dovecot.deliver(username, rawMail({ files: [{ name: 'a.pdf', bytes: pdf }] }));
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1, refused: 1 });
    expect(await stateOf(id)).toMatchObject({ last_error: { code: 'mails_refused', values: { count: 1 } } });
    const { mailbox_mail } = await admin.get<{ mailbox_mail: readonly object[] }>(
      'query ($id: bigint!) { mailbox_mail(where: { mailbox_id: { _eq: $id } }, order_by: { id: asc }) { state failure invoice_count } }',
      { id },
    );
    expect(mailbox_mail).toEqual([
      { state: 'refused', failure: 'too_many_parts', invoice_count: 0 },
      { state: 'imported', failure: null, invoice_count: 1 },
    ]);
    expect([dovecot.count(username), dovecot.count(username, 'INBOX.imported')]).toEqual([1, 1]);
  });
});

test('TECH-07 no answer, log or job contains a password', async () => {
  const lines = JSON.stringify(demo.web.log.lines());
  const rows = await demo.web.sql<{ all: string }>(
    "select coalesce(string_agg(j::text, ''), '') || (select coalesce(string_agg(a::text, ''), '') from audit_log a) as all from job j",
  );
  for (const secret of [dovecot.password, 'Geheim'])
    for (const place of [lines, rows[0]?.all ?? '']) expect(place).not.toContain(secret);
});

test('GEN-10 nothing is imported or tested while the module is off', async () => {
  const id = await stored();
  await demo.web.sql(
    `insert into configuration (tenant_id, key, model, value) values ($1, 'module_invoice', 'boolean', 'false')
     on conflict do nothing`,
    [admin.context.tenantId],
  );
  await demo.web.sql(
    "update configuration set value = 'false' where key = 'module_invoice' and client_id is null",
  );
  expect((await post(`/api/mailbox/${id}/run`)).json()).toMatchObject({ code: 'module_off' });
  expect((await post('/api/mailbox/test', { record: typed() })).json()).toMatchObject({ code: 'module_off' });
});
