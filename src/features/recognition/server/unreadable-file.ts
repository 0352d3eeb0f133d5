import type { FailureReason } from '../text/page-reading.ts';

/** A file that cannot be read, and why: nothing is wrong with the program. */
export class UnreadableFile extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(`the file cannot be read: ${reason}`);
    this.reason = reason;
  }
}
