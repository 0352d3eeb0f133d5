import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually, type TestWeb, testWeb } from '../support/web.ts';

const root = join(import.meta.dirname, '../..');

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = filesBelow('src').filter((path) => !/\.test\.tsx?$/.test(path));

describe('TECH-01 the technology of the product', () => {
  let db: TestDatabase;
  let web: TestWeb;
  beforeAll(async () => {
    [db, web] = await Promise.all([testDatabase(), testWeb()]);
  });
  afterAll(() => Promise.all([db.drop(), web.drop()]));

  test('all code is TypeScript, from the browser to the scripts', () => {
    const isData = /\.(css|svg|html|json)$/;
    expect(sources.filter((path) => !/\.tsx?$/.test(path) && !isData.test(path))).toEqual([]);
    // Only scripts that start before Node 24 is available are plain JavaScript.
    const scripts = ['scripts', 'tests', 'bench']
      .flatMap(filesBelow)
      .filter((path) => /\.(c|m)?js$/.test(path));
    expect(scripts.filter((path) => !path.startsWith('scripts/'))).toEqual([]);
  });

  test('the front end is one page of React', () => {
    expect(textOf('src/app/web/main.tsx')).toMatch(/from 'react-dom\/client'/);
    expect(filesBelow('src').filter((path) => path.endsWith('.html')).length).toBeLessThanOrEqual(1);
  });

  test('the back end runs on Node 24, over PostgreSQL 18', async () => {
    expect(process.versions.node).toMatch(/^24\./);
    const [row] = await db.sql<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    expect(row?.version).toMatch(/^18\d{4}$/);
  });

  test('TECH-14 only the functions for list rows use the PostgreSQL 18 syntax for the old row', async () => {
    const asking = (body: string) => `${body} ~* '\\mreturning\\M((?!\\minto\\M)[^;])*\\m(old|new)\\.'`;
    const [sample] = await db.sql<{ known: boolean; other: boolean }>(
      `select ${asking("'update t set a = 1 returning t.id, old.a into x'")} as known,
         ${asking("'insert into t values (1) returning id into new.id'")} as other`,
    );
    expect(sample).toEqual({ known: true, other: false });
    const found = await db.sql<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and ${asking('p.prosrc')} order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(['list_contract', 'list_invoice', 'list_procurement']);
  });

  test('a worker runs in the background', async () => {
    await web.startWorker();
    const alive = await eventually(
      async () => (await web.sql<{ id: string }>('select id from worker'))[0]?.id,
    );
    expect(alive).toBeTruthy();
  });
});

/**
 * The modules that call external systems, each with a local stand-in, so that everything can be tested without a
 * network.
 */
const adapters: Readonly<Record<string, readonly string[]>> = {
  'src/platform/server/http-call.ts': [
    'src/features/accounting-export/sandbox/datev/server.ts',
    'src/features/accounting-export/sandbox/dynamics/server.ts',
    'src/features/billing/sandbox/server.ts',
  ],
  'src/features/installation/server/ask.ts': ['tests/support/reverse-proxies.ts'],
  'src/features/mailbox/server/imap.ts': ['tests/support/dovecot.ts'],
  'src/features/mailbox/server/pop3.ts': ['tests/support/dovecot.ts'],
  'src/platform/server/pinned-call.ts': [
    'src/features/punchout/sandbox/shop.ts',
    'tests/support/sign-on-issuer.ts',
  ],
  'src/platform/server/mail/mail-smtp.ts': [
    'src/platform/server/mail/mail-outbox.ts',
    'tests/support/mail-server.ts',
  ],
  'src/platform/server/telemetry/otlp.ts': ['tests/support/otlp-receiver.ts'],
};

/** Modules that name the network in order to close it. */
const closers: readonly string[] = ['src/platform/server/reading-cell/no-network.ts'];

/** Code that opens outgoing connections; listening, or parsing addresses, does not count. */
const reachesOut =
  /from '(nodemailer|@opentelemetry\/exporter-[\w-]+|undici|axios|got|imapflow|node-pop3|ws)'|from 'node:(tls|https|http2|dgram)'|\b(https?|net)\.(request|get|connect|createConnection)\(|\bcreateConnection\(|(?<![.\w])fetch\(/;

describe('TECH-10 external systems are reached through adapters', () => {
  const server = sources.filter((path) => path.includes('/server/'));

  test('no other module of the server opens a connection', () => {
    expect(server.filter((path) => reachesOut.test(textOf(path))).toSorted()).toEqual(
      [...Object.keys(adapters), ...closers].toSorted(),
    );
  });

  test('the module that closes the network does not use it', () => {
    for (const path of closers)
      expect(textOf(path)).not.toMatch(/\.(connect|createConnection|createSocket|listen|bind|send)\(/);
  });

  test('each adapter has a stand-in for the external system', () => {
    for (const [adapter, substitutes] of Object.entries(adapters)) {
      expect([adapter, substitutes.filter((path) => !existsSync(join(root, path)))]).toEqual([adapter, []]);
    }
  });

  test('the search detects outgoing connections', () => {
    expect(
      ["import { createTransport } from 'nodemailer';", 'await fetch(url)', 'net.connect(25, host)'].every(
        (text) => reachesOut.test(text),
      ),
    ).toBe(true);
    expect(
      ['client.fetch(1)', "import { isIP } from 'node:net';"].some((text) => reachesOut.test(text)),
    ).toBe(false);
  });
});
