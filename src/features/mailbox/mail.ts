import type { MailFailure } from './failure.ts';

/** A file of a mail, decoded; the name is as the sender gave it. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** It is shown within the text, as pictures of a signature are. */
  readonly isInline: boolean;
  /** The file or mail within the mail out of which it was unpacked (MBX-07). */
  readonly unpackedFrom?: string;
}

/** What a mail holds. */
export interface Mail {
  /** As the sender named it, without angle brackets; null where he did not. */
  readonly messageId: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  /** ISO 8601; null where the mail tells no date. */
  readonly sentAt: string | null;
  /** The addresses to which it came, in small letters. */
  readonly recipients: readonly string[];
  /** Those of mails within it, too. */
  readonly files: readonly MailFile[];
  /** A file was larger than any that is kept, and is missing here. */
  readonly hasLarger: boolean;
  /** What it says in words as a PDF, where none of its files can be an invoice. */
  readonly letter: Uint8Array | null;
}

export type MailAnswer = { readonly mail: Mail } | { readonly failure: MailFailure };

/**
 * Takes a mail apart in the reading cell, for a tenant or, where nobody knows it yet, for the installation. Throws `MailRefused`, or
 * `ReaderEnded` where nobody knows why it ended.
 */
export type MailReader = (tenantId: number | null, raw: Uint8Array) => Promise<Mail>;
