import { randomUUID } from 'node:crypto';
import type { Language } from '../../../base/language.ts';
import { languageTag } from '../../../base/language.ts';
import type { Tx } from '../database.ts';
import { type DocumentKey, documentColumn } from '../document-key.ts';
import { text } from '../texts.ts';
import type { MailBlock } from './mail-blocks.ts';
import { mailPage } from './mail-page.ts';

/** The content of a mail, in the recipient's language (MAIL-04). */
export interface MailContent {
  readonly language: Language;
  /** The recipient's name for the greeting; without it the mail begins with the first block. */
  readonly name?: string;
  /** The name of the sender. */
  readonly sender: string;
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail to enqueue, addressed to one of our people or to an outsider. */
export interface NewMail extends ComposedMail {
  readonly tenantId: number;
  readonly kind:
    | 'login'
    | 'welcome'
    | 'task'
    | 'digest'
    | 'order'
    | 'change'
    | 'cancellation'
    | 'termination'
    | 'warning'
    | 'reminder'
    | 'security'
    | 'answer'
    | 'export'
    | 'test';
  readonly recipient: string;
  /** The person with this address: a blocked or inactive one gets no mail (MAIL-05). */
  readonly personId?: number;
  readonly senderName: string;
  readonly replyTo?: string;
  /** The Message-ID of the mail that this one answers automatically (RFC 3834). */
  readonly inReplyTo?: string | null;
  /** The document the mail is about. */
  readonly document?: DocumentKey;
  readonly supplierOrderId?: number;
  /** The job that writes the mail; a repeat of the job writes no second one. */
  readonly jobId?: number;
  /** Stable name of the mail, if it may be sent again later; random without it. */
  readonly messageId?: string;
  /** Attached files of the tenant. */
  readonly attachmentIds?: readonly string[];
}

/**
 * Text and HTML with the same content. Nothing in it is interpreted as markup.
 *
 * @see docs/topics/mail.md
 */
export function composeMail(content: MailContent): ComposedMail {
  const { language, name, sender } = content;
  const greeting = name === undefined ? [] : [text(language, 'mail.greeting', { name: oneLine(name) })];
  const blocks = [...greeting, ...content.blocks];
  const footer = text(language, 'mail.footer', { tenant: oneLine(sender) });
  return {
    subject: oneLine(content.subject),
    text: `${[...blocks.map(blockText), '-- ', footer].join('\n\n')}\n`,
    html: mailPage(languageTag(language), blocks, footer),
  };
}

/**
 * Stores the mail and queues it in the transaction that causes it; `tx` acts as `writer` or `gate`.
 *
 * @returns the id of the mail
 */
export async function enqueueMail(tx: Tx, publicUrl: string, mail: NewMail): Promise<number> {
  return await storeMail(tx, publicUrl, mail, (insert) => {
    return `with stored as (${insert}) select id, app.enqueue_mail($1, id) from stored`;
  });
}

/** Stores a mail that the caller sends. The Message-ID is fixed, so that a repeat can be recognised. */
export async function insertMail(tx: Tx, publicUrl: string, mail: NewMail): Promise<number> {
  return await storeMail(tx, publicUrl, mail, (insert) => insert);
}

async function storeMail(
  tx: Tx,
  publicUrl: string,
  mail: NewMail,
  statementOf: (insert: string) => string,
): Promise<number> {
  const { document } = mail;
  const [column, key] = document ? [`, ${documentColumn(document.kind)}`, ', $14'] : ['', ''];
  const { id } = await tx.one<{ id: number }>(
    statementOf(`insert into mail (tenant_id, message_id, kind, recipient, lb_user_id, sender_name, reply_to, subject,
       text_body, html_body, supplier_order_id, job_id, in_reply_to${column})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13${key}) returning id`),
    [
      mail.tenantId,
      messageIdOf(publicUrl, mail.messageId ?? randomUUID()),
      mail.kind,
      mail.recipient,
      mail.personId ?? null,
      oneLine(mail.senderName),
      mail.replyTo ?? null,
      mail.subject,
      mail.text,
      mail.html,
      mail.supplierOrderId ?? null,
      mail.jobId ?? null,
      mail.inReplyTo ?? null,
      ...(document ? [document.id] : []),
    ],
  );
  for (const fileId of mail.attachmentIds ?? []) {
    await tx.query('insert into mail_attachment (tenant_id, mail_id, file_id) values ($1, $2, $3)', [
      mail.tenantId,
      id,
      fileId,
    ]);
  }
  return id;
}

/** The Message-ID of a mail with this name, as stored and sent. */
export function messageIdOf(publicUrl: string, name: string): string {
  return `<${name}@${new URL(publicUrl).hostname}>`;
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('url' in block) return `${block.label}:\n${block.url}`;
  const facts = block.facts.map(({ label, value }) => (label === null ? value : `${label}: ${value}`));
  return [block.heading, block.note, ...facts].filter((line) => line !== null).join('\n');
}

/** A header value must stay on one line. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
