import { z } from 'zod';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import {
  type ComposedMail,
  composeMail,
  enqueueMail,
  messageIdOf,
} from '../../../platform/server/mail/mail.ts';
import { findByEmail, type Person } from '../../../platform/server/person.ts';
import { noteRefusal } from '../../../platform/server/security-log.ts';
import { text } from '../../../platform/server/texts.ts';
import { failedRequests } from './failed-logins.ts';
import { createLoginToken, loginLink } from './login-token.ts';

export interface LoginMailParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

const payloadSchema = z.object({
  email: z.string(),
  tenant: z.string().nullable(),
  return_to: z.string().nullable(),
});

/**
 * Answers a login request: one mail with a link for every tenant in which the address may log in, and none
 * when there is no such tenant (AUTH-03, AUTH-05, MAIL-05). A repetition of the same entry of the queue finds
 * its mail and writes no second one (JOB-01).
 */
export async function mailLoginLinks(parts: LoginMailParts, payload: unknown, entry: string): Promise<void> {
  const { database, clock, publicUrl } = parts;
  const { email, tenant, return_to } = payloadSchema.parse(payload);
  const failures = await database.atGate(async (tx) => {
    // An auditor whose time is over reads so where his link leads to (ARC-04).
    const known = await findByEmail(tx, email, tenant);
    const people = known.filter(({ mayLogIn, endedOn }) => mayLogIn || endedOn !== null);
    const failures = await failedRequests(tx, known, tenant);
    const [first] = people;
    const messageId = `login-mail.${entry}`;
    if (!first || (await isWritten(tx, first.tenantId, messageIdOf(publicUrl, messageId)))) return failures;
    const links: LoginLink[] = [];
    for (const person of people) {
      const token = await createLoginToken(tx, person, return_to, clock.now());
      links.push({ person, url: loginLink(publicUrl, token) });
    }
    await enqueueMail(tx, publicUrl, {
      ...loginMail(first, links),
      tenantId: first.tenantId,
      kind: 'login',
      recipient: email,
      personId: first.id,
      senderName: first.tenantTitle,
      messageId,
    });
    return failures;
  });
  for (const failure of failures) await noteRefusal(database, failure);
}

/** Whether the tenant has a mail by that Message-ID already. */
export async function isWritten(tx: Tx, tenantId: number, messageId: string): Promise<boolean> {
  const found = await tx.query('select id from mail where tenant_id = $1 and message_id = $2', [
    tenantId,
    messageId,
  ]);
  return found.length > 0;
}

interface LoginLink {
  readonly person: Person;
  readonly url: string;
}

function loginMail(recipient: Person, links: readonly LoginLink[]): ComposedMail {
  const { language, name, tenantTitle } = recipient;
  const isOne = links.length === 1;
  // Tenants may share the name of a company; the key tells them apart.
  const isShared = new Set(links.map(({ person }) => person.tenantTitle)).size < links.length;
  return composeMail({
    language,
    name,
    sender: tenantTitle,
    subject: isOne
      ? text(language, 'mail.login.subject', { tenant: tenantTitle })
      : text(language, 'mail.login.subject_several'),
    blocks: [
      isOne ? text(language, 'mail.login.intro') : text(language, 'mail.login.intro_several'),
      ...links.map(({ person, url }) => ({
        label: text(language, 'mail.login.button', {
          tenant: isShared ? `${person.tenantTitle} (${person.tenantName})` : person.tenantTitle,
        }),
        url,
      })),
      text(language, 'mail.login.validity'),
      text(language, 'mail.login.unasked'),
    ],
  });
}
