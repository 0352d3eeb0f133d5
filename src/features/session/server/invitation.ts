import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { after, seconds } from '../../../platform/server/clock.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail, messageIdOf } from '../../../platform/server/mail/mail.ts';
import { findPerson, type Person } from '../../../platform/server/person.ts';
import { RefusedForNow } from '../../../platform/server/refused-for-now.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import { text } from '../../../platform/server/texts.ts';
import type { LoginMailParts } from './login-mail.ts';
import { createMailedLink, invitationLifetime } from './login-token.ts';

const payloadSchema = z.object({ tenant_id: z.number(), person_id: z.number() });

/**
 * Mails a new person a link that logs in within seven days, and the login address for later (AUTH-27). Skips people
 * who already have an invitation, may not log in, or no longer exist.
 */
export async function mailInvitation(parts: LoginMailParts, payload: unknown): Promise<void> {
  const { tenant_id, person_id } = payloadSchema.parse(payload);
  await parts.database.atGate(async (tx) => {
    awaitInvitation(tx, tenant_id, person_id);
    const [person, last] = await firstFailure(
      findPerson(tx, tenant_id, person_id),
      lastMail(tx, tenant_id, person_id),
    );
    if (!person?.mayLogIn || last) return;
    await writeInvitation(tx, parts, person);
  });
}

/** The last invitation of a person. */
export interface Invitation {
  /** Creation time, ISO 8601. */
  readonly created_at: string;
  /** When the mail server accepted it; null while it is queued or after it failed. */
  readonly sent_at: string | null;
  readonly state: string;
  readonly expires_at: string;
}

/** A person's last invitation (AUTH-27), or null. For administrators. */
export async function lastInvitation(
  { database }: LoginMailParts,
  context: Context,
  personId: number,
): Promise<Invitation | null> {
  await requireAdministrator(database, context);
  return await database.atGate(async (tx) => {
    const mail = await lastMail(tx, context.tenantId, personId);
    if (!mail) return null;
    return { ...mail, expires_at: after(new Date(mail.created_at), invitationLifetime).toISOString() };
  });
}

/** Minimum time between two invitations. */
const pause = seconds(60);

/** Invites a person again with a new link (AUTH-27). For administrators; at most once a minute. */
export async function inviteAgain(parts: LoginMailParts, context: Context, personId: number): Promise<void> {
  const { database, clock } = parts;
  await requireAdministrator(database, context);
  await database.atGate(async (tx) => {
    awaitInvitation(tx, context.tenantId, personId);
    const [person, last] = await firstFailure(
      findPerson(tx, context.tenantId, personId),
      lastMail(tx, context.tenantId, personId),
    );
    if (!person) throw new Refused(refuse('not_found'));
    if (!person.mayLogIn) throw new Refused(refuse('permission_denied'));
    const now = clock.now();
    if (last && after(new Date(last.created_at), pause) > now) throw new RefusedForNow(pause / 1000);
    await writeInvitation(tx, parts, person);
  });
}

/** Makes the next statement wait for a concurrent invitation of the same person. */
function awaitInvitation(tx: Tx, tenantId: number, personId: number): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`invitation.${tenantId}.${personId}`]);
}

/** The `gate` role does not check the caller; entering the tenant checks current rights (AUTH-20, AUTH-36). */
async function requireAdministrator(database: Database, context: Context): Promise<void> {
  requireRole(context, 'user-admin');
  await database.inTenant(context, async () => {}, { isOneStatement: true });
}

function lastMail(
  tx: Tx,
  tenantId: number,
  personId: number,
): Promise<Omit<Invitation, 'expires_at'> | undefined> {
  return tx.maybeOne(
    `select created_at, sent_at, state from mail
     where tenant_id = $1 and lb_user_id = $2 and kind = 'welcome' order by id desc limit 1`,
    [tenantId, personId],
  );
}

async function writeInvitation(tx: Tx, parts: LoginMailParts, person: Person): Promise<void> {
  const { publicUrl } = parts;
  const { language, name, tenantName, tenantTitle } = person;
  // A restored database may reuse ids of people; the UUID keeps tokens of two mails different.
  const mailName = `invitation.${person.tenantId}.${person.id}.${randomUUID()}`;
  const url = await createMailedLink(tx, parts, person, {
    messageId: messageIdOf(publicUrl, mailName),
    no: 1,
    lasting: invitationLifetime,
  });
  const mail = composeMail({
    language,
    name,
    sender: tenantTitle,
    subject: text(language, 'mail.invitation.subject', { tenant: tenantTitle }),
    blocks: [
      text(language, 'mail.invitation.intro', { tenant: tenantTitle }),
      {
        label: text(language, 'mail.login.button', { tenant: tenantTitle }),
        url,
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
    senderName: tenantTitle,
    messageId: mailName,
  });
}
