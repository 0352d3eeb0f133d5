import { after, days } from '../../../../platform/server/clock.ts';
import { NoAnswer } from '../../../../platform/server/http-call.ts';
import type { MailTokenUrls } from '../../../../platform/server/mail-token-urls.ts';
import {
  type IssuedTokens,
  issueTokens,
  type TokenClient,
  TokensUnavailable,
} from '../../../../platform/server/token-endpoint.ts';
import { MailboxFailed } from '../../failure.ts';

/** A sign-in of a mailbox at Microsoft or Google; secrets are plain. */
export interface OAuthLogin {
  readonly sign_in: 'microsoft' | 'google';
  readonly oauth_application: string | null;
  readonly oauth_directory: string | null;
  readonly oauth_secret: string | null;
  readonly oauth_refresh_token: string | null;
}

/** The service that Microsoft's tokens for mailboxes are for. */
const outlook = 'https://outlook.office365.com';
/** What a person consents to; Microsoft wants it with each request for tokens. */
export const mailScope = {
  microsoft: `${outlook}/IMAP.AccessAsUser.All offline_access`,
  google: 'https://mail.google.com/',
} as const;
/** Errors about the application itself; waiting does not help. */
const ofApplication = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'invalid_request']);

/**
 * Requests an access token for the IMAP server of Microsoft 365 or Google (MBX-08): by the refresh token of a person,
 * at Microsoft without one by the application's own right (client credentials). Throws `MailboxFailed`.
 */
export async function issueAccess(urls: MailTokenUrls, login: OAuthLogin): Promise<IssuedTokens> {
  const grant = grantOf(login);
  if (grant === null) throw new MailboxFailed('oauth_incomplete');
  return await issueFor(urls, login, grant);
}

/** The tokens of the provider for a grant. Throws `MailboxFailed`. */
export async function issueFor(
  urls: MailTokenUrls,
  login: Omit<OAuthLogin, 'oauth_refresh_token'>,
  grant: Readonly<Record<string, string>>,
): Promise<IssuedTokens> {
  const client = clientOf(urls, login);
  if (client === null) throw new MailboxFailed('oauth_incomplete');
  const tokens = await issueTokens(client, grant).catch((error: unknown) => {
    if (error instanceof TokensUnavailable && ofApplication.has(error.code))
      throw new MailboxFailed('oauth_refused', error);
    if (error instanceof TokensUnavailable || error instanceof NoAnswer)
      throw new MailboxFailed('oauth_unavailable', error);
    throw error;
  });
  if (tokens === null) throw new MailboxFailed('oauth_refused');
  return tokens;
}

function clientOf(urls: MailTokenUrls, login: Omit<OAuthLogin, 'oauth_refresh_token'>): TokenClient | null {
  const { sign_in, oauth_application: clientId, oauth_directory, oauth_secret: clientSecret } = login;
  if (clientId === null || clientSecret === null) return null;
  if (sign_in === 'google') return { clientId, clientSecret, tokenUrl: urls.google };
  if (oauth_directory === null) return null;
  return { clientId, clientSecret, tokenUrl: atMicrosoft(urls, oauth_directory, 'token') };
}

/** An address of Microsoft for a directory. */
export function atMicrosoft(
  { microsoft }: MailTokenUrls,
  directory: string,
  page: 'token' | 'authorize',
): string {
  return `${microsoft}/${encodeURIComponent(directory)}/oauth2/v2.0/${page}`;
}

/** Microsoft's refresh tokens last ninety days from their issue. */
const ofMicrosoft = days(90);

/** When the refresh token ends: as the answer says, else `known`, or by the provider's rule for a new one. */
export function refreshEnd(
  { refresh, refreshLifetime }: IssuedTokens,
  signIn: OAuthLogin['sign_in'],
  now: Date,
  known: Date | null,
): Date | null {
  if (refreshLifetime !== null) return after(now, refreshLifetime);
  if (refresh === null) return known;
  return signIn === 'microsoft' ? after(now, ofMicrosoft) : null;
}

function grantOf({ sign_in, oauth_refresh_token: token }: OAuthLogin): Record<string, string> | null {
  const isMicrosoft = sign_in === 'microsoft';
  if (token === null)
    return isMicrosoft ? { grant_type: 'client_credentials', scope: `${outlook}/.default` } : null;
  return {
    ...{ grant_type: 'refresh_token', refresh_token: token },
    ...(isMicrosoft && { scope: mailScope.microsoft }),
  };
}
