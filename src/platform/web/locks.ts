/** What runs under a lock; `isOfAllTabs` is false where the browser has no locks, and only this tab keeps to it. */
type Work<T> = (isOfAllTabs: boolean) => Promise<T>;

/** The last one to have asked for a lock in this tab. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Does some work while nobody else holds the lock, in whatever tab of this browser. Over plain http, and where all storage is
 * refused, browsers give no locks: there this tab waits for itself alone (TECH-23).
 *
 * @param signal ends the waiting, which then throws
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
    // Its failure is its caller's: the next one only waits for the end.
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
