import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await testWeb({
    allowedHosts: [
      'localhost',
      'kontor.example',
      'demo.kontor.example',
      'DEMO.intern',
      'www.kontor.example',
      'old.kontor.example',
    ],
  });
  await addPerson(web, { email: 'ina@demo.test' });
  await addPerson(web, { tenant: 'old', email: 'ina@old.test' });
  await web.sql(`update tenant set status = 'archived' where name = 'old'`);
  await web.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => web?.drop());

/** Requests over the network, since the host name must reach the server unchanged. */
function ask(host: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { port } = web.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/api/environment', headers: { host } }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    })
      .on('error', reject)
      .end();
  });
}

describe("AUTH-03 the tenant of the host name's first label", () => {
  test.each([
    ['demo.kontor.example', 'demo'],
    ['demo.kontor.example:8443', 'demo'],
    ['DEMO.intern', 'demo'],
    // No such tenant, or an archived one.
    ['www.kontor.example', null],
    ['kontor.example', null],
    ['old.kontor.example', null],
    ['localhost', null],
  ])('%s: %s', async (host, tenant) => {
    expect(await ask(host)).toMatchObject({ status: 200, body: { tenant } });
  });

  test('an unknown host is not answered', async () => {
    const { status, body } = await ask('demo.elsewhere.example');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toHaveProperty('tenant');
  });
});
