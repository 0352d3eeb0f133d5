import { ApiRefusal } from './failure.ts';
import { hideMoment, toastMoment } from './toasts.tsx';

/** How long a page waits for the database, and between two attempts, in milliseconds. */
const waits = { longest: 30_000, pause: 1_000 };

/** Calls that wait at the moment; they share one message. */
let waiting = 0;

/**
 * Runs a call again while the database is moving to another server, and says "one moment" meanwhile (TECH-15). After
 * half a minute the refusal is thrown as usual.
 *
 * @param isSafe the call only reads, or has a key, so that it takes effect once
 */
export async function onceBack<T>(isSafe: boolean, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    if (!isSafe || !isMoving(failure)) throw failure;
  }
  waiting += 1;
  toastMoment();
  try {
    return await repeated(call, signal);
  } finally {
    waiting -= 1;
    if (waiting === 0) hideMoment();
  }
}

async function repeated<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (const deadline = Date.now() + waits.longest; ; ) {
    await new Promise((done) => setTimeout(done, waits.pause));
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (failure) {
      if (!isMoving(failure) || Date.now() > deadline) throw failure;
    }
  }
}

function isMoving(failure: unknown): boolean {
  return failure instanceof ApiRefusal && failure.code === 'database_away';
}
