import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { deviceName, placeOf } from '../device.ts';
import type { SessionEntry } from '../session-entry.ts';
import { endTokens } from './api-tokens.ts';
import { endSessions } from './refresh-tokens.ts';

export interface SessionListParts {
  readonly database: Database;
  readonly clock: Clock;
}

interface Row {
  readonly family: string;
  readonly user_agent: string | null;
  readonly client_address: string | null;
  readonly family_started_at: string;
  readonly last_used_at: string;
  readonly acting_name: string | null;
}

/** The person's own valid sessions, most recently used first (AUTH-27). */
export function listSessions(parts: SessionListParts, context: Context): Promise<SessionEntry[]> {
  return sessionsOf(parts, context, context.userId);
}

/** A person's sessions, as far as the caller may see them. */
export async function sessionsOf(
  { database, clock }: SessionListParts,
  context: Context,
  personId: number,
): Promise<SessionEntry[]> {
  const rows = await database.inTenant(context, (tx) =>
    tx.fixed<Row>(
      `select r.family, r.user_agent, r.client_address, r.family_started_at, r.last_used_at,
         case when r.actor_id <> r.lb_user_id then a.name end as acting_name
       from refresh_token r
       left join lb_user a on a.tenant_id = r.tenant_id and a.id = r.actor_id
       where r.lb_user_id = $1 and r.replaced_at is null and r.revoked_at is null and r.expires_at > $2
       order by r.last_used_at desc, r.family`,
      [personId, clock.now()],
    ),
  );
  return rows.map((row) => ({
    id: row.family,
    ...deviceName(row.user_agent),
    place: placeOf(row.client_address),
    started_at: row.family_started_at,
    last_used_at: row.last_used_at,
    acting_name: row.acting_name,
  }));
}

/** Ends one of the person's own sessions at once. Refuses `not_found` when there is none. */
export async function endSession(
  { database, clock }: SessionListParts,
  context: Context,
  family: string,
): Promise<void> {
  await database.inTenant(
    context,
    async (tx) => {
      const ended = await endSessions(tx, 'own', { by: 'person', now: clock.now() }, family, context.userId);
      if (ended === 0) throw new Refused(refuse('not_found'));
    },
    { role: 'writer', isOwnMatter: true },
  );
}

/**
 * Logs the person out everywhere, including impersonations, and ends the API tokens that act for them or that they
 * made for others (AUTH-23, AUTH-27).
 */
export async function endAllSessions({ database, clock }: SessionListParts, context: Context): Promise<void> {
  await database.inTenant(
    context,
    async (tx) => {
      await endSessions(tx, 'everyone', { by: 'person', now: clock.now() }, context.userId);
      await endTokens(tx, context.userId);
      // An access token may outlive the last session.
      await tx.fixed('update lb_user set token_version = token_version + 1 where id = $1', [context.userId]);
    },
    { role: 'writer', isOwnMatter: true },
  );
}
