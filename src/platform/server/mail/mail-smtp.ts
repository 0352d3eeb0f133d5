import { createTransport } from 'nodemailer';
import { seconds } from '../clock.ts';

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** A mail as it goes to the mail server. */
export interface OutgoingMail {
  readonly messageId: string;
  readonly recipient: string;
  readonly senderName: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** Sending it twice would hurt, such as an order. */
  readonly isOnceOnly: boolean;
}

/**
 * What became of a mail: the server took it, refused it for good, could not take it now, or the connection
 * broke at a moment that leaves open whether it was taken.
 */
export type Delivery =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused' | 'postponed' | 'unknown'; readonly reason: string };

export interface MailTransport {
  send(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

/** Well below the five minutes after which a silent worker's mail is taken over by another one (JOB-05). */
const timeouts = {
  connectionTimeout: seconds(20),
  greetingTimeout: seconds(20),
  socketTimeout: seconds(60),
  dnsTimeout: seconds(20),
};

/** Sends through the mail server of `SMTP_URL`; `from` is the address of `MAIL_FROM`. */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from;
  const ownName = /^([^<]*)</.exec(from)?.[1]?.trim();
  return {
    send: async (mail) => {
      try {
        // After a successful trial of connection and login, a break can only concern the mail itself.
        if (mail.isOnceOnly) await transport.verify();
      } catch (error) {
        return { outcome: 'postponed', reason: reasonOf(error) };
      }
      try {
        await transport.sendMail({
          messageId: mail.messageId,
          from: { name: mail.senderName ?? ownName ?? '', address },
          to: { name: '', address: mail.recipient },
          ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: mail.attachments.map(({ name, mime, bytes }) => ({
            filename: name,
            contentType: mime,
            content: bytes,
          })),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'accepted' };
      } catch (error) {
        return { outcome: outcomeOf(error), reason: reasonOf(error) };
      }
    },
    close: () => transport.close(),
  };
}

/** An answer of the server is definite; 5xx about the mail is final, about our login it may be repaired. */
function outcomeOf(error: unknown): 'refused' | 'postponed' | 'unknown' {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return code === 'EDNS' || code === 'EENVELOPE' ? 'postponed' : 'unknown';
  return responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'postponed';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : 'unknown';
}
