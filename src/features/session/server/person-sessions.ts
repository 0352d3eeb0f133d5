import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import type { SessionEntry } from '../session-entry.ts';
import { endTokens } from './api-tokens.ts';
import { endSessions } from './refresh-tokens.ts';
import { type SessionListParts, sessionsOf } from './session-list.ts';

/** A person's sessions, for administrators (AUTH-36). */
export async function listSessionsOf(
  parts: SessionListParts,
  context: Context,
  personId: number,
): Promise<SessionEntry[]> {
  requireRole(context, 'user-admin');
  return await sessionsOf(parts, context, personId);
}

/** Ends one session of a person at once. Refuses `not_found` when there is none. */
export async function endSessionOf(
  { database, clock }: SessionListParts,
  context: Context,
  { personId, family }: { readonly personId: number; readonly family: string },
): Promise<void> {
  requireRole(context, 'user-admin');
  await asWriter(database, context, async (tx) => {
    const how = { by: 'administrator', now: clock.now() } as const;
    if ((await endSessions(tx, 'own', how, family, personId)) === 0) throw new Refused(refuse('not_found'));
  });
}

/** Ends a person's sessions, impersonations and API token at once. */
export async function endAccessOf(
  { database, clock }: SessionListParts,
  context: Context,
  personId: number,
): Promise<void> {
  requireRole(context, 'user-admin');
  await asWriter(database, context, async (tx) => {
    const end =
      'update lb_user set token_version = token_version + 1 where id = $1 and not is_group returning id';
    await Promise.all([tx.one(end, [personId]), endTokens(tx, personId)]);
    await endSessions(tx, 'everyone', { by: 'administrator', now: clock.now() }, personId);
  });
}
