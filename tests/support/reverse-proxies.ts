import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/platform/server/free-port.ts';
import { makeCertificates } from './certificates.ts';
import { longestWait } from './depth.ts';

/** The name in the delivered files. */
export const deliveredName = 'kontor.example.com';
const deliveredTarget = '127.0.0.1:8080';
const debianPackages = ['nginx', 'caddy', 'openssl'];
const deploy = join(import.meta.dirname, '../../deploy');

export interface ReverseProxy {
  /** The port of the encrypted address. */
  readonly port: number;
  /** The port that redirects there. */
  readonly plainPort: number;
  stop(): Promise<void>;
}

/** A folder with the certificates of the proxies and their authority. */
export interface ProxyPlace {
  readonly directory: string;
  readonly authority: string;
  readonly authorityFile: string;
  remove(): void;
}

/**
 * Whether nginx and Caddy are available; root on Debian installs missing ones. Without a package source, a notice
 * names the skipped checks.
 */
export function hasReverseProxies(): boolean {
  if (areInstalled()) return true;
  if (process.getuid?.() !== 0 || !canInstall()) {
    console.info(
      `Not tried: nginx and Caddy. As root on Debian: apt-get install ${debianPackages.join(' ')}`,
    );
    return false;
  }
  // Packages must not start services during the tests.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = ['install', '-y', '-qq', '--no-install-recommends'];
  if (!runs('apt-get', [...patiently, ...options, ...debianPackages], env) || !areInstalled())
    throw new Error(`apt-get install ${debianPackages.join(' ')} failed`);
  return true;
}

const patiently = ['-o', 'DPkg::Lock::Timeout=80'];

function areInstalled(): boolean {
  return runs('nginx', ['-v']) && runs('caddy', ['version']) && runs('openssl', ['version']);
}

function canInstall(): boolean {
  runs('apt-get', [...patiently, 'update', '-qq']);
  return runs('apt-get', ['install', '--print-uris', '-qq', ...debianPackages]);
}

function runs(program: string, parameters: readonly string[], env = process.env): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore', env, timeout: longestWait }).status === 0;
}

export function proxyPlace(days = 2): ProxyPlace {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-proxy-'));
  chmodSync(directory, 0o711);
  makeCertificates(directory, [`DNS:${deliveredName}`, 'DNS:localhost'], days);
  const authorityFile = join(directory, 'authority.pem');
  return {
    directory,
    authorityFile,
    authority: readFileSync(authorityFile, 'utf8'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

type Change = (delivered: string) => string;

/** Starts nginx with the delivered file; only ports and certificate paths differ. */
export async function startNginx(
  { directory }: ProxyPlace,
  target: number,
  change: Change = (text) => text,
): Promise<ReverseProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = change(readFileSync(join(deploy, 'nginx.conf'), 'utf8'))
    .replaceAll(deliveredTarget, `127.0.0.1:${target}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+\/fullchain\.pem/g, join(directory, 'server.pem'))
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+\/privkey\.pem/g, join(directory, 'server.key'))
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${plainPort};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${port} `);
  const own = join(directory, `nginx-${port}`);
  mkdirSync(own);
  writeFileSync(join(own, 'site.conf'), site);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
daemon off;
worker_processes 1;
pid ${own}/pid;
error_log stderr crit;
events {}
http {
  access_log off;
  server_names_hash_bucket_size 128;
${kinds.map((kind) => `  ${kind}_temp_path ${own}/${kind};`).join('\n')}
  include ${own}/site.conf;
}`;
  writeFileSync(join(own, 'nginx.conf'), main);
  const parameters = ['-p', own, '-e', 'stderr', '-c', join(own, 'nginx.conf')];
  return await startedProxy(
    spawn('nginx', parameters, { stdio: ['ignore', 'ignore', 'inherit'] }),
    port,
    plainPort,
  );
}

/** Starts Caddy with the delivered file and the certificate of the place, because it cannot get one here. */
export async function startCaddy(
  { directory }: ProxyPlace,
  target: number,
  change: Change = (text) => text,
): Promise<ReverseProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = change(readFileSync(join(deploy, 'Caddyfile'), 'utf8'))
    .replaceAll(deliveredTarget, `127.0.0.1:${target}`)
    .replace(
      '# tls /etc/caddy/fullchain.pem /etc/caddy/privkey.pem',
      `tls ${directory}/server.pem ${directory}/server.key`,
    )
    .replace(`${deliveredName} {`, `${deliveredName}, localhost {`);
  const own = join(directory, `caddy-${port}`);
  mkdirSync(own);
  const ports = `{\n\tadmin off\n\tgrace_period 1s\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n`;
  writeFileSync(join(own, 'Caddyfile'), ports + site);
  const env = { ...process.env, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own };
  const parameters = ['run', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')];
  return await startedProxy(
    spawn('caddy', parameters, { stdio: ['ignore', 'ignore', 'ignore'], env }),
    port,
    plainPort,
  );
}

async function startedProxy(process: ChildProcess, port: number, plainPort: number): Promise<ReverseProxy> {
  const exit = new Promise((done) => process.once('exit', done));
  const proxy = {
    port,
    plainPort,
    stop: async () => {
      process.kill('SIGTERM');
      await exit;
    },
  };
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (process.exitCode !== null) throw new Error('the reverse proxy ended while it was starting');
    if ((await isOpen(port)) && (await isOpen(plainPort))) return proxy;
    await delay(50);
  }
  await proxy.stop();
  throw new Error(`the reverse proxy does not listen on port ${port}`);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && done(true)).once('error', () => done(false));
  });
}

export interface ProxyCall {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** The calling address, such as `127.0.0.2`. */
  readonly from?: string;
  /** Called with each piece of the answer as it arrives; false stops reading. */
  readonly onPiece?: (text: string) => boolean;
}

/** In milliseconds; a live stream has a sign of life every 20 s. */
const longestSilence = 60_000;

/** Calls the delivered name through a proxy of this machine, like a remote browser. */
export function callThrough(
  { port }: ReverseProxy,
  { authority }: ProxyPlace,
  { method = 'GET', path, headers = {}, body, from, onPiece }: ProxyCall,
): Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: deliveredName,
      ca: authority,
      method,
      path,
      agent: false as const,
      headers: { host: `${deliveredName}:${port}`, ...headers },
      ...(from && { localAddress: from }),
    };
    const sent = request(options, (response) => {
      let text = '';
      const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (onPiece?.(piece) !== false) return;
        done();
        sent.destroy();
      });
      response.once('end', done).once('error', done);
    });
    // A buffered answer would arrive only at the end of the stream.
    sent.setTimeout(longestSilence, () =>
      sent.destroy(new Error('the proxy has sent nothing for a long time')),
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
