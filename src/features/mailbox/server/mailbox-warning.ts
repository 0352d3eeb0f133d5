import { isLanguage } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import type { MailboxFailure } from '../failure.ts';

interface Administrator {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly lang: string;
  readonly tenant_title: string;
}

const selectAdministrators = `
  select u.id, u.email, u.name, u.lang, ${tenantTitleSql} as tenant_title
  from lb_user u join tenant t on t.id = u.tenant_id
  where u.active and not u.blocked and not u.is_group and u.email is not null and (
    'user-admin' = any (u.roles) or exists (
      select from task_group_user m join lb_user g on g.id = m.task_group_id
      where m.lb_user_id = u.id and g.active and 'user-admin' = any (g.roles)))
  order by u.id`;

/** Mails every administrator, in his language, that a mailbox cannot be read, and why (MBX-04, MAIL-01). */
export async function warnOfMailbox(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  about: { readonly id: number; readonly name: string; readonly failure: MailboxFailure },
): Promise<void> {
  const url = new URL(`/admin/mailbox/form?id=${about.id}`, publicUrl).href;
  for (const administrator of await tx.query<Administrator>(selectAdministrators)) {
    const { id, email, name, lang, tenant_title: sender } = administrator;
    const language = isLanguage(lang) ? lang : defaultLanguage;
    const subject = text(language, 'mail.mailbox_failed.subject', { mailbox: about.name });
    const mail = composeMail({
      language,
      name,
      sender,
      subject,
      blocks: [
        text(language, 'mail.mailbox_failed.intro', { mailbox: about.name }),
        text(language, `mailbox.failure.${about.failure}`),
        { label: text(language, 'mail.mailbox_failed.open'), url },
      ],
    });
    await enqueueMail(tx, publicUrl, {
      ...mail,
      tenantId,
      kind: 'warning',
      recipient: email,
      personId: id,
      senderName: sender,
    });
  }
}
