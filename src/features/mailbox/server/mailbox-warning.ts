import type { Language } from '../../../base/language.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { warnAdministrators } from '../../../platform/server/mail/administrators.ts';
import { text } from '../../../platform/server/texts.ts';
import type { MailboxFailure, MailFailure } from '../failure.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Mails the administrators that a mailbox cannot be read any more, and why (MBX-04). Runs at the gate. */
export async function warnOfMailbox(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  mailbox: Named & { readonly failure: MailboxFailure },
): Promise<void> {
  await warn(tx, publicUrl, tenantId, mailbox, (language) => ({
    subject: text(language, 'mail.mailbox_failed.subject', { mailbox: mailbox.name }),
    reasons: [
      text(language, 'mail.mailbox_failed.intro', { mailbox: mailbox.name }),
      text(language, `mailbox.failure.${mailbox.failure}`),
    ],
  }));
}

/** Mails the administrators that a person has to sign in again for a mailbox, and until when (MBX-08). */
export async function warnOfSignIn(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  { day, ...mailbox }: Named & { readonly day: string },
): Promise<void> {
  await warn(tx, publicUrl, tenantId, mailbox, (language) => ({
    subject: text(language, 'mail.mailbox_sign_in_ends.subject', { mailbox: mailbox.name }),
    reasons: [text(language, 'mail.mailbox_sign_in_ends.intro', { mailbox: mailbox.name, day })],
  }));
}

/** Mails the administrators that a mail is skipped after several runs with an unknown failure (MBX-04). */
export async function warnOfMail(tx: Tx, publicUrl: string, tenantId: number, mailbox: Named): Promise<void> {
  await warn(tx, publicUrl, tenantId, mailbox, (language) => ({
    subject: text(language, 'mail.mail_refused.subject', { mailbox: mailbox.name }),
    reasons: [text(language, 'mail.mail_refused.intro', { mailbox: mailbox.name })],
  }));
}

/**
 * Mails the administrators that a mail was put aside as unsafe or unreadable, with a link to its original (TECH-20).
 */
export async function warnOfPutAside(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  mail: { readonly mailboxId: number | null; readonly failure: MailFailure; readonly isKept: boolean },
): Promise<void> {
  await warn(tx, publicUrl, tenantId, { id: mail.mailboxId }, (language) => ({
    subject: text(language, 'mail.mail_put_aside.subject'),
    reasons: [
      text(language, 'mail.mail_put_aside.intro'),
      text(language, `mailbox.mail_failure.${mail.failure}`),
      text(language, mail.isKept ? 'mail.mail_put_aside.kept' : 'mail.mail_put_aside.not_kept'),
    ],
  }));
}

async function warn(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  { id }: { readonly id: number | null },
  about: (language: Language) => { readonly subject: string; readonly reasons: readonly string[] },
): Promise<void> {
  // Mails to the address of the tenant belong to no mailbox.
  const page = id === null ? '/admin/configuration?tab=mailboxes' : `/admin/mailbox/form?id=${id}`;
  const url = new URL(page, publicUrl).href;
  await warnAdministrators(tx, publicUrl, tenantId, (language) => {
    const { subject, reasons } = about(language);
    return { subject, blocks: [...reasons, { label: text(language, 'mail.mailbox_failed.open'), url }] };
  });
}
