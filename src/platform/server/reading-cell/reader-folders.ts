import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a folder contains the id of the process that created it. */
const name = /^reader-(\d+)-/;

/** Folders of living readers, with a trailing slash; removed when this process exits. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(removeFolder));

/** Creates a folder for one reader, the only one that it may write to. */
export function makeFolder(): string {
  const folder = `${mkdtempSync(join(tmpdir(), `reader-${process.pid}-`))}/`;
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes leftovers of killed products: folders of their readers, and readers that the system did not end (TECH-20).
 * Leaves those of other accounts alone.
 */
export function sweepFolders(): void {
  const left = readdirSync(tmpdir()).flatMap((each) => {
    const product = Number(name.exec(each)?.[1]);
    const folder = `${join(tmpdir(), each)}/`;
    return Number.isNaN(product) || folders.has(folder) || isAnotherProcess(product) ? [] : [folder];
  });
  if (left.length === 0) return;
  for (const [pid, command] of commands()) {
    if (left.some((folder) => command.includes(`--allow-fs-write=${folder}`)))
      ifAllowed(() => process.kill(pid, 'SIGKILL'));
  }
  for (const folder of left) ifAllowed(() => removeFolder(folder));
}

/** Whether another process has this id now. */
function isAnotherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** All processes of this machine with their command lines. */
function commands(): readonly (readonly [pid: number, command: string])[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    return pids.map((pid) => [
      Number(pid),
      ifAllowed(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? '',
    ]);
  }
  const listed = ifAllowed(() => execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'latin1' }));
  return (listed ?? '').split('\n').map((line) => [Number.parseInt(line, 10), line]);
}

/** Runs `work`; null if it fails because the process belongs to another account or is gone. */
function ifAllowed<Answer>(work: () => Answer): Answer | null {
  try {
    return work();
  } catch {
    return null;
  }
}
