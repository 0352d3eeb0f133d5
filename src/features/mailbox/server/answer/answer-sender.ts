import { isLanguage } from '../../../../base/language.ts';
import { defaultLanguage } from '../../../../platform/constants.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { sha256Of } from '../../../../platform/server/files/files.ts';
import { composeMail, enqueueMail, messageIdOf } from '../../../../platform/server/mail/mail.ts';
import { tenantTitleSql } from '../../../../platform/server/person.ts';
import { text } from '../../../../platform/server/texts.ts';
import type { ArrivalReason } from '../../../invoice/arrival.ts';
import type { Destination } from '../destination.ts';
import { type AnswerableMail, answerableMail } from './answerable.ts';
import { isProvenSender, type ReceivingServer } from './proven-sender.ts';

/** The outcome of importing a mail. */
export interface MailOutcome {
  readonly subject: string | null;
  readonly invoices: number;
  /** The parts that were not taken, each with its reason. */
  readonly notTaken: readonly { readonly name: string; readonly reason: ArrivalReason }[];
}

/** Limits the answers to one sender, so that two programs cannot answer each other endlessly. */
const maxPerDay = 3;

interface AnsweringMailbox extends ReceivingServer {
  readonly username: string;
  readonly main_language: string;
  readonly tenant_title: string;
}

/**
 * Informs the sender about the outcome of a mail, if the mailbox answers senders and its server confirmed this one
 * (MBX-08): once per mail, at most three times a day, and only for mails of the last two days. Runs as writer, in the
 * transaction that records the mail.
 */
export async function answerSender(
  tx: Tx,
  publicUrl: string,
  { tenantId, mailboxId }: Pick<Destination, 'tenantId' | 'mailboxId'>,
  raw: Buffer,
  outcome: MailOutcome,
): Promise<void> {
  const mail = mailboxId === null ? null : answerableMail(raw);
  if (mail === null) return;
  const name = `answer-${sha256Of(Buffer.from(`${mail.address} ${mail.key}`)).toString('hex')}`;
  const mailbox = await findAnswering(tx, mailboxId, mail, messageIdOf(publicUrl, name));
  if (!mailbox || !isProvenSender(raw, mail.address, mailbox)) return;
  const { username, main_language, tenant_title: sender } = mailbox;
  const language = isLanguage(main_language) ? main_language : defaultLanguage;
  const { invoices, notTaken } = outcome;
  const values = {
    subject: outcome.subject ?? text(language, 'mail.mail_answer.no_subject'),
    count: invoices,
  };
  const [subject, intro] =
    invoices > 0
      ? ['mail.mail_answer.received.subject', 'mail.mail_answer.received.intro']
      : ['mail.mail_answer.not_taken.subject', 'mail.mail_answer.not_taken.intro'];
  const reasons = notTaken.map((part) => {
    const reason = text(language, `invoice.inbox.reason.${part.reason}`);
    return part.name === '' || part.name === outcome.subject ? reason : `${part.name}: ${reason}`;
  });
  const blocks = [
    text(language, intro, values),
    ...(reasons.length > 0 ? [reasons.join('\n'), text(language, 'mail.mail_answer.hint')] : []),
    text(language, 'mail.mail_answer.automatic'),
  ];
  await enqueueMail(tx, publicUrl, {
    ...composeMail({ language, sender, subject: text(language, subject, values), blocks }),
    ...{ tenantId, kind: 'answer', recipient: mail.address, senderName: sender, messageId: name },
    ...(username.includes('@') && { replyTo: username }),
    inReplyTo: mail.messageId,
  });
}

/** The mailbox if it answers, and if this sender may get this answer now. */
async function findAnswering(
  tx: Tx,
  mailboxId: number | null,
  { address, sentAt }: AnswerableMail,
  messageId: string,
): Promise<AnsweringMailbox | undefined> {
  return await tx.maybeOne<AnsweringMailbox>(
    `select b.username, b.authentication_server, b.sign_in, t.main_language, ${tenantTitleSql} as tenant_title
     from mailbox b join tenant t on t.id = b.tenant_id
     where b.id = $1 and b.answers_senders and lower(b.username) <> $2
       and coalesce($3::timestamptz > now() - interval '2 days', true)
       and not exists (select from mail m where m.kind = 'answer' and m.recipient = $2 and m.message_id = $4)
       and (select count(*) from mail m where m.kind = 'answer' and m.recipient = $2
         and m.created_at > now() - interval '1 day') < ${maxPerDay}`,
    [mailboxId, address, sentAt, messageId],
  );
}
