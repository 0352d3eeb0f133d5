import { after, days, hours, minutes } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Outcome } from '../../../platform/server/post.ts';
import type { QueuedMessage } from './message.ts';

/** Pauses after failed attempts, also those of a receiver that is away. */
const pauses = [
  ...[minutes(1), minutes(5), minutes(30)],
  ...[hours(2), hours(5), hours(10), hours(14), hours(20)],
];
/** A receiver that is away is asked this often at least. */
const longestAway = hours(1);
/** A message whose sender has vanished is free again after this. */
const lease = minutes(2);

/** What administrators are told of a webhook. */
export interface ToldWebhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** The webhook of a job, if it may send. */
export interface SendingWebhook extends ToldWebhook {
  readonly owner_id: number;
  readonly secret: Buffer;
  /** Until its end. */
  readonly former_secret: Buffer | null;
  readonly failures: number;
}

export interface Delivery extends QueuedMessage {
  readonly id: number;
  readonly message_id: string;
  /** Includes this one. */
  readonly attempts: number;
  readonly give_up_at: string;
}

/** The person `u` of a webhook may act. */
const mayAct =
  'u.active and (u.is_service or not u.blocked) and not u.is_group and u.auditor_ends_on is null';

/** The webhook, unless it is switched off or paused; `tx` acts as `writer`. */
export function sendingWebhook(tx: Tx, id: number, now: Date): Promise<SendingWebhook | undefined> {
  return tx.maybeOne<SendingWebhook>(
    `select w.id, w.name, w.url, w.lb_user_id as owner_id, w.secret, w.failures,
       case when w.former_until > $2 then w.former_secret end as former_secret
     from webhook w join lb_user u on u.id = w.lb_user_id and ${mayAct}
     where w.id = $1 and w.active and w.secret is not null and coalesce(w.paused_until <= $2, true)`,
    [id, now],
  );
}

/** The webhook, if its messages wait because its person may not act. */
export function webhookWithoutOwner(tx: Tx, id: number): Promise<ToldWebhook | undefined> {
  return tx.maybeOne<ToldWebhook>(
    `select w.id, w.name, w.url from webhook w join lb_user u on u.id = w.lb_user_id
     where w.id = $1 and w.active and w.secret is not null and not (${mayAct})
       and exists (select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting')`,
    [id],
  );
}

/**
 * Takes the next message that is due, those with the fewest attempts first. A message waits for earlier ones about the
 * same record, so that these keep their order.
 */
export function takeDelivery(tx: Tx, webhookId: number, now: Date): Promise<Delivery | undefined> {
  return tx.maybeOne<Delivery>(
    `update webhook_delivery d set attempts = d.attempts + 1, next_try_at = $3
     where d.id = (
       select w.id from webhook_delivery w
       where w.webhook_id = $1 and w.state = 'waiting' and w.next_try_at <= $2 and not exists (
         select from webhook_delivery e
         where e.webhook_id = w.webhook_id and e.state = 'waiting'
           and e.subject_table = w.subject_table and e.subject_id = w.subject_id and e.id < w.id)
       order by w.attempts, w.id limit 1 for update skip locked)
     returning d.id, d.message_id, d.event, d.subject_table, d.subject_id, d.facts,
       to_char(d.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at, d.attempts, d.give_up_at`,
    [webhookId, now, after(now, lease)],
  );
}

/** Ends a message about what the owner does not see; it is never sent. */
export async function hideDelivery(tx: Tx, { id }: Delivery, now: Date): Promise<void> {
  await tx.fixed("update webhook_delivery set state = 'hidden', settled_at = $2 where id = $1", [id, now]);
}

/** Notes an accepted message. After a failure the others need not wait any longer. */
export async function noteSent(
  tx: Tx,
  webhook: SendingWebhook,
  { id }: Delivery,
  sent: Settled,
): Promise<void> {
  await tx.fixed(
    `update webhook_delivery set state = 'sent', status = $2, problem = null, settled_at = $3 where id = $1`,
    [id, sent.outcome.status, sent.now],
  );
  const recovered = await tx.fixed(
    `update webhook set failures = 0, paused_until = null, told_at = null
     where id = $1 and (failures > 0 or told_at is not null) returning id`,
    [webhook.id],
  );
  if (recovered.length === 0) return;
  await tx.fixed(
    "update webhook_delivery set next_try_at = $2 where webhook_id = $1 and state = 'waiting' and next_try_at > $2",
    [webhook.id, sent.now],
  );
}

interface Settled {
  readonly outcome: Outcome;
  readonly now: Date;
}

/**
 * Notes a failed attempt and when the next one follows. Messages older than three days are given up: this one, and if
 * the receiver is away, all others. Returns how many.
 */
export async function noteFailed(
  tx: Tx,
  webhook: SendingWebhook,
  { id, attempts, give_up_at }: Delivery,
  { outcome, now }: Settled,
): Promise<number> {
  const next = after(now, Math.max(pauseAfter(attempts), outcome.retryAfter ?? 0));
  const end = new Date(give_up_at);
  await tx.fixed('update webhook_delivery set status = $2, problem = $3, next_try_at = $4 where id = $1', [
    ...[id, outcome.status, outcome.problem],
    // The last attempt is at the end.
    next > end && now < end ? end : next,
  ]);
  if (outcome.isAway)
    await tx.fixed('update webhook set failures = failures + 1, paused_until = $2 where id = $1', [
      webhook.id,
      after(now, Math.min(longestAway, pauseAfter(webhook.failures + 1))),
    ]);
  const given = await tx.fixed(
    `update webhook_delivery set state = 'failed', problem = coalesce(problem, $4), settled_at = $3
     where webhook_id = $1 and state = 'waiting' and give_up_at <= $3 and (id = $2 or $5) returning id`,
    [webhook.id, id, now, outcome.problem, outcome.isAway],
  );
  return given.length;
}

/** In milliseconds. */
function pauseAfter(attempts: number): number {
  return pauses[Math.min(attempts, pauses.length) - 1] ?? days(1);
}

/** Switches off a webhook whose address is gone; its messages wait until it is switched on again. */
export async function switchOff(
  tx: Tx,
  webhook: SendingWebhook,
  { id }: Delivery,
  status: number,
): Promise<void> {
  await tx.fixed('update webhook set active = false, is_gone = true where id = $1', [webhook.id]);
  await tx.fixed("update webhook_delivery set status = $2, problem = 'gone' where id = $1", [id, status]);
}

/** Whether administrators have not yet been told that messages wait or are given up; then they are from now on. */
export async function isNews(tx: Tx, webhookId: number, now: Date): Promise<boolean> {
  const rows = await tx.fixed(
    'update webhook set told_at = $2 where id = $1 and told_at is null returning id',
    [webhookId, now],
  );
  return rows.length > 0;
}
