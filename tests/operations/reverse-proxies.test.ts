import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/setup/front-end.mjs';
import { databaseName } from '../../src/app/server/product.ts';
import { version } from '../../src/app/server/version.ts';
import { judgeAddress } from '../../src/features/installation/address.ts';
import { readAddress } from '../../src/features/installation/server/address-facts.ts';
import { uploadLimitBytes } from '../../src/platform/constants.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { readConfiguration } from '../../src/platform/server/configuration.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/database/embedded-postgres.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { formOf } from '../support/demo-web.ts';
import { isDeep, someOf } from '../support/depth.ts';
import { believe } from '../support/dovecot.ts';
import { fastest } from '../support/fastest.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { launchProduct, type ProductProcess, temporaryDataDirectory } from '../support/product-process.ts';
import {
  callThrough,
  deliveredName,
  hasReverseProxies,
  type ProxyCall,
  type ProxyPlace,
  proxyPlace,
  type ReverseProxy,
  startCaddy,
  startNginx,
} from '../support/reverse-proxies.ts';
import { takeData } from '../support/shared-data.ts';
import { ask, draft, secretKey } from './cluster.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The delivered name resolves to this machine, and to no network. */
const names = `
import dns from 'node:dns';
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
const { lookup } = dns;
const here = (name) => (name === '${deliveredName}' ? '127.0.0.1' : name);
dns.lookup = (name, ...rest) => lookup(here(name), ...rest);
const { lookup: lookUp } = promises;
promises.lookup = (name, ...rest) => lookUp(here(name), ...rest);
promises.resolveTxt = async () => [['v=spf1 mx -all']];
syncBuiltinESMExports();
`;

