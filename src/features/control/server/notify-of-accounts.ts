import type { Tx } from '../../../platform/server/database.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { languageOf, mail, mailOperators, type Person } from './mails.ts';

interface LoneAccount {
  readonly supplier: string;
  readonly person_id: number;
  readonly person: string;
}

/** People who export invoices for payment, or who can change supplier accounts themselves. */
const selectPaying = `
  select u.id, u.email, u.name, u.lang, ${tenantTitleSql} as sender from lb_user u join tenant t on t.id = u.tenant_id
  where u.active and not u.blocked and not u.is_group and u.email is not null and (u.roles && $1::text[] or exists (
    select from task_group_user m join lb_user g on g.id = m.task_group_id and g.is_group and g.active
    where m.lb_user_id = u.id and g.roles && $1::text[])) order by u.id`;

const paying = ['user-admin', 'user-can-insert-supplier', 'user-export-invoice'];

/**
 * Mails about accounts that one person confirmed alone, because nobody else could (AUTH-37, INV-33): people who pay
 * get the names of the suppliers, operators the person and the number of accounts without supplier names.
 */
export async function notifyOfLoneAccounts(tx: Tx, tenantId: number, publicUrl: string): Promise<void> {
  const accounts = await tx.query<LoneAccount>('select * from app.take_untold_accounts()');
  if (accounts.length === 0) return;
  for (const person of await tx.query<Person>(selectPaying, [paying])) {
    const theirs = accounts.filter(({ person_id: by }) => by !== person.id);
    if (theirs.length === 0) continue;
    const language = languageOf(person);
    const lines = theirs.map(({ supplier, person: name }) =>
      text(language, 'mail.lone_account.line', { supplier, name }),
    );
    const content = {
      subject: text(language, 'mail.lone_account.subject'),
      blocks: [text(language, 'mail.lone_account.text'), lines.join('\n')],
    };
    await mail(tx, { tenantId, publicUrl, person, recipient: person.email, personId: person.id }, content);
  }
  await mailOperators(tx, tenantId, publicUrl, ({ id, tenant_id, language, title }) => {
    const theirs = accounts.filter(({ person_id: by }) => tenant_id !== tenantId || id !== by);
    const names = [...new Set(theirs.map(({ person }) => person))].join(', ');
    return theirs.length === 0
      ? null
      : {
          subject: text(language, 'mail.lone_account.operator_subject', { tenant: title }),
          blocks: [
            text(language, 'mail.lone_account.operator', { tenant: title, names, count: theirs.length }),
          ],
        };
  });
}
