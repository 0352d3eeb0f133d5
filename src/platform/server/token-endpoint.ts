import { z } from 'zod';
import { callHttp, jsonOf } from './http-call.ts';

/** An application registered at an identity provider (RFC 6749). */
export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
}

/** Tokens issued by a system. */
export interface IssuedTokens {
  readonly access: string;
  /** Null where the used token stays valid. */
  readonly refresh: string | null;
  /** In milliseconds. */
  readonly lifetime: number;
  /** The same of the refresh token; null where the system does not say. */
  readonly refreshLifetime: number | null;
}

/** Thrown where tokens are neither issued nor refused: the request can be retried. */
export class TokensUnavailable extends Error {
  /** The error code of the provider (RFC 6749), such as `invalid_client`. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`no tokens: ${status} ${code}`);
    this.code = code;
  }
}

/** Limited because a row that others wait for may be locked meanwhile. */
export const tokenPatience = 8_000;

const issued = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().default(600),
  refresh_token_expires_in: z.coerce.number().positive().optional(),
});
const refused = z.object({ error: z.string() });
/** The errors that mean a permanently invalid code or token (RFC 6749). */
const final = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);

/** Requests tokens; null where the code or token is permanently refused. Throws `TokensUnavailable` or `NoAnswer`. */
export async function issueTokens(
  { clientId, clientSecret, tokenUrl }: TokenClient,
  grant: Readonly<Record<string, string>>,
): Promise<IssuedTokens | null> {
  const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
  const answer = await callHttp(tokenUrl, { method: 'POST', body: form, patience: tokenPatience });
  const body = jsonOf(answer);
  const tokens = issued.safeParse(body);
  if (answer.status === 200 && tokens.success) {
    const { access_token: access, refresh_token: refresh = null, expires_in } = tokens.data;
    const { refresh_token_expires_in: ends = null } = tokens.data;
    return { access, refresh, lifetime: expires_in * 1000, refreshLifetime: ends && ends * 1000 };
  }
  const { error = 'no reason' } = refused.safeParse(body).data ?? {};
  if (answer.status >= 400 && answer.status < 500 && final.has(error)) return null;
  throw new TokensUnavailable(answer.status, error.slice(0, 100));
}
