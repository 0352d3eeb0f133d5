import { z } from 'zod';
import { composeMail, enqueueMail, messageIdOf } from '../../../platform/server/mail/mail.ts';
import { findPerson } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { isWritten, type LoginMailParts } from './login-mail.ts';
import { createLoginToken, loginLink } from './login-token.ts';

const payloadSchema = z.object({ tenant_id: z.number(), person_id: z.number() });

/**
 * Invites a new person: a link that logs in now, and the address of the login for later (AUTH-27). Nobody is
 * invited twice, or who may not log in, or is gone again.
 */
export async function mailInvitation(parts: LoginMailParts, payload: unknown): Promise<void> {
  const { database, clock, publicUrl } = parts;
  const { tenant_id, person_id } = payloadSchema.parse(payload);
  await database.atGate(async (tx) => {
    const person = await findPerson(tx, tenant_id, person_id);
    const messageId = `invitation.${tenant_id}.${person_id}`;
    if (!person?.mayLogIn || (await isWritten(tx, tenant_id, messageIdOf(publicUrl, messageId)))) return;
    const { language, name, tenantName } = person;
    const token = await createLoginToken(tx, person, null, clock.now());
    const mail = composeMail({
      language,
      name,
      tenantName,
      subject: text(language, 'mail.invitation.subject', { tenant: tenantName }),
      blocks: [
        text(language, 'mail.invitation.intro', { tenant: tenantName }),
        {
          label: text(language, 'mail.login.button', { tenant: tenantName }),
          url: loginLink(publicUrl, token),
        },
        text(language, 'mail.invitation.later'),
        {
          label: text(language, 'mail.invitation.login_page'),
          url: `${publicUrl}/login?tenant=${encodeURIComponent(tenantName)}`,
        },
      ],
    });
    await enqueueMail(tx, publicUrl, {
      ...mail,
      tenantId: person.tenantId,
      kind: 'welcome',
      recipient: person.email,
      personId: person.id,
      senderName: tenantName,
      messageId,
    });
  });
}
