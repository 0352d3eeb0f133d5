import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Refused, refuse } from '../../../base/refusal.ts';
import { RefusedForNow } from '../refused-for-now.ts';

/** Threads of one kind of work: enough for both cores of a small machine. */
const mostThreads = 2;
/** Works that wait; the next one is asked to come again. */
const mostWaiting = 50;
const retryAfterSeconds = 10;
/** A thread without work ends after this many milliseconds. */
const idleTimeout = 60_000;
const megabytesPerThread = 512;

/** Work that is done beside the main thread, which meanwhile answers others (API-44). */
export type Threaded<Task, Answer> = (task: Task) => Promise<Answer>;

/**
 * Does what the default function of a file does, in a thread of its own that is started when it is needed. Task and
 * answer are copied, so they are plain data. Work that takes longer than `seconds` is ended and refused with
 * `limit_exceeded`; while too much waits already, with `too_many_requests`. It is for what the product itself writes: what
 * came from outside is read in the reading cell, since nothing bounds the buffers of a thread (TECH-20).
 */
export function inThreads<Task, Answer>(file: URL, seconds: number): Threaded<Task, Answer> {
  let threads: Piscina<Task, Answer> | undefined;
  return async (task) => {
    threads ??= new Piscina<Task, Answer>({
      filename: fileURLToPath(file),
      minThreads: 0,
      maxThreads: mostThreads,
      maxQueue: mostWaiting,
      idleTimeout,
      resourceLimits: { maxOldGenerationSizeMb: megabytesPerThread },
      // The options of the main thread are none of its business.
      execArgv: [],
    });
    if (threads.queueSize >= mostWaiting) throw new RefusedForNow(retryAfterSeconds);
    const signal = AbortSignal.timeout(seconds * 1000);
    try {
      return await threads.run(task, { signal });
    } catch (error) {
      if (signal.aborted) throw new Refused(refuse('limit_exceeded'));
      throw error;
    }
  };
}
