import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { requireMeans } from '../../../../platform/means.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, type Clock, minutes } from '../../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { MailTokenUrls } from '../../../../platform/server/mail-token-urls.ts';
import { requireModule } from '../../../../platform/server/modules.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import { randomToken, type Secrets, tokenDigest } from '../../../../platform/server/secrets.ts';
import type { IssuedTokens } from '../../../../platform/server/token-endpoint.ts';
import { MailboxFailed } from '../../failure.ts';
import { requireMailbox, type StoredMailbox } from '../mailbox-store.ts';
import { atMicrosoft, issueFor, mailScope, type OAuthLogin, refreshEnd } from './issue-access.ts';

export interface SignInParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly clock: Clock;
  readonly tokenUrls: MailTokenUrls;
  readonly publicUrl: string;
}

/** The begun sign-in of a mailbox, kept encrypted in its row: one at a time, the last one counts. */
const attemptIn = z.object({
  digest: z.string(),
  verifier: z.string(),
  userId: z.number(),
  until: z.coerce.date(),
});

type OAuthMailbox = StoredMailbox & Pick<OAuthLogin, 'sign_in'>;

const lasts = minutes(10);
const stateOfMailbox = /^mailbox-(\d{1,15})-/;

/** Administrators only, not acting as another person (AUTH-29). */
async function requireSigningIn(tx: Tx, context: Context): Promise<void> {
  await requireModule(tx, 'invoice');
  requireMeans(context, 'four_eyes');
  requireRole(context, 'user-admin');
}

/**
 * Begins the sign-in of a person at the provider of a mailbox, and returns the address of the consent page (MBX-08).
 * The state names the mailbox; everything else comes from its row. Refuses `not_found` and
 * `permission_denied`; throws `MailboxFailed` where the application is missing.
 */
export async function beginSignIn(
  { database, secrets, clock, tokenUrls, publicUrl }: SignInParts,
  context: Context,
  mailboxId: number,
): Promise<{ readonly url: string }> {
  return await database.inTenant(context, async (tx) => {
    const mailbox = await requireMailbox(tx, mailboxId);
    await requireSigningIn(tx, context);
    const page = consentPage(tokenUrls, mailbox);
    const [state, verifier] = [`mailbox-${mailboxId}-${randomToken()}`, randomToken()];
    const attempt: z.input<typeof attemptIn> = {
      digest: digestOf(state),
      verifier,
      userId: context.userId,
      until: after(clock.now(), lasts).toISOString(),
    };
    tx.as('writer').send('update mailbox set sign_in_attempt = $2 where id = $1', [
      mailboxId,
      secrets.seal(JSON.stringify(attempt)),
    ]);
    const query = {
      response_type: 'code',
      redirect_uri: callbackUrl(publicUrl),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      login_hint: mailbox.username,
    };
    for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value);
    return { url: page.href };
  });
}

/** The page of the provider, with what it needs to know of the application. */
function consentPage(urls: MailTokenUrls, mailbox: StoredMailbox): URL {
  const { sign_in, oauth_application: application, oauth_directory: directory, oauth_secret } = mailbox;
  const isGoogle = sign_in === 'google';
  if (!application || !oauth_secret || sign_in === 'password' || (!isGoogle && !directory))
    throw new MailboxFailed('oauth_incomplete');
  const page = new URL(isGoogle ? urls.googleConsent : atMicrosoft(urls, directory ?? '', 'authorize'));
  const query = {
    client_id: application,
    scope: mailScope[sign_in],
    // Google issues a refresh token only for a new consent.
    ...(isGoogle ? { access_type: 'offline', prompt: 'consent' } : { prompt: 'select_account' }),
  };
  for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value);
  return page;
}

/** One address for all sign-ins (NAV-21). */
function callbackUrl(publicUrl: string): string {
  return new URL('/callback', publicUrl).href;
}

function digestOf(state: string): string {
  return tokenDigest(state).toString('base64');
}

/**
 * Completes a sign-in with the returned code, once and by the same person, and keeps the tokens encrypted. Returns the
 * mailbox. Refuses `sign_in_expired`; throws `MailboxFailed` where the provider issues no tokens.
 */
export async function finishSignIn(
  parts: SignInParts,
  context: Context,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<{ readonly id: number; readonly name: string }> {
  const { database, secrets, tokenUrls, publicUrl } = parts;
  // The attempt is taken before the code is used, so that only one of two simultaneous answers counts.
  const { mailbox, verifier } = await database.inTenant(context, async (tx) => {
    await requireSigningIn(tx, context);
    return await takeAttempt(tx, parts, context, state);
  });
  const { sign_in, oauth_secret } = mailbox;
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl(publicUrl),
    code_verifier: verifier,
    ...(sign_in === 'microsoft' && { scope: mailScope.microsoft }),
  };
  const login = { ...mailbox, sign_in, oauth_secret: oauth_secret && secrets.unseal(oauth_secret) };
  const issued = await issueFor(tokenUrls, login, grant);
  await asWriter(database, context, (tx) => keepTokens(tx, parts, mailbox, issued));
  return mailbox;
}

async function takeAttempt(
  tx: Tx,
  { secrets, clock }: SignInParts,
  { userId }: Context,
  state: string,
): Promise<{ readonly mailbox: OAuthMailbox; readonly verifier: string }> {
  const expired = () => new Refused(refuse('sign_in_expired'));
  const id = Number(stateOfMailbox.exec(state)?.[1] ?? 0);
  // The wall hides mailboxes of others.
  if (!(await tx.maybeOne('select id from mailbox where id = $1', [id]))) throw expired();
  const writer = tx.as('writer');
  const row = await writer.maybeOne<{ sign_in_attempt: Buffer | null }>(
    'select sign_in_attempt from mailbox where id = $1 for update',
    [id],
  );
  if (!row?.sign_in_attempt) throw expired();
  const attempt = attemptIn.parse(JSON.parse(secrets.unseal(row.sign_in_attempt)));
  const isHis = attempt.digest === digestOf(state) && attempt.userId === userId;
  if (!isHis || attempt.until <= clock.now()) throw expired();
  writer.send('update mailbox set sign_in_attempt = null where id = $1', [id]);
  const mailbox = await requireMailbox(tx, id);
  if (mailbox.sign_in === 'password') throw expired();
  return { mailbox: { ...mailbox, sign_in: mailbox.sign_in }, verifier: attempt.verifier };
}

/** Nothing is kept if a person has changed the sign-in meanwhile. */
async function keepTokens(
  tx: Tx,
  { secrets, clock }: SignInParts,
  { id, sign_in, oauth_application, oauth_directory, oauth_secret }: OAuthMailbox,
  issued: IssuedTokens,
): Promise<void> {
  if (issued.refresh === null) throw new MailboxFailed('oauth_refused');
  const now = clock.now();
  const kept = await tx.maybeOne(
    `update mailbox set oauth_refresh_token = $2, access_token = $3, access_until = $4, oauth_until = $5,
       oauth_warned_at = null, last_error = null, failed_runs = 0
     where id = $1 and (sign_in, oauth_application, oauth_secret) = ($6, $7, $8)
       and oauth_directory is not distinct from $9 returning id`,
    [
      ...[id, secrets.seal(issued.refresh), secrets.seal(issued.access), after(now, issued.lifetime)],
      ...[refreshEnd(issued, sign_in, now, null), sign_in, oauth_application, oauth_secret, oauth_directory],
    ],
  );
  if (!kept) throw new Refused(refuse('sign_in_expired'));
}
