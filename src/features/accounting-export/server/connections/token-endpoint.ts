import { z } from 'zod';
import type { Refusal } from '../../../../base/refusal.ts';
import type { DatevSettings } from '../../../../platform/server/connected-systems.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { callHttp, jsonOf } from '../../../../platform/server/http-call.ts';

/** A system with a sign-in, including the product's registration. */
export interface SignInSystem {
  readonly settings: Pick<DatevSettings, 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>;
  /** Null where tokens can only expire. */
  readonly revokeUrl: string | null;
  /** The duration of a consent after its last use, in milliseconds. */
  readonly lifetime: number;
  /** Further parameters of the sign-in address. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The scope of a sign-in, for a company with its DATEV numbers. Runs as writer. */
  readonly scope: (tx: Tx, datevClientId: string | null) => Promise<string | Refusal>;
  /** The scope of a refresh; null where it can be omitted. Runs as writer. */
  readonly scopeOfRefresh: ((tx: Tx) => Promise<string | Refusal>) | null;
}

/** Tokens issued by a system. */
export interface IssuedTokens {
  readonly access: string;
  /** Null where the used token stays valid. */
  readonly refresh: string | null;
  /** In milliseconds. */
  readonly lifetime: number;
}

/** Thrown where tokens are neither issued nor refused: the request can be retried. */
export class TokensUnavailable extends Error {}

/** Limited because a row that others wait for is locked meanwhile. */
const patience = 8_000;

const issued = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().default(600),
});
const refused = z.object({ error: z.string() });
/** The errors that mean a permanently invalid code or token (RFC 6749). */
const final = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/** Requests tokens; null where the code or token is permanently refused. Throws `TokensUnavailable` or `NoAnswer`. */
export async function issueTokens(
  { settings }: SignInSystem,
  grant: Readonly<Record<string, string>>,
): Promise<IssuedTokens | null> {
  const { clientId, clientSecret, tokenUrl } = settings;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
  const answer = await callHttp(tokenUrl, { method: 'POST', body, patience });
  const said = jsonOf(answer);
  const tokens = issued.safeParse(said);
  if (answer.status === 200 && tokens.success) {
    const { access_token: access, refresh_token: refresh = null, expires_in } = tokens.data;
    return { access, refresh, lifetime: expires_in * 1000 };
  }
  const { error = 'no reason' } = refused.safeParse(said).data ?? {};
  if (answer.status >= 400 && answer.status < 500 && final.has(error)) return null;
  throw new TokensUnavailable(`no tokens: ${answer.status} ${error.slice(0, 100)}`);
}

/** Revokes a token. Failures are ignored, because nothing depends on it. */
export async function revokeToken({ settings, revokeUrl }: SignInSystem, token: string): Promise<void> {
  if (revokeUrl === null) return;
  const { clientId, clientSecret } = settings;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
  try {
    await callHttp(revokeUrl, { method: 'POST', body, patience });
  } catch {
    // The token is deleted from the database in any case.
  }
}
