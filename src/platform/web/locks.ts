/** Work under a lock; `isOfAllTabs` is false if the browser has no locks, and only this tab is locked. */
type Work<T> = (isOfAllTabs: boolean) => Promise<T>;

/** The last pending work per lock in this tab. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs work while no other tab of this browser holds the lock. Over plain http and with blocked storage browsers have
 * no locks: then the lock covers this tab only (TECH-23).
 *
 * @param signal aborts the wait, which then throws
 */
export async function withLock<T>(name: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
  const { locks }: Partial<Navigator> = navigator;
  let isBegun = false;
  const begin = (): Promise<T> => {
    isBegun = true;
    return work(true);
  };
  try {
    if (locks) return await (signal ? locks.request(name, { signal }, begin) : locks.request(name, begin));
  } catch (failure) {
    if (isBegun || signal?.aborted) throw failure;
  }
  return await inTurn(name, work, signal);
}

async function inTurn<T>(name: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
  const before = turns.get(name);
  const wait = async (): Promise<T> => {
    // Its caller gets the failure; the next one only waits for the end.
    await before?.catch(() => undefined);
    signal?.throwIfAborted();
    return work(false);
  };
  const own = wait();
  turns.set(name, own);
  try {
    return await own;
  } finally {
    if (turns.get(name) === own) turns.delete(name);
  }
}
