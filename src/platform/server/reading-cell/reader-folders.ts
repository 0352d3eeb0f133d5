import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The number of the process that has made a folder stands in its name. */
const name = /^reader-(\d+)-/;

/** Those of readers that live, each with a slash at its end; whoever started them takes the folders away when it ends. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(removeFolder));

/** A folder for one reader, the only one that it may write to. */
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
 * Takes away what products that were killed have left behind: the folders of their readers, and readers that the system did not end
 * with them (TECH-20). What belongs to another account stays.
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

/** Whether another process has this number now. */
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

/** Does what may fail because it is of another account, or gone already. */
function ifAllowed<Answer>(work: () => Answer): Answer | null {
  try {
    return work();
  } catch {
    return null;
  }
}
