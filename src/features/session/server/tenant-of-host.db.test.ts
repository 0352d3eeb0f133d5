import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type TestWeb, testWeb } from '../../../../tests/support/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await testWeb({
    tenantDomain: 'cells.example',
    allowedHosts: [
      'localhost',
      'kontor.example',
      'demo.kontor.example',
      'DEMO.intern',
      'www.kontor.example',
      'old.kontor.example',
      'away.kontor.example',
    ],
  });
  await addPerson(web, { email: 'ina@demo.test' });
  await addPerson(web, { tenant: 'old', email: 'ina@old.test' });
  await web.sql(`update tenant set status = 'archived' where name = 'old'`);
  await addPerson(web, { tenant: 'away', email: 'ina@away.test' });
  await web.sql(
    `update tenant set status = 'moved', moved_to = 'https://away.new.example' where name = 'away'`,
  );
  await web.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => web?.drop());

/** Requests over the network, since the host name must reach the server unchanged. */
function ask(
  host: string,
  path = '/api/environment',
): Promise<{ status: number; location: string | undefined; body: Record<string, unknown> }> {
  const { port } = web.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, location: headers.location, body: text.startsWith('{') ? JSON.parse(text) : {} });
        });
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
    // Below TENANT_DOMAIN every label is a host.
    ['demo.cells.example', 'demo'],
    ['nobody.cells.example', null],
    // No such tenant, or an archived one.
    ['www.kontor.example', null],
    ['kontor.example', null],
    ['old.kontor.example', null],
    ['away.kontor.example', null],
    ['localhost', null],
  ])('%s: %s', async (host, tenant) => {
    expect(await ask(host)).toMatchObject({ status: 200, body: { tenant } });
  });

  test('an unknown host is not answered', async () => {
    for (const host of ['demo.elsewhere.example', 'demo.cells.example.evil', 'a.demo.cells.example']) {
      const { status, body } = await ask(host);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).not.toHaveProperty('tenant');
    }
  });
});

describe('TECH-18 the host name of a tenant that moved to another installation', () => {
  test.each(['/', '/procurement/form?id=12', '/login/token-of-a-mail'])(
    'leads %s to its new place, with path and query',
    async (path) => {
      expect(await ask('away.kontor.example', path)).toMatchObject({
        status: 307,
        location: `https://away.new.example${path}`,
      });
    },
  );

  test('answers calls itself, and other hosts lead nowhere', async () => {
    expect(await ask('away.kontor.example')).toMatchObject({ status: 200, location: undefined });
    expect((await ask('demo.kontor.example', '/procurement')).location).toBeUndefined();
    expect((await ask('localhost', '/procurement')).location).toBeUndefined();
  });

  test('serves its own pages while the reverse proxy still leads the same host here', async () => {
    await web.sql(`update tenant set moved_to = 'http://away.kontor.example' where name = 'away'`);
    expect((await ask('away.kontor.example', '/procurement')).location).toBeUndefined();
  });
});
