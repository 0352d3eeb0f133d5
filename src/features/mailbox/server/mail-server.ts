import type { MailProtocol } from '../../master-data/mailbox.ts';

/** Where mails are read, and how one logs in there. */
export interface MailServer {
  readonly protocol: MailProtocol;
  readonly host: string;
  readonly port: number;
  /** From the first byte, or on the ports of old (143 and 110) by STARTTLS; certificates are checked either way. */
  readonly tls: boolean;
  readonly username: string;
  readonly password: string;
  readonly folder: string;
}

/** A mail as the server lists it. */
export interface ListedMail {
  /** What the server calls it for as long as it lies there. */
  readonly key: string;
  /** What the server calls it in this conversation. */
  readonly id: string;
  readonly bytes: number;
}

/** An open conversation with a mail server; its methods throw what `failureOf` tells. */
export interface MailSource {
  /** The mails that came since, oldest first; POP3 cannot tell when one came and lists all. */
  list(since: Date): Promise<readonly ListedMail[]>;
  /** When it was sent, where the list holds more than was asked for. */
  sentAt?(mail: ListedMail): Promise<Date | null>;
  /** Null for a mail that somebody has moved or deleted meanwhile. */
  contentOf(mail: ListedMail): Promise<Buffer | null>;
  /** Puts mails aside, as far as the server has a place of that name for them; doing it again does no harm (MBX-04). */
  file?(mails: readonly ListedMail[], place: string): Promise<void>;
  close(): Promise<void>;
  /** Ends at once; whoever waits for an answer gets a failure. */
  abort(): void;
}
