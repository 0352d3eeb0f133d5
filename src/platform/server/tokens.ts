import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { languages } from '../../base/language.ts';
import { Lru } from '../../base/lru.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import { type Context, type Means, means } from '../context.ts';
import { type Clock, minutes, seconds } from './clock.ts';
import { rowId } from './http/row-id.ts';
import type { Secrets } from './secrets.ts';

/** The person of an access token, with what the front end shows (AUTH-18). */
export interface TokenSubject {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly userId: number;
  readonly actorId: number;
  /** How the session of the token was started (AUTH-30). */
  readonly means: Means;
  readonly tokenVersion: number;
  readonly email: string;
  readonly language: Context['language'];
  readonly roles: readonly string[];
  /** The numbers of the roles, such as `3,4,16` (ROLE-01); informative (ROLE-20). */
  readonly permissions: string;
  /** Its family of refresh tokens; subscriptions of the device end with it (MOB-03). */
  readonly sessionId?: string;
}

/** What the server trusts of a verified access token; the database still checks the version. */
export type TokenBearer = Omit<TokenSubject, 'tenantName' | 'email' | 'permissions'>;

/** A file, and the person who may open it until the ticket expires. */
export interface TicketSubject extends TokenBearer {
  readonly fileId: string;
}

/** Issues and verifies signed tokens. Verification throws the refusal `unauthenticated`. */
export interface Tokens {
  issueAccess(subject: TokenSubject): Promise<string>;
  verifyAccess(token: string): Promise<TokenBearer>;
  /** A ticket opens one file for a minute (AUTH-19). */
  issueTicket(subject: TicketSubject): Promise<string>;
  verifyTicket(ticket: string): Promise<TicketSubject>;
}

export const accessTokenLifetime = minutes(15);
const ticketLifetime = seconds(60);

const algorithm = 'EdDSA';
const issuer = 'kontor';
const hasuraClaims = 'https://hasura.io/jwt/claims';
/** Added for everyone, so that clients of the Hasura dialect find a default role. */
const baseRole = 'user';

/** Tokens of earlier versions lack the claim and get the weakest means. */
const meansClaim = z.enum(means).default('token');

const accessClaims = z.object({
  sub: rowId,
  means: meansClaim,
  lang: z.enum(languages),
  tv: z.int(),
  sid: z.uuid().optional(),
  [hasuraClaims]: z.object({
    'x-hasura-user-id': rowId,
    'x-hasura-tenant-id': rowId,
    'x-hasura-actor-id': rowId.optional(),
    'x-hasura-allowed-roles': z.array(z.string()),
  }),
});

const ticketClaims = z.object({
  sub: rowId,
  tenant: z.int(),
  actor: z.int(),
  means: meansClaim,
  tv: z.int(),
  lang: z.enum(languages),
  roles: z.array(z.string()),
  file: z.uuid(),
});

/** Cached access tokens per process, whose signature is not verified again. */
const rememberedTokens = 5_000;

interface Verified {
  readonly bearer: TokenBearer;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

export function createTokens(secrets: Secrets, clock: Clock): Tokens {
  const verified = new Lru<Verified>(rememberedTokens);
  const sign = (claims: Record<string, unknown>, userId: number, audience: string, lifetime: number) => {
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(String(userId))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime / 1000)
      .sign(secrets.signingKey);
  };
  const verify = async <T>(token: string, audience: string, schema: z.ZodType<T>): Promise<T> => {
    try {
      const { payload } = await jwtVerify(token, secrets.verificationKey, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      return schema.parse(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
        throw new Refused(refuse('unauthenticated'));
      }
      throw error;
    }
  };
  return {
    issueAccess: (subject) => sign(claimsOf(subject), subject.userId, 'api', accessTokenLifetime),
    verifyAccess: async (token) => {
      const known = verified.get(token);
      if (known !== undefined && clock.now().getTime() < known.endsAt) return known.bearer;
      const bearer = bearerOf(await verify(token, 'api', accessClaims));
      verified.set(token, { bearer, endsAt: endOfToken(token) });
      return bearer;
    },
    issueTicket: (subject) => sign(ticketClaimsOf(subject), subject.userId, 'file', ticketLifetime),
    verifyTicket: async (ticket) => ticketOf(await verify(ticket, 'file', ticketClaims)),
  };
}

/** Expiry of a token that was verified before, in milliseconds since 1970. */
export function endOfToken(token: string): number {
  return (decodeJwt(token).exp ?? 0) * 1000;
}

function claimsOf(subject: TokenSubject): Record<string, unknown> {
  return {
    email: subject.email,
    tenant_name: subject.tenantName,
    lang: subject.language,
    permissions: subject.permissions,
    tv: subject.tokenVersion,
    means: subject.means,
    ...(subject.sessionId === undefined ? {} : { sid: subject.sessionId }),
    [hasuraClaims]: {
      'x-hasura-user-id': String(subject.userId),
      'x-hasura-tenant-id': String(subject.tenantId),
      'x-hasura-default-role': subject.roles.includes('user-admin') ? 'user-admin' : baseRole,
      'x-hasura-allowed-roles': [baseRole, ...subject.roles],
      ...(subject.actorId === subject.userId ? {} : { 'x-hasura-actor-id': String(subject.actorId) }),
    },
  };
}

function bearerOf(claims: z.infer<typeof accessClaims>): TokenBearer {
  const session = claims[hasuraClaims];
  return {
    tenantId: session['x-hasura-tenant-id'],
    userId: claims.sub,
    actorId: session['x-hasura-actor-id'] ?? claims.sub,
    means: claims.means,
    tokenVersion: claims.tv,
    language: claims.lang,
    roles: session['x-hasura-allowed-roles'].filter((role) => role !== baseRole),
    ...(claims.sid === undefined ? {} : { sessionId: claims.sid }),
  };
}

function ticketClaimsOf(subject: TicketSubject): Record<string, unknown> {
  return {
    tenant: subject.tenantId,
    actor: subject.actorId,
    means: subject.means,
    tv: subject.tokenVersion,
    lang: subject.language,
    roles: subject.roles,
    file: subject.fileId,
  };
}

function ticketOf(claims: z.infer<typeof ticketClaims>): TicketSubject {
  return {
    tenantId: claims.tenant,
    userId: claims.sub,
    actorId: claims.actor,
    means: claims.means,
    tokenVersion: claims.tv,
    language: claims.lang,
    roles: claims.roles,
    fileId: claims.file,
  };
}
