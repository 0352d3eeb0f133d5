/** The largest number of measurements. */
const attempts = 5;

/**
 * The duration in milliseconds: measured again while it exceeds the limit, because a stalling machine makes some
 * measurements too long, never too short.
 */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best >= limit; attempt += 1)
    best = Math.min(best, await measure());
  return best;
}

/** The duration of one run, in milliseconds. */
export async function durationOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The processor time in milliseconds, independent of the load: for work without waits. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The ratio of elapsed to processor time for pure work on this machine at this moment, 1 or more. */
export function crowding(): number {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  let worked = 0;
  while (worked < 200_000) {
    const { user, system } = process.threadCpuUsage(before);
    worked = user + system;
  }
  return Math.max(1, ((performance.now() - startedAt) * 1000) / worked);
}

/** Milliseconds of the work in `slowness` on a machine for which time limits are meant. */
const usualEffort = 25;

/**
 * How many times slower this processor is than those for which limits in milliseconds are meant, 1 or more: measured
 * by reading 50,000 fields of JSON, which is work and memory like that of a request.
 */
export async function slowness(): Promise<number> {
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`field ${place}`, place])),
  );
  const effort = await fastest(0, async () => {
    const before = process.threadCpuUsage();
    JSON.parse(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, effort / usualEffort);
}
