import { randomUUID } from 'node:crypto';
import type { SessionMeans } from '../../../platform/context.ts';
import { after, days, hours } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Person } from '../../../platform/server/person.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';
import { deviceLabel } from '../device.ts';

/** The device of a session, for the session list (AUTH-27). */
export interface Device {
  readonly userAgent: string | null;
  readonly clientAddress: string;
}

/** AUTH-13, AUTH-15. */
const lifetime = { own: days(30), family: days(90), impersonation: hours(8) };

/** Whose session starts, and who is really logged in (AUTH-21). */
export interface NewFamily {
  readonly person: Pick<Person, 'tenantId' | 'id'>;
  readonly actorId: number;
  /** How the person logged in; stored for the life of the session (AUTH-30). */
  readonly means: SessionMeans;
  readonly device: Device;
  readonly now: Date;
}

export interface StartedFamily extends Pick<NewFamily, 'actorId' | 'means'> {
  readonly refreshToken: string;
  readonly family: string;
}

/** Starts a session with its first refresh token; `tx` acts as `gate` or `writer`. */
export async function startFamily(tx: Tx, details: NewFamily): Promise<StartedFamily> {
  const refreshToken = randomToken();
  const family = randomUUID();
  await insertRefreshToken(tx, refreshToken, { ...details, family, familyStartedAt: details.now });
  const { actorId, means } = details;
  return { refreshToken, family, actorId, means };
}

export interface NewRefreshToken extends NewFamily {
  readonly family: string;
  readonly familyStartedAt: Date;
}

/** Stores the digest of a refresh token, which expires with its family at the latest. */
export async function insertRefreshToken(tx: Tx, token: string, details: NewRefreshToken): Promise<void> {
  const { person, actorId, means, family, familyStartedAt, device, now } = details;
  const isOwn = actorId === person.id;
  const expiry = Math.min(
    after(now, isOwn ? lifetime.own : lifetime.impersonation).getTime(),
    after(familyStartedAt, lifetime.family).getTime(),
  );
  await tx.query(
    `insert into refresh_token (tenant_id, lb_user_id, actor_id, family, token_hash, created_at,
       family_started_at, expires_at, last_used_at, user_agent, client_address, means, device)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $6, $9, $10, $11, $12)`,
    [
      person.tenantId,
      person.id,
      actorId,
      family,
      tokenDigest(token),
      now,
      familyStartedAt,
      new Date(expiry),
      device.userAgent?.slice(0, 500) ?? null,
      device.clientAddress,
      means,
      deviceLabel(device.userAgent),
    ],
  );
}

/**
 * Which sessions end. The first value is `$2`, the second `$3`:
 * session: one session of any person
 * own: one session of a person
 * acting: those in which an actor acts as a person
 * everyone: all of a person, and those in which they act as others
 */
const endings = {
  session: 'family = $2',
  own: 'family = $2 and lb_user_id = $3',
  acting: 'lb_user_id = $2 and actor_id = $3',
  everyone: '(lb_user_id = $2 or actor_id = $2)',
} as const;

/** Why a session ends early, for the security log (AUTH-35); 'reuse' means a replaced token was used again. */
export type EndedBy = 'logout' | 'person' | 'administrator' | 'reuse' | 'shut_out' | 'idle';

/**
 * Ends sessions at once and returns how many: their refresh tokens stop working, as do all access tokens of the
 * people they belong to. Remaining sessions silently fetch a new access token (AUTH-20). `tx` acts as `gate` or
 * `writer`.
 */
export async function endSessions(
  tx: Tx,
  ending: keyof typeof endings,
  { by, now }: { readonly by: EndedBy; readonly now: Date },
  ...values: readonly (string | number)[]
): Promise<number> {
  const { ended } = await tx.one<{ ended: number }>(
    `with ended as (
       update refresh_token set revoked_at = $1, ended_by = '${by}' where ${endings[ending]} and revoked_at is null
       returning tenant_id, lb_user_id
     ), outdated as (
       update lb_user u set token_version = u.token_version + 1
       from (select distinct tenant_id, lb_user_id from ended) e
       where u.tenant_id = e.tenant_id and u.id = e.lb_user_id
     )
     select count(*)::integer as ended from ended`,
    [now, ...values],
  );
  return ended;
}
