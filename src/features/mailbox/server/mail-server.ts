import type { MailProtocol } from '../../master-data/mailbox.ts';

/** A mail server with the login. */
export interface MailServer {
  readonly protocol: MailProtocol;
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or STARTTLS on the ports 143 and 110; certificates are always checked. */
  readonly tls: boolean;
  readonly username: string;
  readonly password: string;
  /** Takes the place of the password (XOAUTH2). */
  readonly accessToken?: string;
  readonly folder: string;
}

/** A mail in the list of the server. */
export interface ListedMail {
  /** Permanent ID on the server. */
  readonly key: string;
  /** ID within this conversation. */
  readonly id: string;
  readonly bytes: number;
}

/** An open conversation with a mail server; its methods throw errors that `failureOf` maps. */
export interface MailSource {
  /** Mails since a date, oldest first; POP3 has no dates and lists all. */
  list(since: Date): Promise<readonly ListedMail[]>;
  /** The sending date, if the list holds more than requested. */
  sentAt?(mail: ListedMail): Promise<Date | null>;
  /** Null if the mail was moved or deleted meanwhile. */
  contentOf(mail: ListedMail): Promise<Buffer | null>;
  /** Its header, of a mail that is too large to be fetched; null as above. */
  headOf(mail: ListedMail): Promise<Buffer | null>;
  /** Moves mails to a folder of that name if the server has folders; repeating it does no harm (MBX-04). */
  file?(mails: readonly ListedMail[], place: string): Promise<void>;
  close(): Promise<void>;
  /** Ends immediately; pending calls fail. */
  abort(): void;
}
