import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { MailBlock } from '../../../platform/server/mail/mail-blocks.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';

/** A recipient, with the name of the tenant as sender. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly lang: string;
  readonly sender: string;
}

interface Content {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

interface Recipient {
  readonly tenantId: number;
  readonly publicUrl: string;
  readonly person: Person;
  readonly recipient: string;
  readonly personId?: number;
}

/** Enqueues a mail about controls; all of them have the same kind. */
export async function mail(
  tx: Tx,
  { tenantId, publicUrl, person, recipient, personId }: Recipient,
  content: Content,
): Promise<void> {
  const { name, sender } = person;
  await enqueueMail(tx, publicUrl, {
    ...composeMail({ language: languageOf(person), name, sender, ...content }),
    tenantId,
    kind: 'warning',
    recipient,
    ...(personId !== undefined && { personId }),
    senderName: sender,
  });
}

interface Operator extends Omit<Person, 'sender'> {
  readonly tenant_id: number;
}

/** An operator, and the title of the tenant that the mail is about. */
export interface ReportedOperator {
  readonly tenant_id: number;
  readonly id: number;
  readonly language: Language;
  readonly title: string;
}

/** Mails each operator the content for that person; null sends nothing (AUTH-37). */
export async function mailOperators(
  tx: Tx,
  tenantId: number,
  publicUrl: string,
  contentFor: (operator: ReportedOperator) => Content | null,
): Promise<void> {
  const { title } = await tx.one<{ title: string }>(
    `select ${tenantTitleSql} as title from tenant t where t.id = $1`,
    [tenantId],
  );
  for (const operator of await tx.query<Operator>('select * from app.operators()')) {
    const content = contentFor({ ...operator, language: languageOf(operator), title });
    if (content === null) continue;
    const person = { ...operator, sender: title };
    await mail(tx, { tenantId, publicUrl, person, recipient: operator.email }, content);
  }
}

/** The language of mails to a person. */
export function languageOf({ lang }: Pick<Person, 'lang'>): Language {
  return isLanguage(lang) ? lang : defaultLanguage;
}
