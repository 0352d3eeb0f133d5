import type { MailFailure } from './failure.ts';

/** A decoded file of a mail; the name is the sender's. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Shown within the text, as pictures of a signature are. */
  readonly isInline: boolean;
  /** Name of the file or mail that contained it (MBX-07). */
  readonly unpackedFrom?: string;
}

/** The content of a mail. */
export interface Mail {
  /** The sender's message ID without angle brackets; null if missing. */
  readonly messageId: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  /** ISO 8601; null if the mail has no date. */
  readonly sentAt: string | null;
  /** The recipient addresses in lower case. */
  readonly recipients: readonly string[];
  /** Includes files of nested mails. */
  readonly files: readonly MailFile[];
  /** A file exceeded the size limit and is missing here. */
  readonly hasLarger: boolean;
  /** The text of the mail as a PDF, if none of its files can be an invoice. */
  readonly letter: Uint8Array | null;
}

export type MailAnswer = { readonly mail: Mail } | { readonly failure: MailFailure };

/**
 * Parses a mail in the reading cell, for a tenant or, if the tenant is not known yet, for the installation. Throws
 * `MailRefused`, or `ReaderEnded` if the reader ended for an unknown reason.
 */
export type MailReader = (tenantId: number | null, raw: Uint8Array) => Promise<Mail>;
