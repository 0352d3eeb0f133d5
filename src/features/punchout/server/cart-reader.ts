import { Refused } from '../../../base/refusal.ts';
import { inThreads } from '../../../platform/server/threads/threads.ts';
import type { CartReading } from '../cart.ts';
import { readReturn } from '../returned.ts';
import type { ReadTask } from './read-thread.ts';

export type CartReader = (task: ReadTask) => Promise<CartReading>;

/** Smaller ones are read before a thread would have begun. */
const smallBody = 64 * 1024;
/** The largest cart takes a second or two; one that takes longer was made to. */
const seconds = 20;

/** Reads what shops send back, large carts in threads of their own, so that others are answered meanwhile (API-44). */
export function cartReader(): CartReader {
  const run = inThreads<ReadTask, CartReading>(new URL('./read-thread.ts', import.meta.url), seconds);
  return async (task) => {
    if (task.body.length <= smallBody) return readReturn(task, task.language);
    try {
      return await run(task);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, reason: 'too_large' };
      throw error;
    }
  };
}
