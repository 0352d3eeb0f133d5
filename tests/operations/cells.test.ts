import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/free-port.ts';
import { longestWait } from '../support/depth.ts';

const deploy = join(import.meta.dirname, '../../deploy');

/** Whether a proxy is there; root on Debian installs a missing one. */
function has(program: string, version: string): boolean {
  const isThere = () => spawnSync(program, [version], { stdio: 'ignore' }).status === 0;
  if (isThere()) return true;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const options = ['-o', 'DPkg::Lock::Timeout=80', 'install', '-y', '-qq', '--no-install-recommends'];
    spawnSync('apt-get', [...options, program], { stdio: 'ignore', env, timeout: longestWait });
  }
  const isInstalled = isThere();
  if (!isInstalled)
    console.info(`Not tried: the map of ${program}. As root on Debian: apt-get install ${program}`);
  return isInstalled;
}

let folder: string;
let cells: readonly Server[];

/** A cell that answers with its number and the caller's address that it was told. */
async function openCell(no: number): Promise<Server> {
  const server = createServer((asked, answer) => {
    answer.end(
      JSON.stringify({ cell: no, host: asked.headers.host, from: asked.headers['x-forwarded-for'] }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-cells-'));
  cells = [await openCell(1), await openCell(2)];
});
afterAll(() => {
  for (const cell of cells) cell.close();
  rmSync(folder, { recursive: true, force: true });
});

function addressOf(cell: Server | undefined): string {
  const address = cell?.address() as AddressInfo | null;
  return `127.0.0.1:${address?.port}`;
}

/** The delivered file, with the addresses of the cells of this test. */
function delivered(file: string): string {
  return readFileSync(join(deploy, file), 'utf8')
    .replaceAll('10.0.1.1:8080', addressOf(cells[0]))
    .replaceAll('10.0.2.1:8080', addressOf(cells[1]));
}

function startNginx(port: number): ChildProcess {
  const own = join(folder, 'nginx');
  mkdirSync(own);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${own}/${kind};`).join('\n');
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off;\npid ${own}/pid;\nerror_log stderr crit;\nevents {}\nhttp {\naccess_log off;\n${paths}
${delivered('cells.nginx.conf')}
server {
  listen ${port};
  location / {
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_pass http://$kontor_cell;
  }
}
}`,
  );
  return spawn('nginx', ['-p', own, '-e', 'stderr', '-c', join(own, 'nginx.conf')], { stdio: 'inherit' });
}

function startCaddy(port: number): ChildProcess {
  const own = join(folder, 'caddy');
  mkdirSync(own);
  const site = delivered('cells.Caddyfile').replace(
    'kontor.example.com, muster.kontor.example.com {',
    `http://kontor.example.com:${port}, http://muster.kontor.example.com:${port} {`,
  );
  writeFileSync(join(own, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
  const env = { ...process.env, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own };
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')], {
    stdio: 'ignore',
    env,
  });
}

/** Without encryption and the check of health, which the cells of this test do not have. */
function startHaproxy(port: number): ChildProcess {
  const map = join(folder, 'cells.map');
  writeFileSync(map, delivered('cells.map'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    delivered('cells.haproxy.cfg')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/^ {2}bind :443 .*\n/m, '')
      .replace(/^.*redirect scheme https.*\n/m, '')
      .replaceAll(/^ {2}(option httpchk|http-check) .*\n/gm, '')
      .replaceAll(/ check inter .*$/gm, '')
      .replaceAll('/etc/haproxy/cells.map', map),
  );
  return spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' });
}

function call(port: number, host: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'x-forwarded-for': '6.6.6.6' };
    request({ host: '127.0.0.1', port, path: '/', headers, timeout: 5_000 }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => resolve(JSON.parse(text)));
    })
      .on('error', reject)
      .end();
  });
}

const proxies = [
  ['nginx', '-v', startNginx],
  ['caddy', 'version', startCaddy],
  ['haproxy', '-v', startHaproxy],
] as const;

describe.each(proxies)('%s with the delivered map', (program, version, start) => {
  test.skipIf(!has(program, version))(
    'TECH-18 leads each host name to the cell of its tenant, and others to the first one',
    async () => {
      const port = await freePort();
      const proxy = start(port);
      try {
        for (let attempt = 0; attempt < 200; attempt += 1) {
          // It is still starting.
          if (await call(port, 'kontor.example.com').catch(() => null)) break;
          await delay(50);
        }
        expect(await call(port, 'kontor.example.com')).toMatchObject({ cell: 1, from: '127.0.0.1' });
        expect(await call(port, 'muster.kontor.example.com')).toEqual({
          cell: 2,
          host: expect.stringMatching(/^muster\.kontor\.example\.com/),
          from: '127.0.0.1',
        });
      } finally {
        proxy.kill('SIGTERM');
        if (proxy.exitCode === null) await once(proxy, 'exit');
      }
    },
  );
});
