/** The claims of an access token (AUTH-18); only the server verifies it. */
export interface Claims {
  readonly userId: number;
  readonly tenantId: number;
  /** The person logged in; differs from `userId` while acting as another user. */
  readonly actorId: number;
  readonly email: string;
  readonly tenantName: string;
  readonly language: string | null;
  readonly roles: readonly string[];
  /** Identifies the session in the person's list of sessions (AUTH-27). */
  readonly sessionId: string | null;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The claims of a JWT, or null if it is none of ours. */
export function readClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(payload));
    if (!isRecord(claims)) return null;
    const hasura = claims['https://hasura.io/jwt/claims'];
    if (!isRecord(hasura)) return null;
    const userId = Number(hasura['x-hasura-user-id'] ?? claims.sub);
    const roles = hasura['x-hasura-allowed-roles'];
    return {
      userId,
      tenantId: Number(hasura['x-hasura-tenant-id']),
      actorId: Number(hasura['x-hasura-actor-id'] ?? userId),
      email: String(claims.email ?? ''),
      tenantName: String(claims.tenant_name ?? ''),
      language: typeof claims.lang === 'string' ? claims.lang : null,
      roles: Array.isArray(roles) ? roles.map(String) : [],
      sessionId: typeof claims.sid === 'string' ? claims.sid : null,
      issuedAt: Number(claims.iat ?? 0),
      expiresAt: Number(claims.exp ?? 0),
    };
  } catch {
    return null;
  }
}

/** Whether the token expires within `seconds` from `now` (milliseconds), or is unreadable. */
export function expiresWithin(token: string, seconds: number, now: number): boolean {
  const claims = readClaims(token);
  return claims === null || claims.expiresAt - now / 1000 < seconds;
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