describe.skipIf(!hasReverseProxies())('behind the reverse proxies of deploy/', () => {
  const data = temporaryDataDirectory();
  const backups = join(data.path, '..', 'backups');
  let place: ProxyPlace;
  let product: ProductProcess;
  let mail: MailServer;
  let port: number;
  let token: string;
  let owner: pg.Pool;
  let environment: Record<string, string>;

  beforeAll(async () => {
    ensureBuilt();
    place = proxyPlace(60);
    believe(place.authority);
    mail = await startMailServer();
    port = await freePort();
    await takeData(data.path, 'demo');
    environment = {
      DATA_DIR: data.path,
      SECRET_KEY: secretKey,
      PORT: String(port),
      PUBLIC_URL: `https://${deliveredName}`,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.url,
      BACKUP_DIR: backups,
      DEMO: 'false',
    };
    product = await launchProduct({ dataDirectory: data.path, port, environment });
    await product.ready();
    token = (await command('token', {}, '--email', 'requester@demo.test')).trim();
    const postgres = await startEmbeddedPostgres(data.path);
    owner = new pg.Pool({ connectionString: postgres.ownerUrl(databaseName), max: 1 });
  });
  afterAll(async () => {
    await owner?.end();
    product?.signal('SIGTERM');
    await product?.ended();
    await mail?.close();
    place?.remove();
    data.remove();
  });

  const command = async (script: string, change: Record<string, string>, ...parameters: string[]) => {
    const preload = join(place.directory, 'names.mjs');
    writeFileSync(preload, names);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const own = {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_EXTRA_CA_CERTS: place.authorityFile,
      ...environment,
      ...change,
    };
    const program = ['--import', preload, join(root, 'scripts', `${script}.ts`), ...parameters];
    const { stdout } = await run(process.execPath, program, { cwd: root, env: own }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}${error.stderr}`);
      },
    );
    return stdout;
  };

  const proxies = [
    ['nginx', startNginx],
    ['Caddy', startCaddy],
  ] as const;

  describe.each(someOf(proxies, 2))('%s with the delivered file', (_name, start) => {
    let proxy: ReverseProxy;
    beforeAll(async () => {
      proxy = await start(place, port);
    });
    afterAll(async () => await proxy?.stop());
    const call = (options: ProxyCall) => callThrough(proxy, place, options);
    const bearer = () => ({ authorization: `Bearer ${token}` });
    const upload = (document: number, bytes: number) => {
      const file = Buffer.alloc(bytes, 'x');
      file.write('%PDF-1.7\n');
      const form = formOf({ kind: 'procurement', document: String(document) }, [
        { name: 'a.pdf', bytes: file },
      ]);
      const headers = { ...bearer(), ...(form.headers as Record<string, string>) };
      return call({ method: 'POST', path: '/api/file', headers, body: form.payload as Buffer });
    };
    const saved = async (name: string) => {
      const { data: made } = await ask(`http://localhost:${port}`, token, draft(name));
      return made?.document.id ?? 0;
    };

    test('GEN-15 the login page is served encrypted, with each header of the product once', async () => {
      const page = await call({ path: '/login' });
      expect(page.status).toBe(200);
      expect(page.text).toContain('<div id="root">');
      expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    });

    test('GEN-15 unencrypted requests are redirected to the encrypted address', async () => {
      const answer = await fetch(`http://127.0.0.1:${proxy.plainPort}/tasks?a=1`, {
        redirect: 'manual',
        headers: { host: deliveredName },
      });
      expect([301, 302, 307, 308]).toContain(answer.status);
      expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/tasks\?a=1$/);
    });

    test("API-29 a file of the largest size arrives, and a larger one is refused with the product's message", async () => {
      const document = await saved('Große Datei');
      expect(await upload(document, uploadLimitBytes)).toMatchObject({ status: 200 });
      const refused = await upload(document, uploadLimitBytes + 1);
      expect(refused.status).toBe(413);
      expect(JSON.parse(refused.text)).toMatchObject({ success: false, code: 'payload_too_large' });
    });

    test('API-42 changes are announced within a second', async () => {
      const milliseconds = await fastest(1_000, async () => {
        let changedAt = 0;
        let reported = 0;
        const onPiece = (text: string): boolean => {
          if (text.includes('event: open') && changedAt === 0) {
            changedAt = performance.now();
            void saved('Live').catch(() => {});
          }
          reported = text.includes('event: change') ? performance.now() : 0;
          return reported === 0;
        };
        const { status } = await call({ path: '/api/live', headers: bearer(), onPiece });
        expect(status).toBe(200);
        expect(changedAt).toBeGreaterThan(0);
        return reported - changedAt;
      });
      // This includes the product's time for the draft itself.
      expect(milliseconds).toBeLessThan(1_000);
    });

    test("TECH-11 login limits use the caller's address, independent of forged headers", async () => {
      await owner.query('delete from login_request');
      for (const [place, header] of ['x-forwarded-for', 'forwarded', 'x-real-ip'].entries()) {
        const value = header === 'forwarded' ? 'for=192.0.2.77' : '192.0.2.77';
        const headers = { 'content-type': 'application/json', [header]: value };
        const body = JSON.stringify({ email: 'nobody@demo.test' });
        const path = '/api/auth/login';
        const from = `127.0.0.${place + 2}`;
        expect(await call({ method: 'POST', path, headers, body, from })).toMatchObject({ status: 202 });
      }
      const { rows } = await owner.query('select client_address from login_request order by 1');
      expect(rows).toEqual(
        ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((client_address) => ({ client_address })),
      );
    });

    test('API-38 the doctor has no findings, and sends a mail on request', async () => {
      await owner.query(`update lb_user set email = 'chefin@muster.test' where email = 'admin@demo.test'`);
      mkdirSync(backups, { recursive: true, mode: 0o700 });
      await command('backup', {}, '--keep', '1');
      const change = { PUBLIC_URL: `https://${deliveredName}:${proxy.port}` };
      const report = await command('doctor', change, '--mail', 'you@example.com');
      expect(report).not.toMatch(/WRONG|warning/);
      expect(report).toContain('Live updates arrive immediately.');
      expect(report).toContain(
        'The reverse proxy passes the address of the caller on and ignores forged headers.',
      );
      expect(report).toMatch(/The newest backup, kontor-.*, is 0 hours old .*, and can be read completely\./);
      expect(report.trim().split('\n').at(-1)).toBe('No problems found.');
      expect(mail.mails.at(-1)).toMatch(/^To: you@example.com/m);
    });
  });

  // The messages are tested separately.
  describe.runIf(isDeep)('the doctor finds wrong configurations of nginx', () => {
    /** The findings about the address through an nginx with another file. */
    const findings = async (
      change: (delivered: string) => string,
      variables: Record<string, string> = {},
    ): Promise<string[]> => {
      const proxy = await startNginx(place, port, (text) =>
        change(text).replaceAll(`server_name ${deliveredName}`, 'server_name localhost'),
      );
      try {
        const settings = { ...environment, PUBLIC_URL: `https://localhost:${proxy.port}`, ...variables };
        const facts = await readAddress(readConfiguration(settings), version, systemClock);
        return judgeAddress(facts).flatMap(({ level, says }) => (level === 'ok' ? [] : [says]));
      } finally {
        await proxy.stop();
      }
    };

    test('TECH-11 none as delivered', async () => {
      expect(await findings((text) => text)).toEqual([]);
    });

    test("TECH-11 the caller's own header is passed on", async () => {
      const passing = (text: string) =>
        text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for');
      expect(await findings(passing)).toEqual([
        'Anyone can forge X-Forwarded-For: the reverse proxy passes the header on unchanged.',
      ]);
      const adding = (text: string) =>
        text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for');
      expect(await findings(adding)).toEqual([
        'X-Forwarded-For can be forged from this machine: the proxy appends to it, and this machine is trusted.',
      ]);
    });

    test('API-42 streams are buffered', async () => {
      const buffering = (text: string) =>
        text.replace('proxy_buffering off;', 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;');
      expect(await findings(buffering)).toEqual([
        'Live updates are buffered: open pages show changes by others seconds later.',
      ]);
    });

    test('API-29 large files are blocked', async () => {
      const small = (text: string) => text.replace('client_max_body_size 210m', 'client_max_body_size 1m');
      expect(await findings(small)).toEqual(['A file of 10 MB cannot be uploaded (413).']);
    });

    test('GEN-15 the host name is lost, or the target is another one', async () => {
      const nameless = (text: string) => text.replace('Host $host', 'Host backend.internal');
      expect(await findings(nameless)).toEqual([
        expect.stringMatching(/is refused: the reverse proxy sends another host name\.$/),
      ]);
      const nowhere = (text: string) => text.replaceAll('127.0.0.1:8080', '127.0.0.1:9');
      expect(await findings(nowhere)).toEqual([
        expect.stringMatching(/answers with 502: the reverse proxy cannot reach the product\.$/),
      ]);
    });

    test('GEN-15 another installation has that name', async () => {
      const received = await findings((text) => text, {
        SECRET_KEY: 'the secret key of quite another installation',
      });
      expect(received).toEqual([
        expect.stringMatching(
          /^The program at .* is not this product with this SECRET_KEY \(status 404\)\.$/,
        ),
        expect.stringMatching(/^https:.* answers with 404, but is not this product with this SECRET_KEY\.$/),
      ]);
    });
  });
});
