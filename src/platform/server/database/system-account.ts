import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** An unprivileged account of the machine, used by root for programs that refuse to run as root. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Tried in this order; the second exists on nearly every system. */
const candidates = ['postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Throws when the machine has neither a `postgres` nor a `nobody` account. */
export function unprivilegedAccount(): SystemAccount {
  for (const name of candidates) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" for it. ' +
      'Start Kontor as an ordinary user, or set DATABASE_URL to a PostgreSQL 18.',
  );
}

/** The owner of a path; null if it does not exist or belongs to root. */
export function ownerOf(path: string): SystemAccount | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : null;
}

/** Whether the account can enter `directory` and all folders above it. */
export function mayEnter(account: SystemAccount, directory: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, cwd: '/' }).status === 0;
}

/** Whether the account can run the program, libraries included. */
export function mayRun(account: SystemAccount, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0;
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}
