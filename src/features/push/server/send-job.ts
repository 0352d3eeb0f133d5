import pg from 'pg';
import { z } from 'zod';
import type { ReportedKind } from '../../../document/server/brief.ts';
import { addressOf, noticesOf } from '../../../document/server/digest.ts';
import type { Pending } from '../../../document/server/digest-mail.ts';
import { type Context, isAuditor, type SessionMeans } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { after, type Clock, hours, minutes } from '../../../platform/server/clock.ts';
import { readerRole } from '../../../platform/server/database/entrance.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type Job, type JobHandlers, personContext } from '../../../platform/server/jobs/jobs.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { findPerson, type Person, refusalAtEntry } from '../../../platform/server/person.ts';
import { type Outcome, post } from '../../../platform/server/post.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { openHours } from '../hours.ts';
import type { PushKind, PushMessage } from '../push.ts';
import { messageOf, type PushItem, topicOf } from './content.ts';
import { encryptForDevice } from './encryption.ts';
import {
  type DeviceAddress,
  type DueDevice,
  dueDevices,
  pauseDevice,
  removeDevice,
  removeDevicesOf,
} from './subscriptions.ts';
import { vapidOf } from './vapid.ts';

export interface PushParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'unseal' | 'pushKey'>;
  readonly hosts: OutgoingHosts;
  readonly publicUrl: string;
  readonly kinds: readonly ReportedKind[];
}

/** A notice whose sender has vanished is free again after this. */
const lease = minutes(2);
/** A push service keeps a message for a device without a network at most this long. */
const longestKept = hours(4);
/** Answers that end a subscription (RFC 8030). */
const goneStatuses: readonly (number | null)[] = [404, 410];

const inputSchema = z.object({ person_id: z.number() });

/** The kind of the jobs, which call servers that may be slow. */
export const pushJob = 'send_push';

/** Shows a person's due notices on their devices (MOB-03). */
export function pushJobs(parts: PushParts): JobHandlers {
  return { [pushJob]: (job) => sendTo(parts, job) };
}

interface Turn {
  readonly person: Person;
  /** Of the job, for the rows of the devices. */
  readonly context: Context;
  readonly now: Date;
}

async function sendTo(parts: PushParts, { context, input }: Job): Promise<{ readonly sent: number }> {
  const { database, clock } = parts;
  const { person_id: personId } = inputSchema.parse(input);
  const person = await database.atGate((tx) => findPerson(tx, context.tenantId, personId));
  if (!person?.mayLogIn || isAuditor(person)) {
    await asWriter(database, context, (tx) => removeDevicesOf(tx, personId));
    return { sent: 0 };
  }
  const turn = { person, context, now: clock.now() };
  const devices = await asWriter(database, context, (tx) => dueDevices(tx, personId, turn.now));
  // At once, because each may be slow.
  const served = await Promise.all(devices.map((device) => serve(parts, turn, device)));
  return { sent: served.filter(Boolean).length };
}

/** Whether the device got a message. */
async function serve(parts: PushParts, turn: Turn, device: DueDevice): Promise<boolean> {
  const { context, now } = turn;
  const write = (run: (tx: Tx) => Promise<void>) => asWriter(parts.database, context, run);
  const { means } = device;
  if (means === null) {
    await write((tx) => removeDevice(tx, device.id));
    return false;
  }
  const open = openHours(device.hours, now);
  if (!open.isOpen) {
    await write((tx) => postpone(tx, device, now, open.from));
    return false;
  }
  const taken = await takeMessage(parts, turn, device, means);
  if (taken === null) return false;
  const outcome = await send(parts, device, taken.message, { now, until: open.to });
  await write((tx) => settle(tx, device, taken.ids, { outcome, now }));
  return outcome.problem === null;
}

/** The rights and the bounds of the device's session: where it may not enter, nothing is shown. */
function sessionOf({ person, context }: Turn, means: SessionMeans): Context {
  const { requestId, attempt } = context;
  const own = personContext(person, requestId);
  return { ...own, means, tokenVersion: person.tokenVersion, ...(attempt && { attempt }) };
}

async function postpone(tx: Tx, { id }: DueDevice, now: Date, until: Date): Promise<void> {
  await tx.fixed(
    'update push_notice set next_try_at = $3 where push_subscription_id = $1 and next_try_at <= $2',
    [id, now, until],
  );
}

async function dropDue(tx: Tx, { id }: DueDevice, now: Date): Promise<void> {
  await tx.fixed('delete from push_notice where push_subscription_id = $1 and next_try_at <= $2', [id, now]);
}

interface Taken {
  readonly ids: readonly number[];
  readonly message: PushMessage;
}

/**
 * Takes the due notices of a device with the rights of its session; a session that may not enter, such as one without
 * the required passkey (AUTH-36), gets none. What is no longer true or visible is dropped.
 */
