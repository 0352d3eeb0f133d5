/** How often a measurement is taken at most. */
const attempts = 5;

/**
 * The milliseconds that something takes here: measured again while it takes longer than the limit, because a
 * machine that stalls makes some measurements too long, and never one too short.
 */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best >= limit; attempt += 1)
    best = Math.min(best, await measure());
  return best;
}

/** How long it takes once, in milliseconds. */
export async function durationOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** How long the processor works on it, in milliseconds: for what waits for nothing, however busy the machine is. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as long as alone something takes on this machine at this moment, 1 or more: what a moment of pure work
 * takes of time, by what it takes of the processor.
 */
export function crowding(): number {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  let worked = 0;
  while (worked < 200_000) {
    const { user, system } = process.threadCpuUsage(before);
    worked = user + system;
  }
  return Math.max(1, ((performance.now() - startedAt) * 1000) / worked);
}

/** What `slowness` reads takes so many milliseconds on the machines that limits in milliseconds are meant for. */
const usualEffort = 25;

/**
 * How many times slower the processor of this machine is than those that limits in milliseconds are meant for, 1 or more:
 * by what it takes to read 50,000 fields of JSON, which is work and memory as a request has them.
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
