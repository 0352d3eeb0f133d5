import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage } from '../../constants.ts';
import type { Tx } from '../database.ts';
import { type Person, tenantTitleSql } from '../person.ts';
import { composeMail, enqueueMail, type NewMail } from './mail.ts';
import type { MailBlock } from './mail-blocks.ts';

interface Administrator {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly lang: string;
  readonly tenant_title: string;
}

/** A warning in a language, and the document that it is about. */
export type Warning = (
  language: Language,
) => { readonly subject: string; readonly blocks: readonly MailBlock[] } & Pick<NewMail, 'document'>;

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
  warning: Warning,
): Promise<void> {
  for (const administrator of await tx.query<Administrator>(selectAdministrators)) {
    const { lang, tenant_title: tenantTitle } = administrator;
    const language = isLanguage(lang) ? lang : defaultLanguage;
    await warn(tx, publicUrl, { ...administrator, tenantId, tenantTitle, language }, warning);
  }
}

/**
 * Mails a warning to the person whom it concerns; to the administrators in place of a person who is gone or gets no mails
 * any more (MAIL-05), so that it reaches somebody. Runs as writer.
 */
export async function warnPerson(
  tx: Tx,
  publicUrl: string,
  { tenantId, person }: { readonly tenantId: number; readonly person: Person | undefined },
  warning: Warning,
): Promise<void> {
  if (person?.mayLogIn) await warn(tx, publicUrl, person, warning);
  else await warnAdministrators(tx, publicUrl, tenantId, warning);
}

type Warned = Pick<Person, 'tenantId' | 'id' | 'email' | 'name' | 'language' | 'tenantTitle'>;

async function warn(
  tx: Tx,
  publicUrl: string,
  { tenantId, id, email, name, language, tenantTitle: sender }: Warned,
  warning: Warning,
): Promise<void> {
  const { document, ...content } = warning(language);
  await enqueueMail(tx, publicUrl, {
    ...composeMail({ language, name, sender, ...content }),
    tenantId,
    kind: 'warning',
    recipient: email,
    personId: id,
    senderName: sender,
    ...(document && { document }),
  });
}
