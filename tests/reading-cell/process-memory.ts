import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;
/** The interval of checks, in milliseconds. */
const lookEvery = 20;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has just ended.
    return '';
  }
}

/** Child processes of this one, recursively. */
function descendants(): readonly string[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] ?? ''] as const);
  const found = new Set([String(process.pid)]);
  for (const above of found) for (const [pid, parent] of parents) if (parent === above) found.add(pid);
  found.delete(String(process.pid));
  return [...found];
}

/** The resident memory of a process as counted by the system, in bytes. */
const residentOf = (pid: string | number) =>
  Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;

export interface Watched {
  /** The peak memory of any single child process, in bytes. */
  readonly maxOfOne: number;
  /** The largest growth of this process itself, in bytes. */
  readonly growth: number;
  /** The longest block of this process, in milliseconds. */
  readonly longestPause: number;
}

/** Runs something and measures its resources from outside. */
export async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const before = residentOf(process.pid);
  let [maxOfOne, highest, longestPause, last] = [0, before, 0, performance.now()];
  const looking = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last - lookEvery);
    highest = Math.max(highest, residentOf(process.pid));
    maxOfOne = Math.max(maxOfOne, ...descendants().map(residentOf));
    last = performance.now();
  }, lookEvery);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return { maxOfOne, growth: highest - before, longestPause };
}
