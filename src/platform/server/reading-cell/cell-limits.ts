/** What one work in the cell may take (TECH-20). */
export interface CellLimits {
  /** From the moment its turn comes, in seconds. */
  readonly seconds: number;
  /** Its answer, in bytes. */
  readonly answerBytes: number;
}

const megabyte = 2 ** 20;

/** More than the largest file that is read at once, a mail, with what goes along. */
export const mostTaskBytes = 256 * megabyte;
/** An answer without files. */
export const plainAnswerBytes = 32 * megabyte;

/** Objects of the language in one reader. */
export const heapMegabytes = 400;
/**
 * Addresses that one reader may write to. A reader that does nothing has 0.6 GB of them and has touched a tenth, one that recognises a
 * scan 1.5 GB (decision 0440); what is left is for the document.
 */
export const writableBytes = 2_100 * megabyte;
/** All addresses of one reader. WebAssembly reserves eight gigabytes that it may never write to. */
export const addressBytes = 12_000 * megabyte;
/** One file in the folder of a reader. */
export const fileBytes = 64 * megabyte;
/** Memory that is really in use; a reader that has more is ended by whoever started it. */
export const residentBytes = 1_100 * megabyte;
/** Between two looks at the memory of a working reader, in milliseconds. */
export const lookEveryMs = 50;

/** A reader that still has so much in use after its work is replaced. */
export const mostKeptBytes = 500 * megabyte;
/** A reader is replaced after so many works, whatever it looks like. */
export const mostWorks = 200;
/** Seconds of processor time after which the system ends a reader, should whoever started it be gone. */
export const processorSeconds = 3_600;
/** A reader without work ends after so many milliseconds, but for one that stays. */
export const idleMs = 60_000;

/** The reader ended before it answered: with its time or memory used up, or for a reason that nobody knows. */
export class ReaderEnded extends Error {
  readonly reason: 'too_slow' | 'too_large' | 'ended';

  constructor(reason: ReaderEnded['reason'], detail: string) {
    super(`the reader ended (${reason}): ${detail}`);
    this.name = 'ReaderEnded';
    this.reason = reason;
  }
}
