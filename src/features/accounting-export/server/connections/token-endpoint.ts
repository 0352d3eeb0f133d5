import { z } from 'zod';
import type { Refusal } from '../../../../base/refusal.ts';
import type { DatevSettings } from '../../../../platform/server/connected-systems.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { callHttp, jsonOf } from '../../../../platform/server/http-call.ts';

/** A system at which people sign in and agree, as the product is registered there. */
export interface SignInSystem {
  readonly settings: Pick<DatevSettings, 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>;
  /** Null: tokens end by themselves. */
  readonly revokeUrl: string | null;
  /** For how long an agreement holds after its last use, in milliseconds. */
  readonly lifetime: number;
  /** What the address of its sign-in says beside what all of them say. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What is asked for; of a company, under the numbers that it has there. Runs as writer. */
  readonly scope: (tx: Tx, datevClientId: string | null) => Promise<string | Refusal>;
  /** What is asked for when a token is refreshed; null where it need not be said again. Runs as writer. */
  readonly scopeOfRefresh: ((tx: Tx) => Promise<string | Refusal>) | null;
}

/** What a system has issued. */
export interface IssuedTokens {
  readonly access: string;
  /** Null: the one that was used stays good. */
  readonly refresh: string | null;
  /** In milliseconds. */
  readonly lifetime: number;
}

/** Thrown where tokens are neither issued nor refused: the same may be asked again. */
export class TokensUnavailable extends Error {}

/** A row is locked meanwhile, on which others wait. */
const patience = 8_000;

const issued = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().default(600),
});
const refused = z.object({ error: z.string() });
/** What says that this code or token is good for nothing any more (RFC 6749). */
const final = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/** Asks for tokens; null where the code or token is refused for good. Throws `TokensUnavailable` or `NoAnswer`. */
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

/** Gives a token back. Nothing depends on it: what is not answered is let go. */
export async function revokeToken({ settings, revokeUrl }: SignInSystem, token: string): Promise<void> {
  if (revokeUrl === null) return;
  const { clientId, clientSecret } = settings;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
  try {
    await callHttp(revokeUrl, { method: 'POST', body, patience });
  } catch {
    // The token is forgotten here in any case.
  }
}
