import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { minutes } from '../../../../platform/server/clock.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';

/** The time that a person has for the login at the issuer, in milliseconds. */
export const attemptLifetime = minutes(15);

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  tenantId: z.int(),
  issuerId: z.int(),
  returnTo: z.string().nullable(),
});

/** A login that waits for the answer of the issuer, with the values that check this answer. */
export type KeptAttempt = z.infer<typeof kept>;

export interface AttemptParts {
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly publicUrl: string;
}

/**
 * Stores the attempt encrypted in a cookie, which binds it to this browser: the answer of the issuer is useless in
 * any other. Each attempt has its own cookie, for logins in two tabs.
 */
export function keepAttempt(reply: FastifyReply, parts: AttemptParts, attempt: KeptAttempt): FastifyReply {
  const sealed = parts.secrets.seal(JSON.stringify(attempt)).toString('base64url');
  return reply.header('set-cookie', cookie(parts, attempt.state, sealed, attemptLifetime / 1000));
}

/** The attempt of this browser with this state; null if there is none. */
export function keptAttempt(
  request: FastifyRequest,
  { secrets }: Pick<AttemptParts, 'secrets'>,
  state: string,
): KeptAttempt | null {
  const wanted = `${nameOf(state)}=`;
  const given = (request.headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(wanted));
  const attempt = given === undefined ? null : unsealed(secrets, given.slice(wanted.length));
  return attempt?.state === state ? attempt : null;
}

/** Removes the cookie of an attempt that has ended. */
export function forgetAttempt(
  reply: FastifyReply,
  parts: Pick<AttemptParts, 'publicUrl'>,
  state: string,
): FastifyReply {
  return reply.header('set-cookie', cookie(parts, state, '', 0));
}

function unsealed(secrets: Pick<Secrets, 'unseal'>, value: string): KeptAttempt | null {
  try {
    return kept.parse(JSON.parse(secrets.unseal(Buffer.from(value, 'base64url'))));
  } catch {
    // The cookie is forged, or the key of the installation has changed.
    return null;
  }
}

function cookie(
  { publicUrl }: Pick<AttemptParts, 'publicUrl'>,
  state: string,
  value: string,
  maxAge: number,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(state)}=${value}; Path=/api/auth/sign-on; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

function nameOf(state: string): string {
  return `sign_on_${state.replace(/[^\w-]/g, '').slice(0, 8)}`;
}
