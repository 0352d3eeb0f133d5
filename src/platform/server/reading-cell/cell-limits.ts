/** Limits of one task in the cell (TECH-20). */
export interface CellLimits {
  /** From its start, in seconds. */
  readonly seconds: number;
  /** Of its answer, in bytes. */
  readonly answerBytes: number;
}

const megabyte = 2 ** 20;

/** Above the largest file read at once, a mail, with its context. */
export const maxTaskBytes = 256 * megabyte;
/** An answer without files. */
export const plainAnswerBytes = 32 * megabyte;

/** JavaScript heap of one reader. */
export const heapMegabytes = 400;
/**
 * Writable address space of one reader. An idle reader has 0.6 GB and has touched a tenth, one that recognises a scan
 * 1.5 GB (decision 0440); the rest is for the document.
 */
export const writableBytes = 2_100 * megabyte;
/** Total address space of one reader. WebAssembly reserves eight gigabytes that it may never write to. */
export const addressBytes = 12_000 * megabyte;
/** Size of one file in the folder of a reader. */
export const fileBytes = 64 * megabyte;
/** Resident memory; the parent process ends a reader that uses more. */
export const residentBytes = 1_100 * megabyte;
/** Interval of memory checks of a working reader, in milliseconds. */
export const lookEveryMs = 50;

/** A reader that still uses this much after its task is replaced. */
export const maxKeptBytes = 500 * megabyte;
/** A reader is replaced after this many tasks. */
export const maxWorks = 200;
/** CPU seconds after which the system ends a reader, in case the parent process is gone. */
export const processorSeconds = 3_600;
/** A reader without work ends after this many milliseconds, except one that stays. */
export const idleMs = 60_000;

/** The reader ended before it answered: out of time or memory, or for an unknown reason. */
export class ReaderEnded extends Error {
  readonly reason: 'too_slow' | 'too_large' | 'ended';

  constructor(reason: ReaderEnded['reason'], detail: string) {
    super(`the reader ended (${reason}): ${detail}`);
    this.name = 'ReaderEnded';
    this.reason = reason;
  }
}
