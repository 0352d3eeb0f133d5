import { randomUUID } from 'node:crypto';
import type { Language } from '../../base/language.ts';
import { type Context, hasRole, isAuditor } from '../../platform/context.ts';
import { asWriter } from '../../platform/server/as-role.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { personContext, systemContext } from '../../platform/server/jobs/jobs.ts';
import { enqueueMail, messageIdOf } from '../../platform/server/mail/mail.ts';
import type { MailTokens } from '../../platform/server/mail/mail-tokens.ts';
import { findPerson, isAtRest, type Person } from '../../platform/server/person.ts';
import { text } from '../../platform/server/texts.ts';
import { approvalAddress, keepLinks, mayDecideByMail } from './approval-links.ts';
import { loadBrief, type ReportedKind } from './brief.ts';
import { linesInMail } from './brief-text.ts';
import {
  type Addresses,
  digestMail,
  type Item,
  type Notice,
  type Pending,
  type Task,
} from './digest-mail.ts';

export interface DigestParts {
  readonly database: Database;
  readonly kinds: readonly ReportedKind[];
  readonly publicUrl: string;
  readonly tokens: MailTokens;
  /** If false, tasks show title and link only, so that a digest is sent even if one document cannot be summarised. */
  readonly hasBriefs?: boolean;
}

/** The most notifications that one mail shows; the others are counted. */
const maxShown = 40;

/**
 * Sends a person all pending notifications in one mail (MAIL-02). It contains what the person sees now: invisible
 * documents and finished tasks are left out. Marking and mail are one transaction, so that a repetition sends
 * nothing.
 */
export async function sendDigest(
  parts: DigestParts,
  { tenantId, personId }: { readonly tenantId: number; readonly personId: number },
): Promise<void> {
  const { database } = parts;
  const { person, isResting } = await database.atGate(async (tx) => ({
    person: await findPerson(tx, tenantId, personId),
    isResting: await isAtRest(tx, tenantId),
  }));
  // The tenant queues the digest again when it becomes active.
  if (isResting) return;
  // Blocked and inactive people get no mails, not even later (MAIL-05); auditors have no tasks (ARC-04).
  if (!person?.mayLogIn || isAuditor(person)) return forget(database, tenantId, personId);
  const context = personContext(person, 'digest');
  await asWriter(database, context, async (tx) => {
    const pending = await takePending(tx, personId);
    if (pending.length === 0) return;
    const reader = tx.as(readerRole(context));
    const found = await noticesOf(reader, context, pending);
    await settle(tx, pending, found);
    if (found.length === 0) return;
    const shown = mostUrgent(found.map(({ notice }) => notice)).slice(0, maxShown);
    const items = await withBriefs(reader, context, shown, parts);
    await queueMail(tx, parts, person, items, found.length);
  });
}

/** Queues the mail and keeps its links; tokens are inserted when the mail is sent. */
async function queueMail(
  tx: Tx,
  { publicUrl, kinds, tokens }: DigestParts,
  person: Person,
  items: readonly Item[],
  total: number,
): Promise<void> {
  const { tenantId, id: personId } = person;
  const asked = (await mayDecideByMail(tx)) ? items.filter(({ brief }) => brief !== null) : [];
  const id = randomUUID();
  const messageId = messageIdOf(publicUrl, id);
  const addressesOf = (item: Item): Addresses => ({
    document: new URL(addressOf(item, kinds), publicUrl).href,
    approval: asked.includes(item) ? approvalAddress(publicUrl, messageId, asked.indexOf(item) + 1) : null,
  });
  const mail = digestMail(person, items, total, {
    addressesOf,
    overview: new URL('/overview', publicUrl).href,
  });
  await enqueueMail(tx, publicUrl, {
    ...mail,
    tenantId,
    kind: total === 1 ? 'task' : 'digest',
    recipient: person.email,
    personId,
    senderName: person.tenantTitle,
    messageId: id,
  });
  await keepLinks(
    tx,
    { tenantId, personId, messageId },
    tokens,
    asked.map(({ entry_id, content_version }) => ({ entryId: entry_id, contentVersion: content_version })),
  );
}

async function forget(database: Database, tenantId: number, personId: number): Promise<void> {
  await asWriter(database, systemContext(tenantId, 'digest'), async (tx) => {
    await awaitNotifiers(tx, personId);
    await tx.query('delete from notification where lb_user_id = $1 and sent_at is null', [personId]);
  });
}

/** Waits for transactions that notify this person and rely on this digest; later ones queue another. */
async function awaitNotifiers(tx: Tx, personId: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(app.digest_lock($1))', [personId]);
}

async function takePending(tx: Tx, personId: number): Promise<Pending[]> {
  await awaitNotifiers(tx, personId);
  return await tx.query<Pending>(
    `select id, kind, timeline_entry_id, payload from notification
     where lb_user_id = $1 and sent_at is null and timeline_entry_id is not null
     order by id for update skip locked`,
    [personId],
  );
}

/** A notification that is still true and visible. */
export interface FoundNotice {
  readonly notificationId: number;
  readonly notice: Notice;
}

