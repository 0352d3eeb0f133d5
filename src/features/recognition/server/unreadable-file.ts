import type { FailureReason } from '../text/page-reading.ts';

/** An unreadable file with the reason; not a program error. */
export class UnreadableFile extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(`the file cannot be read: ${reason}`);
    this.reason = reason;
  }
}
