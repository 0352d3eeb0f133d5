import { Refused } from '../../../base/refusal.ts';
import { inThreads } from '../../../platform/server/threads/threads.ts';
import type { ContractReading } from '../contract-reading.ts';
import type { Corrections, KeptHint, Lesson } from '../hint.ts';
import { type DocumentReading, type KnownParties, NotReadable, type ReadingFailure } from '../reading.ts';

/** Reading takes no longer than this (REC-09). */
const seconds = 120;

export interface ReadTask {
  readonly bytes: Uint8Array;
  readonly known: KnownParties;
  /** Instead of reading the document, it is asked what it teaches. */
  readonly lesson?: { readonly corrections: Corrections; readonly kept: readonly KeptHint[] };
  /** It is a contract and no invoice. */
  readonly as?: 'contract';
}

/** Errors lose their class between threads, so that a failure is an answer. */
export type ReadAnswer =
  | { readonly reading: DocumentReading }
  | { readonly lesson: Lesson }
  | { readonly contract: ContractReading }
  | { readonly failure: ReadingFailure };

export interface DocumentReader {
  readonly read: (bytes: Buffer, known: KnownParties) => Promise<DocumentReading>;
  /** Reads a contract instead of an invoice. */
  readonly readContract: (bytes: Buffer, known: KnownParties) => Promise<ContractReading>;
  /** What a corrected document teaches about its sender. */
  readonly learn: (
    bytes: Buffer,
    known: KnownParties,
    corrections: Corrections,
    kept: readonly KeptHint[],
  ) => Promise<Lesson>;
}

/**
 * Reads documents in threads of their own, with bounded time and memory, as many at once as there are threads; what a
 * document does to its thread, the process survives. Throws `NotReadable`.
 */
export function documentReader(): DocumentReader {
  const run = inThreads<ReadTask, ReadAnswer>(new URL('./read-thread.ts', import.meta.url), seconds);
  const answerTo = async (task: ReadTask): Promise<ReadAnswer> => {
    const answer = await run(task).catch((error: unknown) => ({ failure: failureOf(error) }));
    if ('failure' in answer) throw new NotReadable(answer.failure);
    return answer;
  };
  return {
    read: async (bytes, known) => {
      const answer = await answerTo({ bytes, known });
      if (!('reading' in answer)) throw new Error('nothing was read');
      return answer.reading;
    },
    readContract: async (bytes, known) => {
      const answer = await answerTo({ bytes, known, as: 'contract' });
      if (!('contract' in answer)) throw new Error('nothing was read');
      return answer.contract;
    },
    learn: async (bytes, known, corrections, kept) => {
      const answer = await answerTo({ bytes, known, lesson: { corrections, kept } });
      if (!('lesson' in answer)) throw new Error('nothing was asked');
      return answer.lesson;
    },
  };
}

function failureOf(error: unknown): ReadingFailure {
  if (error instanceof Refused && error.refusal.code === 'limit_exceeded') return 'too_slow';
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_large';
  throw error;
}
