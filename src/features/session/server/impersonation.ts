import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, isActing, ownSession } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { findPerson, type Person } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { type Device, endSessions, type StartedFamily, startFamily } from './refresh-tokens.ts';

export interface ImpersonationParts {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Starts a session of eight hours in which an administrator acts as another person of the tenant (AUTH-15, AUTH-21).
 * Refuses `permission_denied` to non-administrators, and for operators, task groups and people who may not log in
 * themselves. The person's audit names the administrator (AUD-04).
 */
export async function actAs(
  { database, clock }: ImpersonationParts,
  context: Context,
  personId: number,
  device: Device,
): Promise<{ person: Person; started: StartedFamily }> {
  return asWriter(database, context, async (tx) => {
    // Asked of the database; the token may be outdated.
    const [{ is_admin }, person] = await firstFailure(
      tx.one<{ is_admin: boolean }>('select app.is_admin()'),
      findPerson(tx, context.tenantId, personId),
    );
    const means = ownSession(context);
    if (!is_admin || means === null) throw new Refused(refuse('permission_denied'));
    if (!person) throw new Refused(refuse('not_found'));
    if (personId === context.userId || !person.mayLogIn || person.roles.includes('user-operator')) {
      throw new Refused(refuse('permission_denied'));
    }
    const family = { person, actorId: context.userId, means, device, now: clock.now() };
    const [, started] = await tx.last(() =>
      firstFailure(
        note(tx, person.id, text(context.language, 'session.audit.began')),
        startFamily(tx, family),
      ),
    );
    return { person, started };
  });
}

/**
 * Ends every session in which the caller acts as that person, at once. Refuses `permission_denied` to a caller who
 * acts as no one else.
 */
export async function stopActing({ database, clock }: ImpersonationParts, context: Context): Promise<void> {
  if (!isActing(context)) throw new Refused(refuse('permission_denied'));
  await database.inTenant(
    context,
    async (tx) => {
      await endSessions(tx, 'acting', { by: 'logout', now: clock.now() }, context.userId, context.actorId);
      await note(tx, context.userId, text(context.language, 'session.audit.ended'));
    },
    { role: 'writer', isOwnMatter: true },
  );
}

async function note(tx: Tx, personId: number, info: string): Promise<void> {
  await tx.fixed("select app.note_audit('info', 'lb_user', 'impersonation', $1, $2)", [personId, info]);
}
