import { AnswerLate } from './failure.ts';
import { noteNetwork } from './network.ts';
import { noteServerTime } from './server-clock.ts';

/** Time limits for whole answers, in milliseconds (TECH-21). */
export const answerLimits = {
  /** Longer than any limit of the server. */
  usual: 45_000,
  /** For lists over a month, which may take the server a minute. */
  long: 90_000,
  /** For files, which may be sent over slow connections. */
  file: 600_000,
} as const;

/**
 * Sends a request and reads its answer with `read`, within a time limit. Throws `AnswerLate` after the limit, and the
 * reason of `signal` if aborted earlier.
 */
export async function fetchWithin<T>(
  limit: number,
  path: string,
  { signal, ...request }: Omit<RequestInit, 'signal'> & { readonly signal?: AbortSignal | undefined },
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const passOn = () => ending.abort(signal?.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => ending.abort(new AnswerLate(limit)), limit);
  try {
    const response = await fetch(path, { ...request, signal: ending.signal }).catch((failure: unknown) => {
      // The only failure of an unaborted request: no connection (MOB-04).
      if (!ending.signal.aborted) noteNetwork(false);
      throw failure;
    });
    noteNetwork(true);
    noteServerTime(response);
    return await read(response);
  } catch (failure) {
    throw ending.signal.reason instanceof AnswerLate ? ending.signal.reason : failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}
