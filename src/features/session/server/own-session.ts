import { Refused, refuse } from '../../../base/refusal.ts';
import { suffices } from '../../../platform/means.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Person } from '../../../platform/server/person.ts';
import { deviceLabel } from '../device.ts';
import { notifyOfAccount } from './account-mail.ts';
import { type NewFamily, type StartedFamily, startFamily } from './refresh-tokens.ts';

interface OwnSession extends Pick<NewFamily, 'means' | 'device' | 'now'> {
  readonly person: Person;
}

/**
 * Starts the person's own session and mails them about a new device; `tx` acts as `gate`. Refuses `sign_on_required`
 * where the tenant allows only single sign-on (AUTH-32).
 */
export async function startOwnSession(tx: Tx, publicUrl: string, begun: OwnSession): Promise<StartedFamily> {
  await requireSignOn(tx, begun);
  const started = await startFamily(tx, { ...begun, actorId: begun.person.id });
  await meetDevice(tx, publicUrl, begun);
  return started;
}

/** Also checked at each entry (`app.require_sign_on`); here the login page can show the reason. */
async function requireSignOn(tx: Tx, { person, means }: OwnSession): Promise<void> {
  const isExempt = person.roles.includes('user-admin') || person.roles.includes('user-auditor');
  if (isExempt || suffices({ userId: person.id, actorId: person.id, means }, 'sign_on_entry')) return;
  const { only } = await tx.one<{ only: boolean }>('select app.is_sign_on_only($1) as only', [
    person.tenantId,
  ]);
  if (only) throw new Refused(refuse('sign_on_required'));
}

/**
 * Remembers the kind of device and mails the person about one that is new, except their first (AUTH-31). Unknown
 * browsers and systems are ignored.
 */
async function meetDevice(
  tx: Tx,
  publicUrl: string,
  { person, device, now }: Omit<OwnSession, 'means'>,
): Promise<void> {
  const label = deviceLabel(device.userAgent);
  if (label === null) return;
  const { is_new: isNew } = await tx.one<{ is_new: boolean }>(
    'select app.meet_device($1, $2, $3, $4) as is_new',
    [person.tenantId, person.id, label, now],
  );
  if (isNew) await notifyOfAccount(tx, publicUrl, { person, news: 'new_device', values: { device: label } });
}