async function takeMessage(
  { database, kinds }: PushParts,
  turn: Turn,
  device: DueDevice,
  means: SessionMeans,
): Promise<Taken | null> {
  const [{ context, now }, session] = [turn, sessionOf(turn, means)];
  const take = async (tx: Tx): Promise<Taken | null> => {
    const due = await dueNotices(tx, device, now);
    const items = await itemsOf(tx, session, due);
    const ids = [...items.keys()];
    await tx.fixed('delete from push_notice where id = any ($1) and id <> all ($2)', [
      due.map(({ id }) => id),
      ids,
    ]);
    if (ids.length === 0) return null;
    await tx.fixed('update push_notice set next_try_at = $2 where id = any ($1)', [ids, after(now, lease)]);
    const message = messageOf([...items.values()], {
      ...{ language: session.language, device: device.device, hasDetails: await showsDetails(tx) },
      pathOf: ({ documentKind, documentId }) =>
        addressOf({ kind_name: documentKind, document_id: documentId }, kinds),
    });
    return { ids, message };
  };
  try {
    return await asWriter(database, session, take);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28000') throw error;
    // Else a session of the person has just ended, and the next turn knows the new version of the rights.
    if (refusalAtEntry(error)) await asWriter(database, context, (tx) => dropDue(tx, device, now));
    return null;
  }
}

interface DueNotice {
  readonly id: number;
  readonly kind: PushKind;
  readonly document_kind: string | null;
  readonly document_id: number | null;
  readonly title: string | null;
  readonly notification: Pending | null;
}

async function dueNotices(tx: Tx, { id }: DueDevice, now: Date): Promise<readonly DueNotice[]> {
  return await tx.fixed<DueNotice>(
    `select p.id, p.kind, p.document_kind, p.document_id, p.title, case when n.id is not null then json_build_object(
       'id', n.id, 'kind', n.kind, 'timeline_entry_id', n.timeline_entry_id, 'payload', n.payload) end as notification
     from push_notice p left join notification n on n.id = p.notification_id
     where p.push_subscription_id = $1 and p.next_try_at <= $2
     order by p.id for update of p skip locked`,
    [id, now],
  );
}

/** By notice, what of it is still to be told: the same rule as for mails. */
async function itemsOf(
  tx: Tx,
  session: Context,
  due: readonly DueNotice[],
): Promise<ReadonlyMap<number, PushItem>> {
  const reader = tx.as(readerRole(session));
  const found = await noticesOf(
    reader,
    session,
    due.flatMap(({ notification }) => notification ?? []),
  );
  const items = new Map<number, PushItem>();
  for (const { id, kind, notification, document_kind, document_id, title } of due) {
    const told = found.find(({ notificationId }) => notificationId === notification?.id)?.notice;
    if (told) {
      const { kind_name: documentKind, document_id: documentId } = told;
      items.set(id, { kind, documentKind, documentId, content: told });
    } else if (document_kind !== null && document_id !== null && title !== null) {
      const visible = await reader.fixed('select from document where kind = $1 and id = $2', [
        document_kind,
        document_id,
      ]);
      if (visible.length === 0) continue;
      items.set(id, { kind, documentKind: document_kind, documentId: document_id, content: title });
    }
  }
  return items;
}

/** The setting of the tenant; without it a locked screen shows neither names nor amounts. */
async function showsDetails(tx: Tx): Promise<boolean> {
  const row = await tx.maybeOne(
    "select from configuration where key = 'push_details' and client_id is null and value = 'true'",
  );
  return row !== undefined;
}

/** Sends the encrypted message; the push service keeps it until the hours end at the latest. */
async function send(
  { secrets, hosts, publicUrl }: PushParts,
  { address }: DueDevice,
  message: PushMessage,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Outcome> {
  const { endpoint, ...keys } = JSON.parse(secrets.unseal(address)) as DeviceAddress;
  const kept = Math.min(longestKept, until.getTime() - now.getTime());
  const headers = {
    authorization: await vapidOf(endpoint, secrets.pushKey, { subject: publicUrl, now }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.ceil(kept / 1000)),
    topic: topicOf(message),
    urgency: 'high',
  };
  return await post(endpoint, { headers, body: encryptForDevice(JSON.stringify(message), keys) }, hosts);
}

async function settle(
  tx: Tx,
  device: DueDevice,
  ids: readonly number[],
  { outcome, now }: { readonly outcome: Outcome; readonly now: Date },
): Promise<void> {
  const { problem, status, isAway, retryAfter } = outcome;
  if (goneStatuses.includes(status)) return await removeDevice(tx, device.id);
  if (isAway) return await pauseDevice(tx, device, { retryAfter, now });
  // A refused message is not sent again: the next one would be refused as well.
  await tx.fixed('delete from push_notice where id = any ($1)', [ids]);
  if (problem === null && device.failures > 0)
    await tx.fixed('update push_subscription set failures = 0 where id = $1', [device.id]);
}
