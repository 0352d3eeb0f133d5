import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minutes } from '../../src/platform/server/clock.ts';
import { text } from '../../src/platform/server/texts.ts';
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
  tokens.grants.length = 0;
  tokens.isDown = false;
});
afterAll(async () => {
  await mailboxes?.close();
  await tokens?.close();
});

const application = () => ({
  password: null,
  oauth_application: tokens.client.id,
  oauth_secret: tokens.client.secret,
});
const ofMicrosoft = () => ({ ...application(), sign_in: 'microsoft', oauth_directory: tokens.directory });
const ofGoogle = async () => ({
  ...application(),
  sign_in: 'google',
  oauth_refresh_token: await tokens.consent(),
});

/** A mailbox with one mail, for which tokens are good. */
async function mailboxOf(change: Record<string, unknown>): Promise<number> {
  const { id, account } = await mailboxes.mailboxOf(change);
  tokens.account = account;
  mailboxes.dovecot.deliver(account, rawMail({ files: [{ name: 'RE-1.pdf', bytes: pdf }] }));
  return id;
}
const run = (id: number) => mailboxes.run(id, { clock });
const stored = async (id: number) =>
  (
    await mailboxes.demo.web.sql<Record<string, unknown>>(
      'select oauth_secret, oauth_refresh_token, access_token, last_error, active from mailbox where id = $1',
      [id],
    )
  )[0];
const post = async (url: string, payload: object = {}) =>
  (await mailboxes.admin.send({ method: 'POST', url, payload, headers: { 'accept-language': 'en' } })).json();
const reported = (failure: string) => ({ success: false, message: text('en', `mailbox.failure.${failure}`) });

describe('MBX-08 a mailbox is read with a token instead of a password', () => {
  test('of Microsoft, with client credentials', async () => {
    const id = await mailboxOf(ofMicrosoft());
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    expect(tokens.grants).toEqual(['client_credentials']);
  });

  test.each([
    ['Microsoft', async () => ({ ...ofMicrosoft(), oauth_refresh_token: await tokens.consent() })],
    ['Google', ofGoogle],
  ])('of %s, by the refresh token of a person, which is replaced by the next one', async (_, sign) => {
    const id = await mailboxOf(await sign());
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    clock.forward(minutes(56));
    expect(await run(id)).toMatchObject({ state: 'done' });
    expect(tokens.grants).toEqual(['refresh_token', 'refresh_token']);
  });

  test('the token is used again, and renewed before a run could outlast it', async () => {
    const id = await mailboxOf(ofMicrosoft());
    await run(id);
    clock.forward(minutes(54));
    await run(id);
    expect(tokens.grants).toHaveLength(1);
    clock.forward(minutes(2));
    expect(await run(id)).toMatchObject({ state: 'done' });
    expect(tokens.grants).toHaveLength(2);
  });

  test('a token that the mail server refuses is deleted, and the next run requests another', async () => {
    const id = await mailboxOf(ofMicrosoft());
    await run(id);
    tokens.server.revokeEverything();
    expect(await run(id)).toEqual({ state: 'failed', failure: 'oauth_no_access' });
    expect(await run(id)).toMatchObject({ state: 'done' });
  });
});

describe('MBX-08 MBX-04 a refused sign-in is reported like a refused password', () => {
  test('in the list at once, and to the administrators after three runs', async () => {
    const id = await mailboxOf(await ofGoogle());
    tokens.server.revokeEverything();
    for (const turn of [1, 2, 3])
      expect([turn, await run(id)]).toEqual([turn, { state: 'failed', failure: 'oauth_refused' }]);
    expect((await stored(id))?.last_error).toEqual({ code: 'oauth_refused' });
    const [mail] = await mailboxes.demo.web.sql<{ text_body: string }>(
      "select text_body from mail where kind = 'warning' order by id desc limit 1",
    );
    expect(mail?.text_body).toContain(text('de', 'mailbox.failure.oauth_refused'));
  });

  test.each([
    ['a wrong secret', 'oauth_refused', { oauth_secret: 'falsch' }],
    ['an unknown directory', 'oauth_unavailable', { oauth_directory: 'nowhere.test' }],
  ])('%s is %s', async (_, failure, change) => {
    const id = await mailboxOf({ ...ofMicrosoft(), ...change });
    expect(await run(id)).toEqual({ state: 'failed', failure });
  });

  test('the next run retries an endpoint that does not answer', async () => {
    const id = await mailboxOf(ofMicrosoft());
    tokens.isDown = true;
    expect(await run(id)).toEqual({ state: 'failed', failure: 'oauth_unavailable' });
    tokens.isDown = false;
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
  });
});

