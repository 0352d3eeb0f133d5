import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { firstGuess } from '../../../platform/server/reading-cell/first-guess.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { ContractReading } from '../contract-reading.ts';
import type { Corrections, KeptHint, Lesson } from '../hint.ts';
import {
  type DocumentReading,
  type KnownParties,
  maxCarriedBytes,
  NotReadable,
  type ReadingFailure,
} from '../reading.ts';

/** Time limit for reading a document (REC-09). */
const maxSeconds = 120;
/** The answer includes the files of an e-invoice. */
const answerBytes = plainAnswerBytes + maxCarriedBytes;

export interface ReadTask {
  readonly bytes: Uint8Array;
  readonly known: KnownParties;
  /** Learns from the document instead of reading it. */
  readonly lesson?: { readonly corrections: Corrections; readonly kept: readonly KeptHint[] };
  /** Reads the document as a contract instead of an invoice. */
  readonly as?: 'contract';
}

/** Errors lose their class at the boundary of the cell, so failures are returned. */
export type ReadAnswer =
  | { readonly reading: DocumentReading }
  | { readonly lesson: Lesson }
  | { readonly contract: ContractReading }
  | { readonly failure: ReadingFailure };

/**
 * All methods read for a tenant and throw `NotReadable`, or `ReaderEnded` if the reader ended for an unknown reason.
 */
export interface DocumentReader {
  readonly read: (tenantId: number, bytes: Buffer, known: KnownParties) => Promise<DocumentReading>;
  readonly readContract: (tenantId: number, bytes: Buffer, known: KnownParties) => Promise<ContractReading>;
  /** Learns about the sender from a corrected document. */
  readonly learn: (
    tenantId: number,
    bytes: Buffer,
    known: KnownParties,
    corrections: Corrections,
    kept: readonly KeptHint[],
  ) => Promise<Lesson>;
}

/** Reads documents in the reading cell, so that a hostile document cannot end the product (TECH-20). */
export function documentReader(seconds = maxSeconds): DocumentReader {
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
      if (!('reading' in answer)) throw new Error('the reader returned no reading');
      return answer.reading;
    },
    readContract: async (tenantId, bytes, known) => {
      const answer = await answerTo(tenantId, { bytes, known, as: 'contract' });
      if (!('contract' in answer)) throw new Error('the reader returned no reading');
      return answer.contract;
    },
    learn: async (tenantId, bytes, known, corrections, kept) => {
      const answer = await answerTo(tenantId, { bytes, known, lesson: { corrections, kept } });
      if (!('lesson' in answer)) throw new Error('the reader returned no lesson');
      return answer.lesson;
    },
  };
}

/** Running out of time or memory is the document's fault; any other end may be the machine's. */
function failureOf(error: unknown): ReadingFailure {
  if (error instanceof ReaderEnded && error.reason !== 'ended') return error.reason;
  throw error;
}
