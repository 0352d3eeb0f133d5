import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from './signature.ts';

test('API-47 a message is signed as in the example of Standard Webhooks, once per secret', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  };
  const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signedHeaders(message, [known])).toEqual({
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
  const [first, second] = (
    signedHeaders(message, [newWebhookSecret(), known])['webhook-signature'] ?? ''
  ).split(' ');
  expect([first === signature, second]).toEqual([false, signature]);
});

test('API-47 a secret has 256 bits and names its kind', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
});

test.each(['de', 'en'])(
  'API-47 the example of the manual (%s) accepts genuine messages alone',
  async (language) => {
    const page = readFileSync(`manual/${language}/api.md`, 'utf8');
    const codes = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    const code = codes.find((one) => one.includes('isGenuine')) ?? '';
    const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
    const secret = newWebhookSecret();
    const message = { id: 'msg_1', at: new Date(), body: '{}' };
    const headers = signedHeaders(message, [newWebhookSecret(), secret]);
    expect(isGenuine(headers, '{}', secret)).toBe(true);
    expect(isGenuine(headers, '{ }', secret)).toBe(false);
    expect(isGenuine(headers, '{}', newWebhookSecret())).toBe(false);
    const old = signedHeaders({ ...message, at: new Date(Date.now() - 600_000) }, [secret]);
    expect(isGenuine(old, '{}', secret)).toBe(false);
  },
);
