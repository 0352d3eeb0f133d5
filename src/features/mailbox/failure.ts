/** Why a mailbox could not be read, or a mail not be imported; a text of each stands in `mailbox.failure`. */
export const mailboxFailures = [
  'no_password',
  'host_not_found',
  'host_private',
  'unreachable',
  'too_slow',
  'certificate',
  'no_tls',
  'login_refused',
  'folder_missing',
  'not_understood',
  'mails_refused',
  'unexpected',
] as const;
export type MailboxFailure = (typeof mailboxFailures)[number];

/** Why a mail was not imported, or not whole; a text of each stands in `mailbox.mail_failure`. */
export const mailFailures = [
  'too_large',
  'too_many_parts',
  'too_slow',
  'unreadable',
  'part_too_large',
  /** It ended its reader twice, or needs more memory than a reader may use (TECH-20). */
  'not_safe',
  'unexpected',
] as const;
export type MailFailure = (typeof mailFailures)[number];

/** Thrown where a mailbox cannot be read. */
export class MailboxFailed extends Error {
  readonly failure: MailboxFailure;

  constructor(failure: MailboxFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Thrown where a mail cannot be imported. */
export class MailRefused extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Runs in a row after which administrators are told (MBX-04). */
export const runsUntilWarning = 3;

/** Runs in which a mail may fail for no reason that is known; then it is told and left alone. */
export const runsUntilRefusal = 3;
