import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { firstGuess } from '../../../platform/server/reading-cell/first-guess.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { ContractReading } from '../contract-reading.ts';
import type { Corrections, KeptHint, Lesson } from '../hint.ts';
import {
  type DocumentReading,
  type KnownParties,
  mostCarriedBytes,
  NotReadable,
  type ReadingFailure,
} from '../reading.ts';

/** Reading takes no longer than this (REC-09). */
const mostSeconds = 120;
/** An answer holds the files of an e-invoice. */
const answerBytes = plainAnswerBytes + mostCarriedBytes;

export interface ReadTask {
  readonly bytes: Uint8Array;
  readonly known: KnownParties;
  /** Instead of reading the document, it is asked what it teaches. */
  readonly lesson?: { readonly corrections: Corrections; readonly kept: readonly KeptHint[] };
  /** It is a contract and no invoice. */
  readonly as?: 'contract';
}

/** Errors lose their class on the way out of the cell, so that a failure is an answer. */
export type ReadAnswer =
  | { readonly reading: DocumentReading }
  | { readonly lesson: Lesson }
  | { readonly contract: ContractReading }
  | { readonly failure: ReadingFailure };

/** All of them read for a tenant, and throw `NotReadable`, or `ReaderEnded` where nobody knows why it ended. */
export interface DocumentReader {
  readonly read: (tenantId: number, bytes: Buffer, known: KnownParties) => Promise<DocumentReading>;
  /** Reads a contract instead of an invoice. */
  readonly readContract: (tenantId: number, bytes: Buffer, known: KnownParties) => Promise<ContractReading>;
  /** What a corrected document teaches about its sender. */
  readonly learn: (
    tenantId: number,
    bytes: Buffer,
    known: KnownParties,
    corrections: Corrections,
    kept: readonly KeptHint[],
  ) => Promise<Lesson>;
}

/** Reads documents in the reading cell: what a document does to its reader, the product survives (TECH-20). */
export function documentReader(seconds = mostSeconds): DocumentReader {
  const run = inCell<ReadTask, ReadAnswer>(new URL('./read-in-cell.ts', import.meta.url), 'documents', {
    seconds,
    answerBytes,
  });
  const answerTo = async (tenantId: number, task: ReadTask): Promise<ReadAnswer> => {
    const answer = await run(tenantId, task, firstGuess(task.bytes)).catch((error: unknown) => ({
      failure: failureOf(error),
    }));
    if ('failure' in answer) throw new NotReadable(answer.failure);
    return answer;
  };
  return {
    read: async (tenantId, bytes, known) => {
      const answer = await answerTo(tenantId, { bytes, known });
      if (!('reading' in answer)) throw new Error('nothing was read');
      return answer.reading;
    },
    readContract: async (tenantId, bytes, known) => {
      const answer = await answerTo(tenantId, { bytes, known, as: 'contract' });
      if (!('contract' in answer)) throw new Error('nothing was read');
      return answer.contract;
    },
    learn: async (tenantId, bytes, known, corrections, kept) => {
      const answer = await answerTo(tenantId, { bytes, known, lesson: { corrections, kept } });
      if (!('lesson' in answer)) throw new Error('nothing was asked');
      return answer.lesson;
    },
  };
}

/** With its time or memory used up a document always ends so; any other end may be the machine's. */
function failureOf(error: unknown): ReadingFailure {
  if (error instanceof ReaderEnded && error.reason !== 'ended') return error.reason;
  throw error;
}
