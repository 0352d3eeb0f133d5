import { Refused, refuse } from '../../../base/refusal.ts';
import { after, type Clock, days, minutes } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type MailTokens, tokenMark } from '../../../platform/server/mail/mail-tokens.ts';
import { findPerson, type Person, shutOut } from '../../../platform/server/person.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';

const lifetime = minutes(15);
/** Longer than other links: a new person may not read mail at once (AUTH-27). */
export const invitationLifetime = days(7);

type Owner = Pick<Person, 'tenantId' | 'id'>;

/** Makes a one-time token for a person and stores its digest (AUTH-05). Older tokens stay valid. */
export async function createLoginToken(
  tx: Tx,
  person: Owner,
  returnTo: string | null,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await storeLoginToken(tx, person, token, returnTo, now, lifetime);
  return token;
}

async function storeLoginToken(
  tx: Tx,
  { tenantId, id }: Owner,
  token: string,
  returnTo: string | null,
  now: Date,
  lasting: number,
): Promise<void> {
  await tx.query(
    `insert into login_token (tenant_id, lb_user_id, token_hash, return_to, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, id, tokenDigest(token), returnTo, now, after(now, lasting)],
  );
}

/** What links in mails are made with. */
export interface LinkParts {
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly secrets: MailTokens;
}

/** A link in a mail. The Message-ID must be unique, because the token is derived from it. */
export interface MailedLink {
  readonly messageId: string;
  /** Number of the link in its mail, from 1. */
  readonly no: number;
  readonly returnTo?: string | null;
  readonly lasting?: number;
}

/**
 * Makes a login link with a placeholder for a mail's stored text: the token is inserted when the mail is sent, and
 * the database holds only its digest (TECH-07).
 */
export async function createMailedLink(
  tx: Tx,
  { publicUrl, clock, secrets }: LinkParts,
  person: Owner,
  { messageId, no, returnTo = null, lasting = lifetime }: MailedLink,
): Promise<string> {
  await storeLoginToken(tx, person, secrets.mailToken(messageId, no), returnTo, clock.now(), lasting);
  return loginLink(publicUrl, tokenMark(messageId, no));
}

/** Address of the page that exchanges the token; never built from a request (GEN-15). */
export function loginLink(publicUrl: string, token: string): string {
  return `${publicUrl}/login/${token}`;
}

export interface Login {
  readonly person: Person;
  readonly returnTo: string | null;
}

interface Row {
  readonly tenant_id: number;
  readonly lb_user_id: number;
  readonly return_to: string | null;
}

/** The person whom a token would log in, without using it up. Refuses `link_expired` or `account_blocked`. */
export async function previewLogin(tx: Tx, token: string, now: Date): Promise<Login> {
  const row = await tx.maybeOne<Row>(
    `select tenant_id, lb_user_id, return_to from login_token
     where token_hash = $1 and used_at is null and expires_at > $2`,
    [tokenDigest(token), now],
  );
  return loginOf(tx, row);
}

/**
 * Uses a token up. Of parallel calls exactly one succeeds; the others find it used. Refuses like `previewLogin`; a
 * refusal rolls back and leaves the token unused.
 */
export async function takeLogin(tx: Tx, token: string, now: Date): Promise<Login> {
  const row = await tx.maybeOne<Row>(
    `update login_token set used_at = $2
     where token_hash = $1 and used_at is null and expires_at > $2
     returning tenant_id, lb_user_id, return_to`,
    [tokenDigest(token), now],
  );
  return loginOf(tx, row);
}

async function loginOf(tx: Tx, row: Row | undefined): Promise<Login> {
  const person = row && (await findPerson(tx, row.tenant_id, row.lb_user_id));
  if (!row || !person) throw new Refused(refuse('link_expired'));
  if (!person.mayLogIn) throw new Refused(shutOut(person));
  return { person, returnTo: row.return_to };
}
