import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestWeb, testWeb } from '../../../../tests/support/web.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { minutes } from '../../../platform/server/clock.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import { proofHeader } from '../probe.ts';
import { proofOf } from './proof.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({ trustedProxies: ['10.1.0.0/16'] });
});
afterAll(() => web.drop());

const proof = (key = web.configuration.secretKey) => proofOf(deriveSecrets(key), web.clock);
const ask = (header: string | string[], more: object = {}) =>
  web.app.inject({ url: '/api/installation', headers: { [proofHeader]: header, ...more } });

describe('probes of the doctor (TECH-11)', () => {
  test('a caller with the key sees how the product identifies it', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.77' };
    const options = { url: '/api/installation', headers: { [proofHeader]: proof(), ...forwarded } };
    const believed = await web.app.inject({ ...options, remoteAddress: '10.1.2.3' });
    expect(believed.json()).toMatchObject({
      client: '192.0.2.77',
      peer: '10.1.2.3',
      forwardedFor: '192.0.2.77',
      isBelieved: true,
    });
    const other = await web.app.inject({ ...options, remoteAddress: '203.0.113.5' });
    expect(other.json()).toMatchObject({ client: '203.0.113.5', isBelieved: false });
    const plain = await web.app.inject({ url: '/api/installation', headers: { [proofHeader]: proof() } });
    expect(plain.json()).toMatchObject({ forwardedFor: null, isBelieved: false });
  });

  test('a wrong key, an old proof or a changed one is answered like an unknown path', async () => {
    const old = proof();
    expect((await ask(old)).statusCode).toBe(200);
    const [moment = '', signature = ''] = old.split('.');
    for (const wrong of [
      proof('the secret key of quite another installation'),
      `${Number(moment) + 1}.${signature}`,
      `${moment}.${signature}A`,
      `${moment}.${signature.slice(0, -1)}`,
      `0${moment}.${signature}`,
    ])
      expect((await ask(wrong)).statusCode).toBe(404);
    expect((await ask([old, old])).statusCode).toBe(404);
    web.clock.forward(minutes(6));
    expect((await ask(old)).statusCode).toBe(404);
    expect((await ask(proof())).statusCode).toBe(200);
    expect((await ask(proof(), { host: 'elsewhere.example' })).statusCode).toBe(421);
  });

  test('API-29 accepts a body of the maximum size, and none larger', async () => {
    const upload = (bytes: number) =>
      web.app.inject({
        method: 'POST',
        url: '/api/installation/upload',
        headers: { [proofHeader]: proof(), 'content-type': 'application/octet-stream' },
        payload: Buffer.alloc(bytes),
      });
    expect((await upload(uploadLimitBytes)).json()).toEqual({ received: uploadLimitBytes });
    expect((await upload(uploadLimitBytes + 100_000)).statusCode).toBe(413);
  });

  test('API-42 a stream arrives in two halves', async () => {
    const { body, headers } = await web.app.inject({
      url: '/api/live/probe',
      headers: { [proofHeader]: proof() },
    });
    expect(body).toBe(': first\n\n: second\n\n');
    expect(headers).toMatchObject({ 'x-accel-buffering': 'no', 'cache-control': 'no-store' });
  });
});
