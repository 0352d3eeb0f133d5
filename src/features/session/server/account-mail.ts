import type { Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { Person } from '../../../platform/server/person.ts';
import { type TextValues, text } from '../../../platform/server/texts.ts';

/** Account events that a person is mailed about (AUTH-31); the texts are `mail.account.{news}`. */
export const accountNews = ['new_device', 'passkey_made', 'sign_on_bound'] as const;
export type AccountNews = (typeof accountNews)[number];

/**
 * Mails a person about a change to their account, in the transaction that makes the change; `tx` acts as `gate` or
 * `writer`. The mail explains what to do if they did not cause it.
 */
export async function notifyOfAccount(
  tx: Tx,
  publicUrl: string,
  {
    person,
    news,
    values,
  }: { readonly person: Person; readonly news: AccountNews; readonly values: TextValues },
): Promise<void> {
  const { language, name, tenantTitle } = person;
  const mail = composeMail({
    language,
    name,
    sender: tenantTitle,
    subject: text(language, `mail.account.${news}.subject`, { tenant: tenantTitle }),
    blocks: [
      text(language, `mail.account.${news}.text`, { ...values, tenant: tenantTitle }),
      text(language, 'mail.account.not_you'),
      { label: text(language, 'mail.account.profile'), url: `${publicUrl}/profile` },
    ],
  });
  await enqueueMail(tx, publicUrl, {
    ...mail,
    tenantId: person.tenantId,
    kind: 'security',
    recipient: person.email,
    personId: person.id,
    senderName: tenantTitle,
  });
}
