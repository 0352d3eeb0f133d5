import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypes } from '../../../platform/server/files/files-type.ts';
import { messageIdOf, type NewMail } from '../../../platform/server/mail/mail.ts';
import type { MailAttachment, MailTransport } from '../../../platform/server/mail/mail-smtp.ts';

/** Orders and their mails are kept so many years beyond the one in which they left (ARC-02). */
export const retentionYears = 6;

interface WrittenMail {
  readonly mailId: number;
  readonly mail: NewMail & { readonly messageId: string };
  readonly transport: MailTransport;
  readonly publicUrl: string;
  readonly letter: MailAttachment;
}

/** Keeps the mail to a supplier as it is going to leave, byte for byte; every attempt sends these bytes (ARC-01). */
export async function keepMail(
  tx: Tx,
  { mailId, mail, transport, publicUrl, letter }: WrittenMail,
): Promise<void> {
  const bytes = await transport.compose({
    messageId: messageIdOf(publicUrl, mail.messageId),
    recipient: mail.recipient,
    senderName: mail.senderName,
    replyTo: mail.replyTo ?? null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: [letter],
  });
  const fileId = await storeFile(tx, {
    tenantId: mail.tenantId,
    name: safeFileName(mail.subject, 'eml'),
    mime: fileTypes.eml.mime,
    bytes,
    receivedBy: 'mail',
    retentionYears,
    createdById: null,
    ...(mail.document && { document: mail.document }),
    showsAmounts: true,
  });
  await tx.query('update mail set file_id = $2 where id = $1', [mailId, fileId]);
}

/** Puts the mail of a letter among the documents of its request once it has left; a second time changes nothing. */
export async function showMail(tx: Tx, jobId: number): Promise<void> {
  await tx.query(
    `insert into document_file (tenant_id, file_id, procurement_id, name, size, mime, created_by_id)
     select m.tenant_id, f.id, m.procurement_id, f.name, f.size, f.mime, l.created_by_id
     from mail m join file f on f.id = m.file_id join procurement_order_letter l on l.job_id = m.job_id
     where m.job_id = $1 and not exists (select from document_file d where d.file_id = f.id)`,
    [jobId],
  );
}
