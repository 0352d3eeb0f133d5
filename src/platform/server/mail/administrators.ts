import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage } from '../../constants.ts';
import type { Tx } from '../database.ts';
import { tenantTitleSql } from '../person.ts';
import { composeMail, enqueueMail } from './mail.ts';
import type { MailBlock } from './mail-blocks.ts';

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

/** Mails a warning to every administrator of the tenant, each in their language (MAIL-01). Runs as writer. */
export async function warnAdministrators(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  warning: (language: Language) => { readonly subject: string; readonly blocks: readonly MailBlock[] },
): Promise<void> {
  for (const administrator of await tx.query<Administrator>(selectAdministrators)) {
    const { id, email, name, lang, tenant_title: sender } = administrator;
    const language = isLanguage(lang) ? lang : defaultLanguage;
    await enqueueMail(tx, publicUrl, {
      ...composeMail({ language, name, sender, ...warning(language) }),
      tenantId,
      kind: 'warning',
      recipient: email,
      personId: id,
      senderName: sender,
    });
  }
}
