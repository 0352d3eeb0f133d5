import { inThreads } from '../../../platform/server/threads/threads.ts';
import { type ReadReturn, type ReadTask, read } from './read-thread.ts';

export type CartReader = (task: ReadTask) => Promise<ReadReturn>;

/** Smaller ones are read before a thread would have begun. */
const smallBody = 64 * 1024;
/** The largest cart takes a second or two, more on a busy machine; one that takes longer was made to. */
const seconds = 60;

/** Reads what shops send back, large carts in threads of their own, so that others are answered meanwhile (API-44). */
export function cartReader(): CartReader {
  // To copy the bytes would take longer than all the rest that is left to the web process.
  const moves = ({ body }: ReadTask) => [body];
  const run = inThreads<ReadTask, ReadReturn>(new URL('./read-thread.ts', import.meta.url), seconds, moves);
  return async (task) => (task.body.length <= smallBody ? read(task) : await run(task));
}
