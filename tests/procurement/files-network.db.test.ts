import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';
import { accessTokenFor } from '../support/web.ts';

const megabyte = Buffer.alloc(1024 * 1024);
const head = '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';

describe('uploads over a real connection', () => {
  let demo: DemoWeb;
  let token: string;
  let port: number;

  beforeAll(async () => {
    demo = await demoWeb();
    const { tenantId, userId, roles } = (await demo.person('requester@demo.test')).context;
    const person = { tenantId, id: userId, email: 'requester@demo.test' };
    token = await accessTokenFor(demo.web, person, [...roles]);
    await demo.web.app.listen({ port: 0, host: '127.0.0.1' });
    port = (demo.web.app.server.address() as AddressInfo).port;
  });
  afterAll(() => demo.close());

  /** Starts an upload without a content length. */
  function begin(): ClientRequest {
    const upload = request({
      port,
      host: '127.0.0.1',
      path: '/api/file',
      method: 'POST',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=xyz',
      },
    });
    upload.write(head);
    return upload;
  }

  it('PROC-29 refuses an oversized stream while it is running', async () => {
    const upload = begin();
    const status = new Promise<number | undefined>((resolve, reject) => {
      upload.on('error', reject);
      upload.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    for (let sent = 0; sent < 12; sent += 1) upload.write(megabyte);
    // The form is never completed; the response arrives anyway.
    expect(await status).toBe(413);
  });

  it('API-29 aborted uploads block no others, and the server stops without waiting for them', async () => {
    for (let time = 0; time < 15; time += 1) {
      const upload = begin().on('error', () => {});
      await delay(20);
      upload.destroy();
    }
    await vi.waitFor(async () => {
      const after = await demo.web.app.inject({
        method: 'POST',
        url: '/api/file',
        headers: { host: 'localhost', authorization: `Bearer ${token}` },
      });
      expect(after.statusCode).not.toBe(429);
    }, 5_000);
    const ended = demo.web.app.close().then(() => 'ended');
    expect(await Promise.race([ended, delay(3_000, 'still open')])).toBe('ended');
  });
});
