import { createHash } from 'node:crypto';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context, SessionMeans } from '../../../platform/context.ts';
import { after, type Clock, minutes } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { maxDevices, type PushChoice, type PushHours, type PushKind } from '../push.ts';
import type { DeviceKeys } from './encryption.ts';

/** The push service of a browser, and its keys. */
export interface DeviceAddress extends DeviceKeys {
  readonly endpoint: string;
}

/** The subscription of a session. */
export interface PushDevice extends PushChoice {
  /** By which the device recognises its notices. */
  readonly device: string;
}

interface Row {
  readonly device: string;
  readonly kinds: readonly PushKind[];
  readonly from_hour: number;
  readonly to_hour: number;
  readonly days: readonly number[];
  readonly zone: string;
}

const choiceColumns = 's.device, s.kinds, s.from_hour, s.to_hour, s.days, s.zone';

/**
 * SQL for the valid session of the subscription `s`, as `r`; `now` is a parameter. It is the person's own, neither
 * ended nor expired, nor idle for longer than the tenant allows (AUTH-36).
 */
const validSession = (session: string, person: string, now: string) => `
  select r.means from refresh_token r
  where r.family = ${session} and r.lb_user_id = ${person} and r.actor_id = r.lb_user_id
    and r.replaced_at is null and r.revoked_at is null and r.expires_at > ${now}
    and coalesce(r.last_used_at + app.session_idle(r.tenant_id) > ${now}, true)`;

/** The subscription of the caller's session, if any. */
export function ownDevice(database: Database, context: Context): Promise<PushDevice | null> {
  return inOwnSession(database, context, async (tx, session) => {
    const row = await tx.maybeOne<Row>(
      `select ${choiceColumns} from push_subscription s where s.session = $1 and s.lb_user_id = $2`,
      [session, context.userId],
    );
    return row ? { device: row.device, ...choiceOf(row) } : null;
  });
}

/** Ends the subscription of the caller's session. */
export function forgetDevice(database: Database, context: Context): Promise<void> {
  return inOwnSession(database, context, async (tx, session) => {
    await tx.fixed('delete from push_subscription where session = $1 and lb_user_id = $2', [
      session,
      context.userId,
    ]);
  });
}

/**
 * Subscribes the caller's session, or changes its subscription; returns the mark of its notices. An address that
 * another session uses is refused with `already_exists`.
 */
export function saveDevice(
  { database, secrets, clock }: { database: Database; secrets: Pick<Secrets, 'seal'>; clock: Clock },
  context: Context,
  { address, kinds, hours }: PushChoice & { readonly address: DeviceAddress },
): Promise<string> {
  const { userId, tenantId } = context;
  const digest = createHash('sha256').update(address.endpoint).digest();
  return inOwnSession(database, context, async (tx, session) => {
    const valid = await tx.fixed(validSession('$1', '$2', '$3'), [session, userId, clock.now()]);
    if (valid.length === 0) throw new Refused(refuse('unauthenticated'));
    await tx.fixed(
      `delete from push_subscription where id in (
         select id from push_subscription where lb_user_id = $1 and session <> $2 order by id desc offset $3)`,
      [userId, session, maxDevices - 1],
    );
    const [saved] = await tx.fixed<{ device: string }>(
      `insert into push_subscription as s (tenant_id, lb_user_id, session, address, address_digest, kinds,
         from_hour, to_hour, days, zone)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
       where app.is_push_address_free($5, $3)
       on conflict (tenant_id, session) do update set address = excluded.address,
         address_digest = excluded.address_digest, kinds = excluded.kinds, from_hour = excluded.from_hour,
         to_hour = excluded.to_hour, days = excluded.days, zone = excluded.zone, failures = 0, paused_until = null
       returning device`,
      [
        ...[tenantId, userId, session, secrets.seal(JSON.stringify(address)), digest],
        ...[kinds, hours.from, hours.to, hours.days, hours.zone],
      ],
    );
    if (!saved) throw new Refused(refuse('already_exists', { field: 'endpoint' }));
    return saved.device;
  });
}

/** Only a session of a page has a device; a token has none. */
function inOwnSession<T>(
  database: Database,
  context: Context,
  run: (tx: Tx, session: string) => Promise<T>,
): Promise<T> {
  const { sessionId } = context;
  if (sessionId === undefined) throw new Refused(refuse('permission_denied'));
  return database.inTenant(context, (tx) => run(tx, sessionId), { role: 'writer', isOwnMatter: true });
}

/** A device with notices that are due. */
export interface DueDevice extends PushDevice {
  readonly id: number;
  /** As sealed. */
  readonly address: Buffer;
  readonly failures: number;
  /** How its session was started; null if it has ended. */
  readonly means: SessionMeans | null;
}

interface DueRow extends Row, Pick<DueDevice, 'id' | 'address' | 'failures' | 'means'> {}

/** The person's devices with notices that are due; `tx` acts as `writer`. */
export async function dueDevices(tx: Tx, personId: number, now: Date): Promise<readonly DueDevice[]> {
  const rows = await tx.fixed<DueRow>(
    `select s.id, s.address, s.failures, r.means, ${choiceColumns}
     from push_subscription s
     left join lateral (${validSession('s.session', 's.lb_user_id', '$2')}) r on true
     where s.lb_user_id = $1 and coalesce(s.paused_until <= $2, true)
       and exists (select from push_notice n where n.push_subscription_id = s.id and n.next_try_at <= $2)
     order by s.id`,
    [personId, now],
  );
  return rows.map((row) => ({ ...row, ...choiceOf(row) }));
}

export async function removeDevice(tx: Tx, id: number): Promise<void> {
  await tx.fixed('delete from push_subscription where id = $1', [id]);
}

/** Removes all devices of a person who may no longer log in. */
export async function removeDevicesOf(tx: Tx, personId: number): Promise<void> {
  await tx.fixed('delete from push_subscription where lb_user_id = $1', [personId]);
}

/** Pauses after attempts in a row that failed because of the push service, in milliseconds. */
const pauses = [1, 5, 30, 120, 360].map(minutes);

/**
 * Notes that the push service is away. After the last pause what waits is dropped: the person has it by mail.
 *
 * @param retryAfter how long the service asks to wait, in milliseconds
 */
export async function pauseDevice(
  tx: Tx,
  { id, failures }: DueDevice,
  { retryAfter, now }: { readonly retryAfter: number | null; readonly now: Date },
): Promise<void> {
  const pause = pauses[failures];
  const isLast = pause === undefined;
  await tx.fixed('update push_subscription set failures = $2, paused_until = $3 where id = $1', [
    id,
    isLast ? 0 : failures + 1,
    after(now, Math.max(pause ?? 0, retryAfter ?? 0)),
  ]);
  if (isLast) await tx.fixed('delete from push_notice where push_subscription_id = $1', [id]);
}

function choiceOf({ kinds, from_hour: from, to_hour: to, days, zone }: Row): PushChoice {
  const hours: PushHours = { from, to, days, zone };
  return { kinds, hours };
}
