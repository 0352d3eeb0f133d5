import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { warnAdministrators } from '../../../platform/server/mail/administrators.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { MailBlock } from '../../../platform/server/mail/mail-blocks.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import type { Destination } from './destination.ts';

interface Responsible {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly lang: string;
  readonly tenant_title: string;
}

/**
 * Reports once a day per mailbox or address that something arrived that is no invoice, to the person who checks the
 * invoices of its company, else to the administrators (MBX-07). Runs as writer, in the transaction that lists it.
 */
export async function notifyOfLeft(
  tx: Tx,
  publicUrl: string,
  { tenantId, mailboxId, clientId }: Destination,
  mailId: number,
): Promise<void> {
  if (!(await isFirstOfDay(tx, mailboxId, mailId))) return;
  const warning = (language: Language): { subject: string; blocks: readonly MailBlock[] } => ({
    subject: text(language, 'mail.inbox_waits.subject'),
    blocks: [
      text(language, 'mail.inbox_waits.intro'),
      { label: text(language, 'mail.inbox_waits.open'), url: new URL('/invoice/inbox', publicUrl).href },
    ],
  });
  const person = await responsibleFor(tx, clientId);
  if (person === undefined) {
    await warnAdministrators(tx, publicUrl, tenantId, warning);
    return;
  }
  const { id: personId, email: recipient, name, lang, tenant_title: sender } = person;
  const language = isLanguage(lang) ? lang : defaultLanguage;
  await enqueueMail(tx, publicUrl, {
    ...composeMail({ language, name, sender, ...warning(language) }),
    ...{ tenantId, kind: 'warning', recipient, personId, senderName: sender },
  });
}

async function isFirstOfDay(tx: Tx, mailboxId: number | null, mailId: number): Promise<boolean> {
  const other = await tx.maybeOne(
    `select from invoice_arrival where mailbox_id is not distinct from $1 and mailbox_mail_id <> $2 and reason is not null
       and created_at > now() - interval '1 day' limit 1`,
    [mailboxId, mailId],
  );
  return other === undefined;
}

/** The person who checks invoices of the company or the tenant; undefined if none is set, or a task group. */
async function responsibleFor(tx: Tx, clientId: number | null): Promise<Responsible | undefined> {
  return await tx.maybeOne<Responsible>(
    `select u.id, u.email, u.name, u.lang, ${tenantTitleSql} as tenant_title
     from lb_user u join tenant t on t.id = u.tenant_id
     where u.active and not u.blocked and not u.is_group and u.email is not null and u.id = coalesce(
       (select user_invoice_manual_check_id from client where id = $1),
       (select value::bigint from configuration where key = 'user_invoice_manual_check_id' and client_id is null
          and value ~ '^[0-9]+$'))`,
    [clientId],
  );
}
