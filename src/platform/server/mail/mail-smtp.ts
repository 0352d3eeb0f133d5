import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { seconds } from '../clock.ts';
import { currentCause } from '../telemetry/cause.ts';
import { noteFailure, partSpan } from '../telemetry/tracing.ts';

/** An attached file. */
export interface MailAttachment {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** A mail to be sent. */
export interface OutgoingMail {
  readonly messageId: string;
  readonly recipient: string;
  readonly senderName: string | null;
  readonly replyTo: string | null;
  /** The Message-ID of the mail that it answers. */
  readonly inReplyTo?: string | null;
  /** Whether it is an automatic answer (RFC 3834). */
  readonly isAnswer?: boolean;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** The exact bytes of a mail composed earlier; of the other fields only the recipient is then used. */
  readonly bytes?: Buffer;
}

/**
 * Outcome of a mail: accepted, refused for good, postponed, or unknown because the connection broke after the whole
 * mail was sent.
 */
export type Delivery =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused' | 'postponed' | 'unknown'; readonly reason: string };

export interface MailTransport {
  /** The bytes of a mail as sent to the mail server. */
  compose(mail: OutgoingMail): Promise<Buffer>;
  /**
   * @param beforeEnd called when all of the mail except its end has been sent; if it throws, the connection is
   *   closed, and no mail server accepts an incomplete mail
   */
  send(mail: OutgoingMail, beforeEnd?: () => Promise<void>): Promise<Delivery>;
}

/** Limits how long an unresponsive mail server occupies the worker (TECH-21). */
const timeouts = {
  connectionTimeout: seconds(20),
  greetingTimeout: seconds(20),
  socketTimeout: seconds(60),
  dnsTimeout: seconds(20),
};

/** A mail may not read files or addresses. */
const isolated = { disableFileAccess: true, disableUrlAccess: true };

/** Sends through the mail server of `SMTP_URL`; `from` is `MAIL_FROM`. */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const address = addressOfSender(from);
  const ownName = /^([^<]*)</.exec(from)?.[1]?.trim();
  const messageOf = (mail: OutgoingMail): SendMailOptions => ({
    messageId: mail.messageId,
    from: { name: mail.senderName ?? ownName ?? '', address },
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo, references: mail.inReplyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map(({ name, mime, bytes }) => ({
      filename: name,
      contentType: mime,
      content: bytes,
    })),
    headers: {
      'Auto-Submitted': mail.isAnswer ? 'auto-replied' : 'auto-generated',
      ...requestHeader(),
    },
  });
  return {
    compose: async (mail) => {
      const composer = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
        ...isolated,
      });
      const { message } = await composer.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed as one buffer');
      return message;
    },
    send: (mail, beforeEnd) =>
      partSpan('smtp', 'client', {}, async (): Promise<Delivery> => {
        const watch = watchForWholeMessage();
        const transport = createTransport({
          url: smtpUrl,
          ...timeouts,
          ...isolated,
          logger: watch.logger,
        });
        if (beforeEnd) askBeforeEnd(transport, beforeEnd);
        try {
          const { recipient: to, bytes } = mail;
          await transport.sendMail(
            bytes === undefined ? messageOf(mail) : { envelope: { from: address, to }, raw: bytes },
          );
          return { outcome: 'accepted' };
        } catch (error) {
          noteFailure(error);
          return { outcome: outcomeOf(error, watch.isWhole()), reason: reasonOf(error) };
        } finally {
          transport.close();
        }
      }),
  };
}

/** Names the request that caused the mail, as the log does; a random number that tells a recipient nothing. */
function requestHeader(): { readonly 'X-Request-Id'?: string } {
  const cause = currentCause();
  return cause ? { 'X-Request-Id': cause.requestId } : {};
}

/**
 * The end of a mail follows the end of its stream, which is read after the mail server has accepted sender and
 * recipient.
 */
function askBeforeEnd(transport: Transporter, beforeEnd: () => Promise<void>): void {
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => Readable.from(askedAtEnd(open(options), beforeEnd));
    done();
  });
}

async function* askedAtEnd(content: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* content;
  await beforeEnd();
}

/** Result of contacting a mail server: whether the connection was encrypted, or why it accepts no mails. */
export type Greeting =
  | { readonly isEncrypted: boolean }
  | { readonly problem: { readonly code: string; readonly message: string } };

/** Connects to the mail server of `SMTP_URL` and logs in, without sending. */
export async function greetMailServer(smtpUrl: string): Promise<Greeting> {
  const greet = async (requireTLS: boolean): Promise<Greeting> => {
    const transport = createTransport({ url: smtpUrl, ...timeouts, ...isolated, requireTLS });
    try {
      await transport.verify();
      return { isEncrypted: requireTLS };
    } catch (error) {
      const { code = '' } = error as { code?: string };
      return { problem: { code, message: reasonOf(error) } };
    } finally {
      transport.close();
    }
  };
  const encrypted = await greet(true);
  // Fall back to no encryption if the server offers none.
  return 'problem' in encrypted ? await greet(false) : encrypted;
}

/** The address in `MAIL_FROM`, without the name. */
export function addressOfSender(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

/**
 * Detects whether the whole mail was sent, its end included, which the transport reports only in its log. Before that
 * the mail server cannot have accepted it.
 */
function watchForWholeMessage() {
  let isWhole = false;
  const info = (entry: unknown) => {
    const { tnx, outByteCount } = entry as { tnx?: string; outByteCount?: number };
    if (tnx === 'message' && outByteCount !== undefined) isWhole = true;
  };
  return { logger: { info }, isWhole: () => isWhole };
}

/**
 * An answer of the server is definite: 5xx about the mail is final, about our login it may be fixed. Without an
 * answer, only a completely sent mail may have been accepted.
 */
function outcomeOf(error: unknown, isWhole: boolean): 'refused' | 'postponed' | 'unknown' {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return isWhole ? 'unknown' : 'postponed';
  return responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'postponed';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : 'unknown';
}