/**
 * Of these notifications, those that the person is to be told of now, by mail or on a device (MAIL-02, MOB-03): their
 * documents are visible to the person, and their tasks are open. `tx` acts as the reader.
 */
export async function noticesOf(
  tx: Tx,
  context: Context,
  pending: readonly Pending[],
): Promise<FoundNotice[]> {
  const seesPrices = hasRole(context, 'user-price');
  const tasks = await tx.query<Task>(
    `select e.id as entry_id, e.type, d.kind as kind_name, d.id as document_id, d.name, d.currency, d.number, t.content_version,
            d.urgent_on, d.company_currency,
            t.current_entry_no = e.entry_no as is_current,
            e.lb_user_id = any ((select app.persons())::bigint[]) as is_own,
            exists (select from document_question q where q.timeline_entry_id = e.id
              and q.lb_user_id = (select app.user_id()) and q.answered_at is null) as is_asked,
            (select name from lb_user u where u.id = e.lb_user_id) as assignee,
            (select name from lb_user u where u.id = e.for_user_id) as represented
            ${seesPrices ? ', d.total_netto, d.at_stake' : ''}
     from timeline_entry e
     join timeline t on t.id = e.timeline_id
     join document d on d.timeline_id = t.id
     where e.id = any ($1)`,
    [pending.map((one) => one.timeline_entry_id)],
  );
  const senders = await tx.query<{ id: number; name: string }>(
    'select id, name from lb_user where id = any ($1)',
    [pending.flatMap(({ payload }) => [payload.sender_id ?? null, payload.actor_id ?? null])],
  );
  const found: FoundNotice[] = [];
  for (const { id, kind, payload, timeline_entry_id } of pending) {
    const task = tasks.find((one) => one.entry_id === timeline_entry_id);
    if (!task || !isStillTrue(kind, task)) continue;
    const sender = senderName(context.language, payload, senders);
    found.push({ notificationId: id, notice: { ...task, sender, kind, payload } });
  }
  return found;
}

/** Tasks come before mere notices, the most urgent first, then the oldest (OVW-10). */
function mostUrgent(notices: readonly Notice[]): readonly Notice[] {
  const rank = ({ kind, is_own }: Notice): number =>
    is_own && (kind === 'task_incoming' || kind === 'reminder') ? 0 : kind === 'question' ? 1 : 2;
  return notices.toSorted((one, other) => rank(one) - rank(other) || compareUrgency(one, other));
}

function compareUrgency({ urgent_on: one }: Task, { urgent_on: other }: Task): number {
  if (one === other) return 0;
  return other === null || (one !== null && one < other) ? -1 : 1;
}

/** The notices with the facts of the documents that the person has to decide on. */
async function withBriefs(
  tx: Tx,
  context: Context,
  notices: readonly Notice[],
  { kinds, hasBriefs = true }: DigestParts,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const notice of notices) {
    const asking = hasBriefs ? askingKind(notice.kind, notice, kinds) : null;
    const brief = asking && (await loadBrief(tx, context, asking, notice.document_id, linesInMail));
    items.push({ ...notice, brief });
  }
  return items;
}

/** "A (durch B)" where B acted as A (TL-27). */
function senderName(
  language: Language,
  { sender_id, actor_id }: Pending['payload'],
  people: readonly { readonly id: number; readonly name: string }[],
): string | null {
  const nameOf = (id: number | null | undefined) => people.find((one) => one.id === id)?.name ?? null;
  const [name, actor] = [nameOf(sender_id), nameOf(actor_id)];
  return name !== null && actor !== null ? text(language, 'timeline.through', { name, actor }) : name;
}

/** The document kind if the person is asked to decide, else null. */
function askingKind(
  kind: Pending['kind'],
  { kind_name, type, is_own }: Task,
  kinds: readonly ReportedKind[],
): ReportedKind | null {
  const isOwnTask = is_own && (kind === 'task_incoming' || kind === 'reminder');
  return (
    (isOwnTask && kinds.find(({ name, entries }) => name === kind_name && entries.approval === type)) || null
  );
}

function isStillTrue(kind: Pending['kind'], { is_current, is_own, is_asked }: Task): boolean {
  switch (kind) {
    case 'question':
      return is_asked;
    case 'task_incoming':
      return is_current && is_own;
    case 'reminder':
      return is_current;
    default:
      return true;
  }
}

/** Marks shown notifications as sent, and deletes the others so that they can be created again. */
async function settle(tx: Tx, pending: readonly Pending[], found: readonly FoundNotice[]): Promise<void> {
  const ids = found.map(({ notificationId }) => notificationId);
  await tx.query('update notification set sent_at = now() where id = any ($1)', [ids]);
  await tx.query('delete from notification where id = any ($1) and id <> all ($2)', [
    pending.map(({ id }) => id),
    ids,
  ]);
}

/** The path of the document's page (NAV-04). */
export function addressOf(
  { kind_name, document_id }: Pick<Task, 'kind_name' | 'document_id'>,
  kinds: readonly ReportedKind[],
): string {
  const route = kinds.find((kind) => kind.name === kind_name)?.route ?? '/';
  return `${route}?id=${document_id}`;
}
