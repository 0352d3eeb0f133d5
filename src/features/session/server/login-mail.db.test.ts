import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { systemClock } from '../../../platform/server/clock.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import { type LoginMailParts, mailLoginLinks } from './login-mail.ts';

let web: TestWeb;
let parts: LoginMailParts;

beforeAll(async () => {
  web = await testWeb();
  await addPerson(web, { tenant: 'demo', email: 'ina@demo.test', name: 'Ina Berg', lang: 'de' });
});
afterAll(() => web?.drop());
beforeAll(() => {
  const secrets = deriveSecrets(web.configuration.secretKey);
  parts = { database: web.database, clock: systemClock, publicUrl: 'http://localhost:8080', secrets };
});

test('JOB-01 a request that the worker retries after a crash is answered by one mail', async () => {
  const request = { email: 'ina@demo.test', tenant: null, return_to: null };
  const mails = () => web.sql<{ message_id: string }>("select message_id from mail where kind = 'login'");
  await mailLoginLinks(parts, request, '41');
  await mailLoginLinks(parts, request, '41');
  expect(await mails()).toHaveLength(1);
  expect(await web.sql('select from login_token')).toHaveLength(1);
  await mailLoginLinks(parts, request, '42');
  expect(await mails()).toHaveLength(2);
});

test('MAIL-04 the sender is the company name from the settings; the key appears only where tenants share a name', async () => {
  const request = { email: 'ina@demo.test', tenant: null, return_to: null };
  const newest = async () => {
    const [mail] = await web.sql<{ sender_name: string; subject: string; text_body: string }>(
      'select sender_name, subject, text_body from mail order by id desc limit 1',
    );
    return mail;
  };
  await web.sql("update tenant set billing_name = ' Nordfeld GmbH ' where name = 'demo'");
  await mailLoginLinks(parts, request, '51');
  expect(await newest()).toMatchObject({
    sender_name: 'Nordfeld GmbH',
    subject: 'Ihr Anmeldelink für Nordfeld GmbH',
    text_body: expect.not.stringContaining('demo anmelden'),
  });

  await addPerson(web, { tenant: 'zweite', email: 'ina@demo.test', name: 'Ina Berg', lang: 'de' });
  await web.sql("update tenant set billing_name = 'Nordfeld GmbH' where name = 'zweite'");
  await mailLoginLinks(parts, request, '52');
  const both = await newest();
  expect(both?.text_body).toContain('Nordfeld GmbH (demo)');
  expect(both?.text_body).toContain('Nordfeld GmbH (zweite)');
});
