import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Refused, refuse } from '../../../base/refusal.ts';
import { RefusedForNow } from '../refused-for-now.ts';

/** Threads of one kind of work: enough for both cores of a small machine. */
export const mostThreads = 2;
/** Works that wait; the next one is asked to come again. */
const mostWaiting = 50;
const retryAfterSeconds = 10;
/** A thread without work ends after this many milliseconds. */
const idleTimeout = 60_000;
const megabytesPerThread = 512;

/** What of a task or an answer changes hands instead of being copied; who hands it over has it no longer. */
export type Moves<T> = (value: T) => readonly Uint8Array[];

/** Work that is done beside the main thread, which meanwhile answers others (API-44). */
export type Threaded<Task, Answer> = (task: Task) => Promise<Answer>;

/**
 * Does what the default function of a file does, in a thread of its own that is started when it is needed. Task and
 * answer are copied, so they are plain data, but for the bytes that `moves` names. Work that takes longer than `seconds` is ended and refused with
 * `limit_exceeded`; while too much waits already, with `too_many_requests`.
 */
export function inThreads<Task, Answer>(
  file: URL,
  seconds: number,
  moves: Moves<Task> = () => [],
): Threaded<Task, Answer> {
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
      return await threads.run(task, { signal, transferList: ownMemory(moves(task)) });
    } catch (error) {
      if (signal.aborted) throw new Refused(refuse('limit_exceeded'));
      throw error;
    }
  };
}

/** The answer of a thread, of which these bytes change hands. */
export function movedAnswer<Answer>(value: Answer, moved: readonly Uint8Array[]): Answer {
  const { transferableSymbol, valueSymbol } = Piscina;
  return Piscina.move({ [transferableSymbol]: ownMemory(moved), [valueSymbol]: value } as never) as Answer;
}

/** Memory that several share stays where it is, and its bytes are copied. */
function ownMemory(bytes: readonly Uint8Array[]): ArrayBuffer[] {
  return bytes.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
