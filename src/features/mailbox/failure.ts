/** Reasons why a mailbox could not be read; their texts are in `mailbox.failure`. */
export const mailboxFailures = [
  'no_password',
  'host_not_found',
  'host_private',
  'unreachable',
  'too_slow',
  'certificate',
  'no_tls',
  'login_refused',
  /** A sign-in with tokens lacks data, was refused, or is temporarily not possible. */
  'oauth_incomplete',
  'oauth_refused',
  'oauth_unavailable',
  /** The mail server refuses the access token. */
  'oauth_no_access',
  'folder_missing',
  'not_understood',
  'mails_refused',
  'unexpected',
] as const;
export type MailboxFailure = (typeof mailboxFailures)[number];

/** Reasons why a mail was not imported, or only in part; their texts are in `mailbox.mail_failure`. */
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

/** Thrown if a mailbox cannot be read. */
export class MailboxFailed extends Error {
  readonly failure: MailboxFailure;

  constructor(failure: MailboxFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Thrown if a mail cannot be imported. */
export class MailRefused extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Number of consecutive failed runs after which administrators get a mail (MBX-04). */
export const runsUntilWarning = 3;

/** Number of runs in which a mail may fail for an unknown reason; then it is reported and skipped. */
export const runsUntilRefusal = 3;
