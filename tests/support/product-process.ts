import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningProgram } from '../../src/platform/server/backup/running-program.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { longestWait } from './depth.ts';

const root = join(import.meta.dirname, '../..');
const mainProgram = ['src/app/server/main.ts'];
/** As `npm start` runs it. */
export const startScript = ['scripts/start.mjs'];

/** The product in a separate process, started like a person does. */
export interface ProductProcess {
  readonly url: string;
  readonly pid: number;
  /** All output so far. */
  output(): string;
  /** Milliseconds from the start of the process until it is ready; throws when it ends before. */
  ready(): Promise<number>;
  /** The exit code. */
  ended(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
}

export interface ProductOptions {
  readonly dataDirectory: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly program?: readonly string[];
  /** A checkout other than this one. */
  readonly checkout?: string;
  /** An account other than the current one. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

/** Configuration variables of the shell are not passed on to the product. */
const configuring =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_|SMTP_|MAIL_|SECRET_KEY|LOG_LEVEL|TRUSTED_|ALLOWED_|ROLES|DEMO|METRICS_|AUDIT_|PRIVATE_NETWORKS|INBOX_DIR|EXPORT_DIR|REFERENCE_RATES_URL|IMPORT_MAIL_URL|OPERATOR_|SECURITY_)/;

export async function launchProduct(options: ProductOptions): Promise<ProductProcess> {
  const port = options.port ?? (await freePort());
  const inherited = Object.entries(process.env).filter(([name]) => !configuring.test(name));
  const startedAt = performance.now();
  const child = spawn(process.execPath, options.program ?? mainProgram, {
    cwd: options.checkout ?? root,
    ...options.account,
    env: {
      ...Object.fromEntries(inherited),
      PORT: String(port),
      DATA_DIR: options.dataDirectory,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    url: `http://localhost:${port}`,
    pid: pidOf(child),
    output: () => output,
    ready: async () => {
      await until(() => output.includes('is ready') || child.exitCode !== null);
      if (!output.includes('is ready')) throw new Error(`the product did not start:\n${output}`);
      return performance.now() - startedAt;
    },
    ended: () => exit,
    signal: (signal) => child.kill(signal),
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

/** An empty data directory, with a function that removes it and related data outside of it. */
export function temporaryDataDirectory(): { path: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'kontor-data-'));
  chmodSync(parent, 0o711);
  const path = join(parent, 'data');
  return {
    path,
    remove: () => {
      const home = postgresHome(path);
      rmSync(parent, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The place of the embedded PostgreSQL of a data directory. */
export function postgresHome(dataDirectory: string): string {
  const note = join(dataDirectory, 'postgres-home');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDirectory, 'postgres');
}

/** The process id of the embedded PostgreSQL running on the data, if any. */
export function runningPostgres(dataDirectory: string): number | undefined {
  const file = join(postgresHome(dataDirectory), 'cluster', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return runningProgram(pid) ? pid : undefined;
}

/** Checks every 20 ms until the condition holds; after the limit it throws with the condition. */
export async function until(condition: () => boolean, limitMs = longestWait): Promise<void> {
  for (const deadline = performance.now() + limitMs; !condition(); await delay(20)) {
    if (performance.now() > deadline) throw new Error(`still waiting after ${limitMs} ms until ${condition}`);
  }
}
