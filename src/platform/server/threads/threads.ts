import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Refused, refuse } from '../../../base/refusal.ts';
import { RefusedForNow } from '../refused-for-now.ts';

/** Threads of one kind of work: one per core of a small machine. */
const mostThreads = 2;
/** Tasks that may wait; further ones are refused with Retry-After. */
const maxWaiting = 50;
const retryAfterSeconds = 10;
/** A thread without work ends after this many milliseconds. */
const idleTimeout = 60_000;
const megabytesPerThread = 512;

/** Work done outside the main thread, which keeps answering others (API-44). */
export type Threaded<Task, Answer> = (task: Task) => Promise<Answer>;

/**
 * Runs the default function of a file in its own thread, started on first use. Task and answer are copied, so they
 * must be plain data. Work longer than `seconds` is ended and refused with `limit_exceeded`; while too many tasks
 * wait, with `too_many_requests`. Only for the product's own output: files from outside are read in the reading cell,
 * since nothing limits the buffers of a thread (TECH-20).
 */
export function inThreads<Task, Answer>(file: URL, seconds: number): Threaded<Task, Answer> {
  let threads: Piscina<Task, Answer> | undefined;
  return async (task) => {
    threads ??= new Piscina<Task, Answer>({
      filename: fileURLToPath(file),
      minThreads: 0,
      maxThreads: mostThreads,
      maxQueue: maxWaiting,
      idleTimeout,
      resourceLimits: { maxOldGenerationSizeMb: megabytesPerThread },
      // Do not inherit the options of the main thread.
      execArgv: [],
    });
    if (threads.queueSize >= maxWaiting) throw new RefusedForNow(retryAfterSeconds);
    const signal = AbortSignal.timeout(seconds * 1000);
    try {
      return await threads.run(task, { signal });
    } catch (error) {
      if (signal.aborted) throw new Refused(refuse('limit_exceeded'));
      throw error;
    }
  };
}
