import { retentionYears } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypes } from '../../../platform/server/files/files-type.ts';
import { messageIdOf, type NewMail } from '../../../platform/server/mail/mail.ts';
import type { MailAttachment, MailTransport } from '../../../platform/server/mail/mail-smtp.ts';

interface WrittenMail {
  readonly mailId: number;
  readonly mail: NewMail & { readonly messageId: string };
  readonly transport: MailTransport;
  readonly publicUrl: string;
  readonly letter: MailAttachment;
  readonly showsAmounts: boolean;
}

/** Keeps the mail of a letter byte for byte before it is sent; every attempt sends these bytes (ARC-01). */
export async function keepMail(
  tx: Tx,
  { mailId, mail, transport, publicUrl, letter, showsAmounts }: WrittenMail,
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
    retentionYears: retentionYears.order,
    createdById: null,
    ...(mail.document && { document: mail.document }),
    showsAmounts,
  });
  await tx.query('update mail set file_id = $2 where id = $1', [mailId, fileId]);
}
