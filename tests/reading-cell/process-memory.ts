import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;
/** Between two looks, in milliseconds. */
const lookEvery = 20;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has just ended.
    return '';
  }
}

/** Processes below this one, with those below them. */
function descendants(): readonly string[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] ?? ''] as const);
  const found = new Set([String(process.pid)]);
  for (const above of found) for (const [pid, parent] of parents) if (parent === above) found.add(pid);
  found.delete(String(process.pid));
  return [...found];
}

/** Memory in use of a process as the system counts it, in bytes. */
const residentOf = (pid: string | number) =>
  Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;

export interface Watched {
  /** The most that any one process below this one had in use, in bytes. */
  readonly mostOfOne: number;
  /** By how much this process itself grew at most, in bytes. */
  readonly growth: number;
  /** The longest time in which this process did nothing else, in milliseconds. */
  readonly longestPause: number;
}

/** Does something and watches from outside what it takes. */
export async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const before = residentOf(process.pid);
  let [mostOfOne, most, longestPause, last] = [0, before, 0, performance.now()];
  const looking = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last - lookEvery);
    most = Math.max(most, residentOf(process.pid));
    mostOfOne = Math.max(mostOfOne, ...descendants().map(residentOf));
    last = performance.now();
  }, lookEvery);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return { mostOfOne, growth: most - before, longestPause };
}
