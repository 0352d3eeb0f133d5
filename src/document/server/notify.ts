import { type Context, isActing } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { startTypes } from '../../timeline/kinds.ts';
import type { StoredTimeline } from '../../timeline/server/store.ts';
import { currentEntry, incomingTaskOf, isCancelled, type Timeline } from '../../timeline/timeline.ts';
import type { Kind } from '../kind.ts';

/** For constants of the product, never for input. */
function inSql(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

/** The open task of a timeline: its current entry, unless the document is a draft or has ended. */
const currentTask = `
  select e.tenant_id, e.id, e.lb_user_id, e.status
  from timeline t join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  where t.id = $1 and e.lb_user_id is not null and (e.status is null or e.status = 'reassigned')
    and e.type not in (${inSql(startTypes)})`;

/**
 * Ends a statement that has `added` notifications: schedules digests after the person's interval, else the configured
 * one (MAIL-02).
 */
export const planDigests = `
  select app.enqueue_digest(a.lb_user_id, now() + make_interval(mins => coalesce(
    u.notification_mail_interval_minutes,
    (select value::integer from configuration
     where key = 'notification_mail_interval_minutes' and client_id is null and value ~ '^\\d{1,4}$'),
    5)))
  from added a join lb_user u on u.id = a.lb_user_id
  where a.sent_at is null`;

/** Notifies the assignee of a task that this change brought, if any. Runs as writer, after the change is saved. */
export function notifyOfChange(
  tx: Tx,
  context: Context,
  before: StoredTimeline,
  after: Timeline,
  comment: string | null = null,
): void {
  notifyOfEnd(tx, context, before, after, comment);
  if (incomingTaskOf(before.timeline, after) === null) return;
  notifyOfTask(tx, context, before.id, comment);
}

/** The sender of a notification, and the person acting as the sender (TL-27). */
function senderOf(context: Context): { readonly sender_id: number; readonly actor_id?: number } {
  return { sender_id: context.userId, ...(isActing(context) && { actor_id: context.actorId }) };
}

/** Notifies the creator that somebody else declined or cancelled the document, and why (TASK-06, TASK-08). */
function notifyOfEnd(
  tx: Tx,
  context: Context,
  before: StoredTimeline,
  after: Timeline,
  comment: string | null,
): void {
  const task = currentEntry(before.timeline);
  const ended = after.entries.find((entry) => entry.id !== null && entry.id === task?.id);
  const isCancelledNow = isCancelled(after) && !isCancelled(before.timeline);
  if (task === null || (!isCancelledNow && ended?.status !== 'declined')) return;
  tx.send(
    `with added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload)
       select e.tenant_id, u.id, $2, e.id, $3
       from timeline_entry e
       join document d on d.timeline_id = e.timeline_id
       join lb_user u on u.id = d.creator_id
       where e.id = $1 and u.id <> $4 and u.active and not u.blocked
       on conflict do nothing
       returning lb_user_id, sent_at)
     ${planDigests}`,
    [
      task.id,
      isCancelledNow ? 'cancelled' : 'declined',
      JSON.stringify({ ...senderOf(context), comment }),
      context.userId,
    ],
  );
}

/**
 * Notifies the current assignee, or all active members of the group (TASK-20): once per entry, person and kind, even
 * if called repeatedly (TASK-03). People who took the task themselves are not notified. Runs as writer.
 */
export function notifyOfTask(
  tx: Tx,
  context: Context,
  timelineId: number,
  comment: string | null = null,
): void {
  tx.send(
    `with task as (${currentTask}), added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload, sent_at)
       select task.tenant_id, u.id, 'task_incoming', task.id, $2, case when u.id = $3 then now() end
       from task
       join lb_user a on a.id = task.lb_user_id
       join lb_user u on u.id = a.id and not a.is_group
         or a.is_group and u.id in (select lb_user_id from task_group_user where task_group_id = a.id)
       where u.active and not u.blocked
       on conflict (tenant_id, timeline_entry_id, lb_user_id, kind, period) do update set sent_at = excluded.sent_at
         where notification.sent_at is null and excluded.sent_at is not null
       returning lb_user_id, sent_at)
     ${planDigests}`,
    [timelineId, JSON.stringify({ ...senderOf(context), comment }), context.userId],
  );
}

/**
 * Notifies the other group members that one of them has taken the task, if they were notified of it before (TASK-20).
 * Does nothing while the task is not taken. Runs as writer.
 */
export function notifyOfTakeover(tx: Tx, timelineId: number): void {
  tx.send(
    `with task as (${currentTask}), added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload)
       select told.tenant_id, told.lb_user_id, 'task_taken', task.id, 
         json_build_object('sender_id', task.lb_user_id, 'actor_id', nullif(app.actor_id(), app.user_id()))
       from task
       join notification told on told.timeline_entry_id = task.id and told.kind = 'task_incoming'
       join lb_user u on u.id = told.lb_user_id
       where task.status = 'reassigned' and told.sent_at is not null and told.lb_user_id <> task.lb_user_id
         and u.active and not u.blocked
       on conflict do nothing
       returning lb_user_id, sent_at)
     ${planDigests}`,
    [timelineId],
  );
}

/** SQL for the entry id of the newest comment of a locked timeline. */
export const newestComment = (timeline: string) => `(
  select id from timeline_entry where timeline_id = ${timeline} and status = 'comment' order by id desc limit 1)`;

/** A question in a comment, with its addressees. */
export interface AskedQuestion {
  /** The timeline whose newest comment is the question. */
  readonly timelineId: number;
  readonly persons: readonly number[];
  readonly comment: string | null;
}

/** Notifies the addressees of a question (TASK-23). Runs as writer. */
export function notifyOfQuestion(
  tx: Tx,
  context: Context,
  { timelineId, persons, comment }: AskedQuestion,
): void {
  tx.send(
    `with added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload)
       select $1, u.id, 'question', ${newestComment('$2')}, $4 from lb_user u where u.id = any ($3) and u.active and not u.blocked
       on conflict do nothing
       returning lb_user_id, sent_at)
     ${planDigests}`,
    [context.tenantId, timelineId, persons, JSON.stringify({ ...senderOf(context), comment })],
  );
}

/** Tasks open for longer than the tenant's number of days, 3 by default (TASK-24). */
const waitingTasks = (kinds: readonly Kind[]) => `
  select e.tenant_id, e.id, e.lb_user_id, d.creator_id, w.since,
         floor(extract(epoch from now() - w.since) / 86400)::integer as days,
         floor(extract(epoch from now() - w.since) / 86400 / s.days)::integer as period
  from (${kinds.map(({ name }) => `select timeline_id, creator_id from ${name}`).join(' union all ')}) d
  join timeline t on t.id = d.timeline_id
  join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  cross join (select coalesce((
    select value::integer from configuration
    where key = 'task_reminder_days' and client_id is null and value ~ '^[1-9]\\d{0,2}$'), 3) as days) s
  cross join lateral (select greatest(e.created_at, max(b.completed_at)) as since from timeline_entry b
    where b.timeline_id = t.id and b.entry_no < e.entry_no
      and (b.type = 'reassignment' or b.status in ('approved', 'declined', 'canceled'))) w
  where e.type not in (${inSql(startTypes)}) and e.lb_user_id is not null
    and now() - w.since > make_interval(days => s.days)`;

/**
 * Reminds of overdue tasks (TASK-24): the assignee or every active group member once per period; from the second
 * period on also the creator and the administrators, once. Repeated or late runs send no reminder twice. Runs as
 * writer.
 */
export async function remindOfTasks(tx: Tx, kinds: readonly Kind[]): Promise<void> {
  const waiting = waitingTasks(kinds);
  // A task that was reassigned and came back starts waiting again.
  await tx.query(
    `delete from notification n using (${waiting}) task
     where n.timeline_entry_id = task.id and n.kind = 'reminder' and n.created_at < task.since`,
  );
  await tx.query(
    `with task as materialized (${waiting}), person as (
       select u.id, u.roles || coalesce(g.roles, '{}') as roles from lb_user u
       left join lateral (select array_agg(role) as roles from task_group_user m
         join lb_user g on g.id = m.task_group_id and g.active cross join lateral unnest(g.roles) as role
         where m.lb_user_id = u.id) g on true
       where u.active and not u.blocked and not u.is_group),
     reminded as (
       select task.*, u.id as reader, task.period as round from task
       join lb_user a on a.id = task.lb_user_id
       join person u on u.id = a.id
         or a.is_group and u.id in (select lb_user_id from task_group_user where task_group_id = a.id)
       union
       select task.*, u.id, 2 from task
       join person u on u.id = task.creator_id or 'user-admin' = any (u.roles)
       where task.period >= 2),
     added as (
       insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload, period)
       select tenant_id, reader, 'reminder', id, json_build_object('days', days), round from reminded
       on conflict do nothing
       returning lb_user_id, sent_at)
     ${planDigests}`,
  );
}
