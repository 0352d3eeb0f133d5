import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dailyMailboxJobs, mailboxWarningJobs } from '../../src/features/mailbox/server/oauth/warn-of-end.ts';
import { days, hours, minutes } from '../../src/platform/server/clock.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { text } from '../../src/platform/server/texts.ts';
import { agreeAt } from '../accounting-export/datev-online.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { type MailTokens, startMailTokens } from '../support/mail-tokens.ts';
import { rawMail } from '../support/raw-mail.ts';
import { pdf } from '../support/sample-files.ts';
import { type TestClock, testClock } from '../support/web.ts';
import { type Mailboxes, openMailboxes } from './mailboxes.ts';

let tokens: MailTokens;
let mailboxes: Mailboxes;
let clock: TestClock;

beforeAll(async () => {
  clock = testClock();
  tokens = await startMailTokens(clock);
  mailboxes = await openMailboxes(tokens);
});
beforeEach(() => {
  tokens.isDown = false;
  tokens.googleTells = null;
});
afterAll(async () => {
  await mailboxes?.close();
  await tokens?.close();
});

/** The clock of the server and that of the provider go on together. */
const forward = (milliseconds: number) => {
  clock.forward(milliseconds);
  mailboxes.demo.web.clock.forward(milliseconds);
};
const post = async (
  url: string,
  payload: object,
  who: WebCaller = mailboxes.admin,
): Promise<Readonly<Record<string, unknown>>> => {
  const headers = { 'accept-language': 'en' };
  const { status, json } = await who.send({ method: 'POST', url, payload, headers });
  return { status, ...json() };
};
const start = (id: number, who?: WebCaller) => post(`/api/mailbox/${id}/auth-start`, {}, who);
const finish = (back: object, who?: WebCaller) => post('/api/mailbox/auth-finish', back, who);
const agreed = async (id: number) => await agreeAt(String((await start(id)).url));
const sql = <Row extends object>(query: string, values: unknown[] = []) =>
  mailboxes.demo.web.sql<Row>(query, values);
const stored = async (id: number) =>
  (
    await sql<Record<string, unknown>>(
      'select oauth_refresh_token, oauth_until, sign_in_attempt, last_error from mailbox where id = $1',
      [id],
    )
  )[0];

const application = () => ({
  password: null,
  oauth_application: tokens.client.id,
  oauth_secret: tokens.client.secret,
});
const ofGoogle = () => ({ ...application(), sign_in: 'google' });
const ofMicrosoft = () => ({ ...application(), sign_in: 'microsoft', oauth_directory: tokens.directory });
const providers = [
  ['Microsoft', ofMicrosoft],
  ['Google', ofGoogle],
] as const;

describe('MBX-08 an administrator signs in for a mailbox', () => {
  test.each(providers)('at %s: then it is read with the tokens', async (_, settings) => {
    const { id, account } = await mailboxes.mailboxOf(settings());
    tokens.account = account;
    mailboxes.dovecot.deliver(account, rawMail({ files: [{ name: 'RE-1.pdf', bytes: pdf }] }));
    expect(await finish(await agreed(id))).toMatchObject({ status: 200, success: true, mailbox_id: id });
    expect(await mailboxes.run(id, { clock })).toMatchObject({ state: 'done', imported: 1 });
  });

  test('the provider is asked for offline access with PKCE, a state, and the address of the mailbox', async () => {
    const { id, account } = await mailboxes.mailboxOf(ofGoogle());
    const { searchParams } = new URL(String((await start(id)).url));
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: tokens.client.id,
      redirect_uri: 'http://localhost:8080/callback',
      scope: 'https://mail.google.com/',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: account,
      state: expect.stringMatching(new RegExp(`^mailbox-${id}-[\\w-]{43}$`)),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const other = await mailboxes.mailboxOf(ofMicrosoft());
    const page = new URL(String((await start(other.id)).url));
    expect(page.pathname).toBe(`/${tokens.directory}/oauth2/v2.0/authorize`);
    expect(page.searchParams.get('scope')).toBe(
      'https://outlook.office365.com/IMAP.AccessAsUser.All offline_access',
    );
  });

  test('TECH-07 neither state, verifier nor tokens are readable in the database, the audit or the log', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const { code, state } = await agreed(id);
    const during = JSON.stringify(await sql('select to_jsonb(m) from mailbox m where id = $1', [id]));
    await finish({ code, state });
    const after = await sql(
      `select to_jsonb(m) as row from mailbox m where id = $1
       union all select to_jsonb(a) from audit_log a where a."table" = 'mailbox'`,
      [id],
    );
    const written = during + JSON.stringify([after, mailboxes.demo.web.log.lines()]);
    for (const secret of [code, state, state.split('-').at(-1)])
      expect(written).not.toContain(String(secret));
    expect((await stored(id))?.sign_in_attempt).toBeNull();
  });

  test.each([
    ['the provider does not answer', 'oauth_unavailable', true],
    ['it refuses the code', 'oauth_refused', false],
  ])('%s: the reason is told, and nothing is kept', async (_, failure, isDown) => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const { state } = await agreed(id);
    tokens.isDown = isDown;
    expect(await finish({ code: 'guessed', state })).toMatchObject({
      ...{ status: 200, success: false },
      message: text('en', `mailbox.failure.${failure}`),
    });
    expect(await stored(id)).toMatchObject({ oauth_refresh_token: null, sign_in_attempt: null });
  });

  test('a mailbox without an application is told to lack it', async () => {
    const { id } = await mailboxes.mailboxOf();
    expect(await start(id)).toMatchObject({
      ...{ success: false, message: text('en', 'mailbox.failure.oauth_incomplete') },
    });
  });
});

