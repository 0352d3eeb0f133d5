import { Refused } from '../../../../base/refusal.ts';
import { inThreads } from '../../../../platform/server/threads/threads.ts';
import { type MadeParts, NoParts, type PartsFailure, type PartsTask } from '../../page-parts.ts';

/** A stack of ten megabytes takes a second or two, and more on a busy machine. */
const seconds = 30;

/** Errors lose their class between threads, so that a failure is an answer. */
export type PartsAnswer =
  | { readonly made: MadeParts }
  | { readonly failure: PartsFailure; readonly file: number | null };

const run = inThreads<PartsTask, PartsAnswer>(new URL('./parts-thread.ts', import.meta.url), seconds);

/**
 * Makes a PDF of each part in a thread of its own, with bounded time and memory (API-44). Throws `NoParts`, and
 * `RefusedForNow` while too much waits already.
 */
export async function partsInThread(task: PartsTask): Promise<MadeParts> {
  const answer = await run(task).catch((error: unknown) => ({ failure: failureOf(error), file: null }));
  if ('failure' in answer) throw new NoParts(answer.failure, answer.file);
  return answer.made;
}

function failureOf(error: unknown): PartsFailure {
  if (error instanceof Refused && error.refusal.code === 'limit_exceeded') return 'too_slow';
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_large';
  throw error;
}
