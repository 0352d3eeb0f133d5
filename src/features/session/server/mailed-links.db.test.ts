import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doorsInMails } from '../../../../tests/support/mail-doors.ts';
import { addPerson, type TestPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import type { Context } from '../../../platform/context.ts';
import { minutes } from '../../../platform/server/clock.ts';
import { withTokens } from '../../../platform/server/mail/mail-tokens.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import { inviteAgain, mailInvitation } from './invitation.ts';
import { type LoginMailParts, mailLoginLinks } from './login-mail.ts';
import { createLoginToken, loginLink, previewLogin } from './login-token.ts';

let web: TestWeb;
let parts: LoginMailParts;
let person: TestPerson;
let elsewhere: TestPerson;

beforeAll(async () => {
  web = await testWeb();
  const secrets = deriveSecrets(web.configuration.secretKey);
  parts = { database: web.database, clock: web.clock, publicUrl: 'http://localhost:8080', secrets };
  const ina = { email: 'ina@demo.test', name: 'Ina Berg', lang: 'de' } as const;
  person = await addPerson(web, { tenant: 'demo', ...ina });
  elsewhere = await addPerson(web, { tenant: 'zweite', ...ina });
});
afterAll(() => web?.drop());

interface Kept {
  readonly message_id: string;
  readonly text_body: string;
  readonly html_body: string;
}

const newest = async (): Promise<Kept> => {
  const [mail] = await web.sql<Kept>(
    'select message_id, text_body, html_body from mail order by id desc limit 1',
  );
  if (!mail) throw new Error('no mail');
  return mail;
};

const tokensOf = (text: string) => [...text.matchAll(/\/login\/([^\s"<?]+)/g)].map(([, token = '']) => token);

const personOf = async (token: string) =>
  await web.database
    .atGate((tx) => previewLogin(tx, token, web.clock.now()))
    .then(
      (login) => login.person.id,
      () => null,
    );

const admin = (): Context => ({
  ...{ tenantId: person.tenantId, userId: person.id, actorId: person.id, means: 'link', tokenVersion: 1 },
  ...{ roles: ['user-admin'], asOperator: false, language: 'de', requestId: 'mailed-links' },
});

const ways: readonly (readonly [string, () => Promise<void>, () => readonly number[]])[] = [
  [
    'a login mail',
    () => mailLoginLinks(parts, { email: 'ina@demo.test', tenant: null, return_to: '/tasks' }, randomUUID()),
    () => [person.id, elsewhere.id],
  ],
  [
    'an invitation',
    () => mailInvitation(parts, { tenant_id: person.tenantId, person_id: person.id }),
    () => [person.id],
  ],
  [
    'an invitation that is sent again',
    async () => {
      web.clock.forward(minutes(2));
      await inviteAgain(parts, admin(), person.id);
    },
    () => [person.id],
  ],
];

test.each(ways)('TECH-07 AUTH-05 %s opens nothing as stored, and logs in as sent', async (_, write, whom) => {
  await write();
  const { message_id, text_body, html_body } = await newest();
  expect(await doorsInMails(web.sql)).toEqual([]);
  for (const body of [text_body, html_body]) {
    const kept = new Set(tokensOf(body));
    expect(kept.size).toBe(whom().length);
    for (const token of kept) expect(await personOf(token)).toBeNull();
    const left = new Set(tokensOf(withTokens(body, message_id, parts.secrets)));
    const people = await Promise.all([...left].map(personOf));
    expect(people.toSorted()).toEqual(whom().toSorted());
  }
});

test('TECH-07 two mails never share a token, even if a restored database reuses a queue id', async () => {
  const request = { email: 'ina@demo.test', tenant: 'demo', return_to: null };
  const tokens: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await mailLoginLinks(parts, request, '7');
    const { message_id, text_body } = await newest();
    tokens.push(...tokensOf(withTokens(text_body, message_id, parts.secrets)));
    await web.sql('delete from mail where message_id = $1', [message_id]);
  }
  expect(new Set(tokens).size).toBe(2);
});

test('TECH-07 the check detects a stored token', async () => {
  const token = await web.database.atGate((tx) => createLoginToken(tx, person, null, web.clock.now()));
  const insert = `insert into mail (tenant_id, message_id, kind, recipient, subject, text_body, html_body)
    values ($1, '<door>', 'test', 'a@b.test', 'x', $2, '')`;
  await web.sql(insert, [person.tenantId, `Hier: ${loginLink(parts.publicUrl, token)}`]);
  expect(await doorsInMails(web.sql)).toEqual(['test: login_token.token_hash']);
  await web.sql("delete from mail where message_id = '<door>'");
});
