import type { Tx } from '../../../platform/server/database.ts';
import type { Person } from '../../../platform/server/person.ts';
import { deviceLabel } from '../device.ts';
import { tellOfAccount } from './account-mail.ts';
import { type NewFamily, type StartedFamily, startFamily } from './refresh-tokens.ts';

interface OwnSession extends Pick<NewFamily, 'means' | 'device' | 'now'> {
  readonly person: Person;
}

/** Starts the person's own session and mails them about a new device; `tx` acts as `gate`. */
export async function startOwnSession(tx: Tx, publicUrl: string, begun: OwnSession): Promise<StartedFamily> {
  const started = await startFamily(tx, { ...begun, actorId: begun.person.id });
  await meetDevice(tx, publicUrl, begun);
  return started;
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
  if (isNew) await tellOfAccount(tx, publicUrl, { person, news: 'new_device', values: { device: label } });
}
