import type { Tx } from '../database.ts';
import { text } from '../texts.ts';
import { warnAdministrators } from './administrators.ts';

interface Refused {
  readonly person_id: number;
  readonly name: string;
  readonly recipient: string;
  readonly error: string | null;
}

/**
 * The refused mail to a person, if it is the first one since a mail reached this address. Warnings do not count: their
 * refusal would cause further ones.
 */
const selectRefused = `
  select u.id as person_id, u.name, m.recipient, m.error
  from mail m join lb_user u on u.id = m.lb_user_id
  where m.id = $1 and m.state = 'failed' and m.kind <> 'warning' and not exists (
    select from mail e
    where e.lb_user_id = m.lb_user_id and e.recipient = m.recipient and e.id < m.id and e.state = 'failed' and e.kind <> 'warning'
      and not exists (
        select from mail s
        where s.lb_user_id = m.lb_user_id and s.recipient = m.recipient and s.state = 'sent' and s.id > e.id))`;

/**
 * Tells administrators once that mails to a person are refused: that person gets neither tasks nor login links, and an
 * invited one waits in vain (MAIL-04). Runs as writer.
 */
export async function tellOfRefusedMail(
  tx: Tx,
  publicUrl: string,
  { tenantId, mailId }: { readonly tenantId: number; readonly mailId: number },
): Promise<void> {
  const refused = await tx.maybeOne<Refused>(selectRefused, [mailId]);
  if (refused === undefined) return;
  const { person_id: id, name, recipient: address, error: reason } = refused;
  const url = new URL(`/admin/user/form?id=${id}`, publicUrl).href;
  await warnAdministrators(tx, publicUrl, tenantId, (language) => ({
    subject: text(language, 'mail.refused.subject', { name }),
    blocks: [
      text(language, 'mail.refused.text', { name, address, reason: reason ?? '' }),
      { label: text(language, 'mail.refused.open'), url },
    ],
  }));
}
