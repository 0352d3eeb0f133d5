import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testConfiguration, testLog } from '../../../../tests/support/web.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { serveFrontEnd } from './http-static.ts';

const log = testLog();
const directory = mkdtempSync(join(tmpdir(), 'kontor-front-end-'));
let app: HttpServer;

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Kontor</title>');
  writeFileSync(join(directory, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = createHttpServer({ ...testConfiguration, allowedHosts: ['kontor.example.com', '::1'] }, log.log);
  app.post('/api/echo', async (request) => request.body ?? {});
  app.get('/api/refused', () => {
    throw new Refused(refuse('specific_field_required', { field: 'name', values: { field: 'name' } }));
  });
  app.get('/api/broken', () => {
    throw new Error('select * from lb_user where password = 1');
  });
  app.get('/api/broken-sql', () => {
    throw Object.assign(new pg.DatabaseError('relation "tenant" does not exist', 1, 'error'), {
      code: '42P01',
    });
  });
  app.get('/api/slow', async () => {
    await delay(300);
    return { slept: true };
  });
  await serveFrontEnd(app, directory);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'kontor.example.com', ...headers } });
const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/echo',
    payload,
    headers: { host: 'kontor.example.com', 'content-type': 'application/json', ...headers },
  });

describe('hosts', () => {
  test.each(['kontor.example.com', 'KONTOR.example.com:8443', '[::1]:8080'])(
    'GEN-15 %s is accepted',
    async (host) => {
      expect((await get('/', { host })).statusCode).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'kontor.example.com.evil.example',
    'evil.example:80@kontor.example.com',
    'kontor.example.com, evil.example',
    'kontor.example.com/',
    '',
    '127.0.0.1',
  ])('GEN-15 "%s" is refused with 421', async (host) => {
    const response = await get('/api/refused', { host, 'x-forwarded-host': 'kontor.example.com' });
    expect([response.statusCode, response.json().code]).toEqual([421, 'unknown_host']);
  });
});

describe('unwanted paths and hosts', () => {
  test.each(['/.git/config', '/.env', '/a/.hidden/b', '/%2egit/config', '/api/.x', '/.well-known/x'])(
    'TECH-11 %s is not found',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );

  test('TECH-11 a dot after the path, or within a name, is no hidden file', async () => {
    expect((await get('/login?next=/.x')).statusCode).toBe(200);
    expect((await get('/favicon.svg')).statusCode).toBe(200);
  });

  test('GEN-15 two host headers are refused, though both hosts are accepted', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const statusOf = (hosts: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1').on('error', reject);
        socket.setEncoding('latin1').once('data', (text: string) => {
          resolve(text.slice(9, 12));
          socket.destroy();
        });
        const lines = hosts.map((host) => `Host: ${host}`);
        socket.write(['GET /api/refused HTTP/1.1', ...lines, '', ''].join('\r\n'));
      });
    const ours = 'kontor.example.com';
    expect(await statusOf([ours])).toBe('422');
    expect(await statusOf([ours, ours])).toBe('400');
    expect(await statusOf([ours, 'evil.example'])).toBe('400');
  });
});

