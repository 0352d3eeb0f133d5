import { randomUUID } from 'node:crypto';
import { z } from 'zod';
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
import { createMailedLink, type LinkParts } from './login-token.ts';

export interface LoginMailParts extends LinkParts {
  readonly database: Database;
}

const payloadSchema = z.object({
  email: z.string(),
  tenant: z.string().nullable(),
  return_to: z.string().nullable(),
});

/**
 * Answers a login request with one mail: a link for every tenant in which the address may log in, or no mail if there
 * is none (AUTH-03, AUTH-05, MAIL-05). A repeated job finds its mail and writes no second one (JOB-01).
 */
export async function mailLoginLinks(parts: LoginMailParts, payload: unknown, entry: string): Promise<void> {
  const { database, publicUrl } = parts;
  const { email, tenant, return_to } = payloadSchema.parse(payload);
  const failures = await database.atGate(async (tx) => {
    // An auditor whose access has ended also gets a link; its page explains that (ARC-04).
    const known = await findByEmail(tx, email, tenant);
    const people = known.filter(({ mayLogIn, endedOn }) => mayLogIn || endedOn !== null);
    const failures = await failedRequests(tx, known, tenant);
    const [first] = people;
    if (!first || (await isAnswered(tx, first, entry))) return failures;
    // The queue of a restored database may reuse ids; the UUID keeps tokens of two mails different.
    const name = `${nameOf(entry)}${randomUUID()}`;
    const messageId = messageIdOf(publicUrl, name);
    const links: LoginLink[] = [];
    for (const [place, person] of people.entries()) {
      const link = { messageId, no: place + 1, returnTo: return_to };
      links.push({ person, url: await createMailedLink(tx, parts, person, link) });
    }
    await enqueueMail(tx, publicUrl, {
      ...loginMail(first, links),
      tenantId: first.tenantId,
      kind: 'login',
      recipient: email,
      personId: first.id,
      senderName: first.tenantTitle,
      messageId: name,
    });
    return failures;
  });
  for (const failure of failures) await noteRefusal(database, failure);
}

function nameOf(entry: string): string {
  return `login-mail.${entry}.`;
}

/** Whether a job has written its mail already; a concurrent run of the same job waits. */
async function isAnswered(tx: Tx, { tenantId, id }: Person, entry: string): Promise<boolean> {
  const beginning = `<${nameOf(entry)}`;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [beginning]);
  const found = await tx.query(
    `select id from mail
     where tenant_id = $1 and lb_user_id = $2 and kind = 'login' and starts_with(message_id, $3)`,
    [tenantId, id, beginning],
  );
  return found.length > 0;
}

interface LoginLink {
  readonly person: Person;
  readonly url: string;
}

function loginMail(recipient: Person, links: readonly LoginLink[]): ComposedMail {
  const { language, name, tenantTitle } = recipient;
  const isOne = links.length === 1;
  // Tenants may share a company name; the key distinguishes them.
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
