import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, type Clock, minutes } from '../../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { systemContext } from '../../../../platform/server/jobs/jobs.ts';
import type { MailTokenUrls } from '../../../../platform/server/mail-token-urls.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { MailboxFailed } from '../../failure.ts';
import type { MailServer } from '../mail-server.ts';
import type { StoredMailbox } from '../mailbox-store.ts';
import { issueAccess, refreshEnd } from './issue-access.ts';

export interface AccessParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly tokenUrls: MailTokenUrls;
}

/** A token is renewed before a run that could outlast it. */
const reserve = minutes(5);

/** The server of a mailbox with its login: a password, or an access token that lasts the run. Throws `MailboxFailed`. */
export async function loginOf(
  parts: AccessParts,
  tenantId: number,
  mailbox: StoredMailbox,
): Promise<MailServer> {
  const { password, sign_in } = mailbox;
  if (sign_in !== 'password')
    return { ...mailbox, password: '', accessToken: await accessOf(parts, tenantId, mailbox, sign_in) };
  if (password === null) throw new MailboxFailed('no_password');
  return { ...mailbox, password: parts.secrets.unseal(password) };
}

async function accessOf(
  { database, clock, secrets, tokenUrls }: AccessParts,
  tenantId: number,
  mailbox: StoredMailbox,
  sign_in: 'microsoft' | 'google',
): Promise<string> {
  const { id, oauth_application, oauth_directory, access_token, access_until } = mailbox;
  if (access_token && access_until && new Date(access_until) > after(clock.now(), reserve))
    return secrets.unseal(access_token);
  const plain = (sealed: Buffer | null) => sealed && secrets.unseal(sealed);
  const issued = await issueAccess(tokenUrls, {
    ...{ sign_in, oauth_application, oauth_directory },
    oauth_secret: plain(mailbox.oauth_secret),
    oauth_refresh_token: plain(mailbox.oauth_refresh_token),
  });
  const kept = [
    secrets.seal(issued.access),
    after(clock.now(), issued.lifetime),
    issued.refresh === null ? mailbox.oauth_refresh_token : secrets.seal(issued.refresh),
    refreshEnd(
      issued,
      sign_in,
      clock.now(),
      mailbox.oauth_until === null ? null : new Date(mailbox.oauth_until),
    ),
  ];
  // Nothing is kept if a person has changed the sign-in meanwhile.
  await write(database, tenantId, (tx) =>
    tx.query(
      `update mailbox set access_token = $2, access_until = $3, oauth_refresh_token = $4, oauth_until = $5,
         oauth_warned_at = case when $5 > oauth_until then null else oauth_warned_at end
       where id = $1 and sign_in = $6 and oauth_secret = $7 and oauth_refresh_token is not distinct from $8`,
      [id, ...kept, sign_in, mailbox.oauth_secret, mailbox.oauth_refresh_token],
    ),
  );
  return issued.access;
}

/** Forgets an access token that the mail server refused; the next run requests another. */
export async function forgetAccess(database: Database, tenantId: number, mailboxId: number): Promise<void> {
  await write(database, tenantId, (tx) =>
    tx.query('update mailbox set access_token = null, access_until = null where id = $1', [mailboxId]),
  );
}

async function write(database: Database, tenantId: number, run: (tx: Tx) => Promise<unknown>): Promise<void> {
  await asWriter(database, systemContext(tenantId, 'mailbox'), run);
}