describe('headers', () => {
  test('TECH-11 pages run only our own code, nothing inline, and cannot be framed', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });

  test('TECH-11 refused and failed answers have the headers, too', async () => {
    for (const url of ['/api/refused', '/api/broken', '/api/none']) {
      expect((await get(url)).headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await get('/', { host: 'evil.example' })).headers['content-security-policy']).toBeDefined();
  });

  test('TECH-11 sends HSTS if the public address uses HTTPS', async () => {
    expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
    const secure = createHttpServer({ ...testConfiguration, publicUrl: 'https://localhost' }, log.log);
    const { headers } = await secure.inject({ url: '/', headers: { host: 'localhost' } });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });

  test('API-01 calls are not cached, hashed assets forever, the page is revalidated', async () => {
    expect((await get('/api/refused')).headers['cache-control']).toBe('no-store');
    expect((await get('/assets/main-abc123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const url of ['/', '/index.html', '/procurement/form?id=1', '/favicon.svg']) {
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-cache']);
    }
  });
});

describe('front end', () => {
  test.each(['/', '/login/abc', '/procurement/form?id=12', '/apiary', '/v1.2/x'])(
    'NAV-01 %s is a page',
    async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.body).toContain('<title>Kontor</title>');
    },
  );

  test.each([
    '/api',
    '/api/none',
    '/v1/none',
    '/dev/none',
    '/assets/none.js',
    '/a.b',
    '/.env',
    '/x/wp-login.php',
  ])('%s is not found', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  test.each([
    ['POST', '/procurement/form', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
    ['GET', '/api/echo', 'POST'],
    ['PUT', '/api/refused', 'GET, HEAD'],
  ] as const)('API-01 %s %s is refused with 405 and the allowed methods', async (method, url, allowed) => {
    const response = await app.inject({ method, url, headers: { host: 'kontor.example.com' } });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allowed]);
    expect(response.json()).toMatchObject({ success: false, code: 'method_not_allowed' });
  });

  test('serves nothing outside the front end', async () => {
    for (const url of ['/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fpackage.json', '/.env', '/assets/%00']) {
      const response = await get(url);
      expect([url, response.body.includes('root:') || response.body.includes('"name"')]).toEqual([
        url,
        false,
      ]);
    }
  });
});

describe('errors', () => {
  test("ERR-14 a refusal has code, message and field in the browser's language", async () => {
    const german = await get('/api/refused', { 'accept-language': 'xx, de-AT;q=0.9, en;q=0.8' });
    expect(german.statusCode).toBe(422);
    expect(german.json()).toEqual({
      success: false,
      code: 'specific_field_required',
      message: 'Das Feld "name" ist erforderlich.',
      fields: { name: 'specific_field_required' },
      values: { field: 'name' },
    });
    const czech = await get('/api/refused', { 'accept-language': 'cs-CZ' });
    expect(czech.json().message).toBe('Pole "name" je povinné.');
    expect((await get('/api/refused', { 'accept-language': 'xx' })).json().message).toMatch(/^Das Feld/);
  });

  test.each(['/api/broken', '/api/broken-sql'])(
    'ERR-15 %s reveals no internals and has an id that is in the log',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(500);
      const answer = response.json();
      expect(answer).toMatchObject({ success: false, code: 'unexpected' });
      expect(response.body).not.toMatch(/select|relation|tenant|Error|at /);
      const line = log.lines().find((entry) => entry.request_id === answer.request_id && entry.err);
      expect(JSON.stringify(line)).toMatch(/lb_user|relation/);
    },
  );

  test.each([
    ['{"a":', 400, 'malformed_request'],
    ['', 400, 'malformed_request'],
    ['{"__proto__":{"x":1}}', 400, 'malformed_request'],
    ['\u0000', 400, 'malformed_request'],
  ])('the body %j is refused with %i', async (payload, status, code) => {
    const response = await send(payload);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
    'content of type %s is refused with 415',
    async (type) => {
      const response = await send('{}', { 'content-type': type });
      expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test.each(['/api/%', '/%E0%A4%A'])('the address %s is refused with 400', async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_request']);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  test('API-44 a body of more than 256 KB is refused with 413 by calls that take no more', async () => {
    const body = (size: number) => JSON.stringify({ a: 'x'.repeat(size - 8) });
    expect((await send(body(256 * 1024))).statusCode).toBe(200);
    const response = await send(body(256 * 1024 + 1));
    expect([response.statusCode, response.json().code]).toEqual([413, 'payload_too_large']);
  });
});

test('closing waits for running requests', async () => {
  const server = createHttpServer(testConfiguration, log.log);
  const begun = Promise.withResolvers<void>();
  server.get('/api/slow', async () => {
    begun.resolve();
    await delay(300);
    return { slept: true };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const answer = new Promise<number | undefined>((done, failed) => {
    httpRequest({ port, path: '/api/slow', headers: { host: 'localhost' } }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode));
    })
      .on('error', failed)
      .end();
  });
  await begun.promise;
  await server.close();
  expect(await answer).toBe(200);
});
