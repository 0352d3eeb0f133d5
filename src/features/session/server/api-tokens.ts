import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import { findPerson, type Person } from '../../../platform/server/person.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';
import { text } from '../../../platform/server/texts.ts';

const longestYears = 2;

/** The expiry is as given, or the end of that day in the tenant's time zone. */
export const expirySql = `select e.until, to_char(e.until at time zone app.time_zone(), 'DD.MM.YYYY') as day,
    (select name from lb_user where id = $2) as maker
  from (select case when $1 ~ '^[0-9-]{10}$'
    then ($1::date + 1)::timestamp at time zone app.time_zone() - interval '1 millisecond'
    else $1::timestamptz end as until) e`;

/** The expiry of a new token, its day in the tenant's time zone, and the name of the person who makes it. */
export interface Made {
  readonly until: string;
  readonly day: string;
  readonly maker: string;
}

/**
 * Makes a person's API token, replaces a former one, and returns it this once: only its digest is stored (AUTH-23,
 * ADM-12). `expires` is an instant, or a day in the tenant's time zone. Refuses `validation_failed` for an expiry in
 * the past or more than two years ahead.
 */
export async function createApiToken(
  { database, clock, publicUrl }: MailingParts,
  context: Context,
  { personId, expires }: { readonly personId: number; readonly expires: string },
): Promise<string> {
  requireRole(context, 'user-admin');
  const now = clock.now();
  const token = randomToken();
  await asWriter(database, context, async (tx) => {
    const [made, person] = await firstFailure(
      tx.one<Made>(expirySql, [expires, context.actorId]),
      findPerson(tx, context.tenantId, personId),
    );
    requireAcceptableExpiry(new Date(made.until), now);
    if (!person) throw new Refused(refuse('not_found'));
    if (!person.mayLogIn) throw new Refused(refuse('permission_denied'));
    tx.send(
      `update lb_user set api_token_hash = $2, token_issued_at = $3, token_expires_at = $4, token_maker_id = $5
       where id = $1`,
      [personId, tokenDigest(token), now, made.until, context.actorId],
    );
    if (personId !== context.userId) await notifyOfToken(tx, publicUrl, person, made);
  });
  return token;
}

/** Mails a person that somebody made an API token that acts for them (AUTH-23, AUTH-31). */
async function notifyOfToken(
  tx: Tx,
  publicUrl: string,
  { email, language, name, tenantId, tenantTitle, id }: Person,
  { maker, day }: Made,
): Promise<void> {
  const mail = composeMail({
    language,
    name,
    sender: tenantTitle,
    subject: text(language, 'mail.token.subject'),
    blocks: [
      text(language, 'mail.token.made', { maker, day }),
      text(language, 'mail.token.limits', { maker }),
    ],
  });
  await enqueueMail(tx, publicUrl, {
    ...mail,
    tenantId,
    kind: 'warning',
    recipient: email,
    personId: id,
    senderName: tenantTitle,
  });
}

/** Revokes a person's API token; does nothing where there is none. */
export async function revokeApiToken(database: Database, context: Context, personId: number): Promise<void> {
  requireRole(context, 'user-admin');
  await asWriter(database, context, async (tx) => {
    await tx.one(
      `update lb_user set api_token_hash = null, token_issued_at = null, token_expires_at = null, token_maker_id = null
       where id = $1 returning id`,
      [personId],
    );
  });
}

/** Ends a person's API token and the tokens they made, also for service accounts. `tx` acts as `writer`. */
export async function endTokens(tx: Tx, personId: number): Promise<void> {
  tx.send(
    `update service_token set secret_hash = null, revoked_at = now()
     where secret_hash is not null and maker_id = $1`,
    [personId],
  );
  await tx.fixed(
    `update lb_user set api_token_hash = null, token_issued_at = null, token_expires_at = null, token_maker_id = null
     where api_token_hash is not null and (id = $1 or token_maker_id = $1)`,
    [personId],
  );
}

/**
 * Refuses `validation_failed` for an expiry in the past or more than two years ahead. A day counts to its end, so the
 * limit also includes its last day.
 */
export function requireAcceptableExpiry(expiresAt: Date, now: Date): void {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + longestYears);
  last.setUTCHours(23, 59, 59, 999);
  if (expiresAt > now && expiresAt <= last) return;
  const code = expiresAt <= now ? 'date_in_past' : 'limit_exceeded';
  throw new Refused(refuse('validation_failed', { problems: [{ field: 'expires_at', code }] }));
}
