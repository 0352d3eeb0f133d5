import { AnswerLate } from './failure.ts';

/** How long a page waits for an answer, with all of it, in milliseconds (TECH-21). */
export const answerLimits = {
  /** The server gives up sooner whatever it has to wait for. */
  usual: 45_000,
  /** Of lists over a month, which the server may work at for a minute. */
  long: 90_000,
  /** Of files, which come and go over slow lines. */
  file: 600_000,
} as const;

/**
 * Asks the server, and reads its answer with `read`, within a time. Throws `AnswerLate` where that is over, and the reason of `signal`
 * where that is aborted before.
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
    return await read(await fetch(path, { ...request, signal: ending.signal }));
  } catch (failure) {
    throw ending.signal.reason instanceof AnswerLate ? ending.signal.reason : failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}
