import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { longestWait } from './depth.ts';

/** OpenStack Swift of Debian with its S3 interface: a real store that others wrote. */
export interface Swift {
  /** The value of FILES_URL; its bucket exists and keeps versions. */
  readonly url: string;
  stop(): void;
}

/** Of Debian: the package has no other. */
const python = '/usr/bin/python3';
const services = ['account', 'container', 'object', 'proxy'] as const;
const user = { id: 'kontor:files', secret: 'a-secret' };
const region = 'eu-test-1';
const bucket = 'kontor-files';

export const howToInstall =
  'The test of the object store needs OpenStack Swift and an account that may install it. As root on Debian: apt-get install python3-swift';

/** Whether Swift is available; root on Debian installs a missing one. */
export function ensureSwift(): boolean {
  if (process.getuid?.() !== 0) return false;
  if (runs(python, ['-c', 'import swift.proxy.server'])) return true;
  const wait = ['-o', 'DPkg::Lock::Timeout=80'];
  const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runs('apt-get', [...wait, 'update', '-qq'], quietly);
  return runs(
    'apt-get',
    [...wait, 'install', '-y', '-qq', '--no-install-recommends', 'python3-swift'],
    quietly,
  );
}

function runs(program: string, parameters: readonly string[], env = process.env): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore', env, timeout: longestWait }).status === 0;
}

/** Starts its four services on one directory, with a bucket that keeps versions. */
export async function startSwift(firstPort: number): Promise<Swift> {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-swift-'));
  prepare(directory, firstPort);
  const running = services.map((service) =>
    spawn(python, [join(directory, 'run.py'), directory, service], { stdio: 'ignore' }),
  );
  const stop = (): void => {
    for (const process of running) process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${firstPort}`;
  try {
    await answers(origin);
    await call(`${origin}/${bucket}`, '');
    await call(
      `${origin}/${bucket}?versioning=`,
      '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>',
    );
  } catch (error) {
    stop();
    throw error;
  }
  const login = `${encodeURIComponent(user.id)}:${user.secret}`;
  return { url: `http://${login}@127.0.0.1:${firstPort}/${bucket}/files?region=${region}`, stop };
}

function prepare(directory: string, firstPort: number): void {
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(directory, name), `${lines.join('\n')}\n`);
  mkdirSync(join(directory, 'devices/d1'), { recursive: true });
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_suffix = test',
    '[storage-policy:0]',
    'name = one',
    'default = yes',
  ]);
  write('ring.py', ['from swift.cli.ringbuilder import main', 'main()']);
  write('run.py', [
    'import sys',
    'import swift.common.utils',
    "swift.common.utils.SWIFT_CONF_FILE = sys.argv[1] + '/swift.conf'",
    'from swift.common.wsgi import run_wsgi',
    "sys.exit(run_wsgi(sys.argv[1] + '/' + sys.argv[2] + '.conf', sys.argv[2] + '-server', default_port=1))",
  ]);
  for (const [place, service] of services.entries()) {
    const port = service === 'proxy' ? firstPort : firstPort + 1 + place;
    const settings = [
      '[DEFAULT]',
      'bind_ip = 127.0.0.1',
      `bind_port = ${port}`,
      'workers = 0',
      'user = root',
      `swift_dir = ${directory}`,
    ];
    if (service === 'proxy') write('proxy.conf', [...settings, ...proxySettings]);
    else {
      const stored = [
        `devices = ${directory}/devices`,
        'mount_check = false',
        '[pipeline:main]',
        `pipeline = ${service}-server`,
      ];
      write(`${service}.conf`, [
        ...settings,
        ...stored,
        `[app:${service}-server]`,
        `use = egg:swift#${service}`,
      ]);
      const ring = (...parameters: string[]): void => {
        const all = [join(directory, 'ring.py'), join(directory, `${service}.builder`), ...parameters];
        if (!runs(python, all)) throw new Error(`Swift makes no ring of ${service}`);
      };
      ring('create', '4', '1', '1');
      ring('add', `r1z1-127.0.0.1:${port}/d1`, '1');
      ring('rebalance');
    }
  }
}

const filters = [
  'catch_errors',
  'listing_formats',
  's3api',
  'tempauth',
  'bulk',
  'slo',
  'dlo',
  'versioned_writes',
  'symlink',
];
const filterSettings: Readonly<Record<string, string>> = {
  s3api: `location = ${region}`,
  tempauth: `user_${user.id.replace(':', '_')} = ${user.secret} .admin`,
  versioned_writes: 'allow_object_versioning = true',
};
const proxySettings = [
  '[pipeline:main]',
  `pipeline = catch_errors cache ${filters.slice(1).join(' ')} proxy-server`,
  '[app:proxy-server]',
  'use = egg:swift#proxy',
  'account_autocreate = true',
  // It works without one, but not without the filter.
  '[filter:cache]',
  'use = egg:swift#memcache',
  'memcache_servers = 127.0.0.1:1',
  ...filters.flatMap((filter) => [
    `[filter:${filter}]`,
    `use = egg:swift#${filter}`,
    ...(filterSettings[filter] ? [filterSettings[filter]] : []),
  ]),
];

async function answers(origin: string): Promise<void> {
  for (const end = performance.now() + longestWait; ; ) {
    try {
      await fetch(origin);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(500);
    }
  }
}

async function call(url: string, body: string): Promise<void> {
  const signed = await new AwsV4Signer({
    ...{ method: 'PUT', url, body, region, service: 's3' },
    ...{ accessKeyId: user.id, secretAccessKey: user.secret },
  }).sign();
  const { status } = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body });
  if (status !== 200) throw new Error(`Swift answers ${status} to ${url}`);
}