describe('MBX-08 NAV-21 an answer counts', () => {
  test('once, even if it arrives twice at the same time', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const back = await agreed(id);
    const answers = await Promise.all([finish(back), finish(back)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await finish(back)).toMatchObject({ status: 422, code: 'sign_in_expired' });
  });

  test('only for ten minutes', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const back = await agreed(id);
    forward(minutes(10));
    expect(await finish(back)).toMatchObject({ code: 'sign_in_expired' });
  });

  test('only with the last state of its mailbox, and a guess does not use it up', async () => {
    const [one, two] = [await mailboxes.mailboxOf(ofGoogle()), await mailboxes.mailboxOf(ofGoogle())];
    const former = await agreed(one.id);
    const back = await agreed(one.id);
    const ofOther = back.state.replace(`mailbox-${one.id}-`, `mailbox-${two.id}-`);
    for (const state of [former.state, `${back.state}x`, ofOther, 'mailbox--', 'datev-guessed'])
      expect([state, (await finish({ ...back, state })).code]).toEqual([state, 'sign_in_expired']);
    expect(await finish(back)).toMatchObject({ success: true, mailbox_id: one.id });
  });

  test('only for the person who began it, and never for another tenant', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const back = await agreed(id);
    const stranger = await mailboxes.demo.person('admin@other.test');
    expect(await start(id, stranger)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await finish(back, stranger)).toMatchObject({ code: 'sign_in_expired' });
    const accountant = await mailboxes.demo.person('accountant@demo.test');
    expect(await finish(back, accountant)).toMatchObject({ status: 403 });
    const { userId } = accountant.context;
    await sql(`update lb_user set roles = array_append(roles, 'user-admin') where id = $1`, [userId]);
    const colleague = await mailboxes.demo.person('accountant@demo.test');
    expect(await finish(back, colleague)).toMatchObject({ code: 'sign_in_expired' });
    await sql(`update lb_user set roles = array_remove(roles, 'user-admin') where id = $1`, [userId]);
    expect(await finish(back)).toMatchObject({ success: true });
  });

  test('no longer once the application or the provider changed', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const back = await agreed(id);
    await sql(`update mailbox set oauth_application = 'another' where id = $1`, [id]);
    expect(await finish(back)).toMatchObject({ code: 'sign_in_expired' });
  });

  test('and leads nowhere else: the return address is that of the installation, whatever is asked', async () => {
    const { id } = await mailboxes.mailboxOf(ofGoogle());
    const asked = { redirect_uri: 'https://evil.test', state: 'x', return_to: '//evil.test' };
    const { url } = await post(`/api/mailbox/${id}/auth-start`, asked);
    expect(new URL(String(url)).searchParams.get('redirect_uri')).toBe('http://localhost:8080/callback');
    expect(String(url)).not.toContain('evil.test');
    expect(new URL(String(url)).origin).toBe(new URL(tokens.urls.googleConsent).origin);
  });
});

describe('MBX-08 the end of a sign-in', () => {
  const warn = async () => {
    const { web } = mailboxes.demo;
    const { database } = web;
    const jobs = mailboxWarningJobs({ database, clock: web.clock, publicUrl: 'http://localhost:8080' });
    const context = systemContext(mailboxes.admin.context.tenantId);
    const [kind = ''] = Object.keys(dailyMailboxJobs);
    return await jobs[kind]?.({ id: 1, kind, context, input: {}, progress: async () => {} });
  };
  const left = async (id: number) => {
    const until = (await stored(id))?.oauth_until;
    return Math.round(
      (new Date(String(until)).getTime() - mailboxes.demo.web.clock.now().getTime()) / hours(1),
    );
  };

  test('is ninety days after the last renewal at Microsoft, as told by Google, else unknown', async () => {
    const [microsoft, google] = [
      await mailboxes.mailboxOf(ofMicrosoft()),
      await mailboxes.mailboxOf(ofGoogle()),
    ];
    await finish(await agreed(microsoft.id));
    expect(await left(microsoft.id)).toBe(90 * 24);
    await finish(await agreed(google.id));
    expect((await stored(google.id))?.oauth_until).toBeNull();
    tokens.googleTells = 7 * 24 * 3600;
    await finish(await agreed(google.id));
    expect(await left(google.id)).toBe(7 * 24);
  });

  test('is told to the administrators once, and again after another sign-in', async () => {
    await sql(`update mailbox set oauth_until = null`);
    const { id } = await mailboxes.mailboxOf(ofMicrosoft());
    await finish(await agreed(id));
    expect(await warn()).toEqual({ warned: 0 });
    await sql('update mailbox set oauth_until = $2 where id = $1', [
      id,
      new Date(mailboxes.demo.web.clock.now().getTime() + days(30) - hours(1)),
    ]);
    expect(await warn()).toEqual({ warned: 1 });
    expect(await warn()).toEqual({ warned: 0 });
    const [mail] = await sql<{ text_body: string }>(
      "select text_body from mail where kind = 'warning' order by id desc limit 1",
    );
    expect(mail?.text_body).toContain(`/admin/mailbox/form?id=${id}`);
    await finish(await agreed(id));
    tokens.googleTells = null;
    await sql('update mailbox set oauth_until = $2 where id = $1', [id, mailboxes.demo.web.clock.now()]);
    expect(await warn()).toEqual({ warned: 1 });
  });
});