describe('MBX-08 MBX-03 the connection test', () => {
  const record = (change: object = {}) => ({
    ...{
      protocol: 'imap',
      host: 'localhost',
      port: mailboxes.dovecot.ports.imaps,
      tls: true,
      folder: 'INBOX',
    },
    ...{ username: tokens.account, ...ofMicrosoft(), ...change },
  });

  test('signs in with the entered application', async () => {
    tokens.account = mailboxes.dovecot.account();
    const connected = { success: true, message: text('en', 'mailbox.connected') };
    expect(await post('/api/mailbox/test', { record: record() })).toEqual(connected);
    expect(await post('/api/mailbox/test', { record: record({ oauth_secret: 'falsch' }) })).toEqual(
      reported('oauth_refused'),
    );
    expect(await post('/api/mailbox/test', { record: record({ oauth_secret: null }) })).toEqual(
      reported('oauth_incomplete'),
    );
    expect(await post('/api/mailbox/test', { record: record({ username: 'somebody-else' }) })).toEqual(
      reported('oauth_no_access'),
    );
  });

  test('TECH-07 uses the stored secret only for what it was entered for', async () => {
    const { id, account } = await mailboxes.mailboxOf(ofMicrosoft());
    tokens.account = account;
    const kept = record({ username: account, oauth_secret: '********' });
    expect(await post('/api/mailbox/test', { id, record: kept })).toMatchObject({ success: true });
    for (const change of [{ host: '127.0.0.1' }, { oauth_directory: 'other.test' }])
      expect(await post('/api/mailbox/test', { id, record: { ...kept, ...change } })).toEqual(
        reported('oauth_incomplete'),
      );
  });
});

describe('MBX-08 TECH-07 secrets of a sign-in', () => {
  test('are encrypted, never returned, and deleted when the mailbox is disconnected', async () => {
    const id = await mailboxOf(await ofGoogle());
    await run(id);
    const before = await stored(id);
    for (const name of ['oauth_secret', 'oauth_refresh_token', 'access_token'])
      expect(String(before?.[name])).not.toContain(tokens.client.secret);
    const { mailbox_by_pk: shown } = await mailboxes.admin.get<{ mailbox_by_pk: object }>(
      'query ($id: bigint!) { mailbox_by_pk(id: $id) { oauth_secret oauth_refresh_token } }',
      { id },
    );
    expect(shown).toEqual({ oauth_secret: '********', oauth_refresh_token: '********' });
    await post(`/api/mailbox/${id}/disconnect`);
    expect(await stored(id)).toEqual({
      ...{ oauth_secret: null, oauth_refresh_token: null, access_token: null },
      ...{ last_error: null, active: false },
    });
  });

  test('are deleted when the server changes, so that no other server gets them', async () => {
    const id = await mailboxOf(ofMicrosoft());
    await run(id);
    await mailboxes.demo.web.sql("update mailbox set host = 'mail.other.test' where id = $1", [id]);
    expect(await stored(id)).toMatchObject({ oauth_secret: null, access_token: null });
  });

  test.each([
    ['a directory', 'oauth_directory', { oauth_directory: null }],
    ['a secret', 'oauth_secret', { oauth_secret: null }],
    ['IMAP', 'protocol', { protocol: 'pop3' }],
    ['TLS', 'tls', { tls: false }],
  ])('VAL-44 Microsoft needs %s', async (_, field, change) => {
    const { errors } = await mailboxes.admin.ask(
      'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
      { object: { name: 'R', host: 'localhost', username: 'r@kontor.test', ...ofMicrosoft(), ...change } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'validation_failed',
      problems: [expect.objectContaining({ field })],
    });
  });
});
