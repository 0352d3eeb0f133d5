import { randomUUID } from 'node:crypto';
import type { Language } from '../../base/language.ts';
import { plainLine } from '../../base/plain-line.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { type Context, hasRole, isAuditor } from '../../platform/context.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { personContext, systemContext } from '../../platform/server/jobs/jobs.ts';
import {
  type ComposedMail,
  composeMail,
  enqueueMail,
  type MailBlock,
  messageIdOf,
} from '../../platform/server/mail/mail.ts';
import type { MailTokens } from '../../platform/server/mail/mail-tokens.ts';
import { findPerson, isArchived, type Person } from '../../platform/server/person.ts';
import { text } from '../../platform/server/texts.ts';
import type { EntryType } from '../../timeline/kinds.ts';
import { linkLifetimeHours } from '../approval/mail-link.ts';
import type { DocumentBrief } from '../brief.ts';
import { approvalAddress, keepLinks, mayDecideByMail } from './approval-links.ts';
import { loadBrief, type ToldKind } from './brief.ts';
import { briefText, linesInMail } from './brief-text.ts';

export interface DigestParts {
  readonly database: Database;
  readonly kinds: readonly ToldKind[];
  readonly publicUrl: string;
  readonly tokens: MailTokens;
  /** If false, tasks show title and link only, so that a digest is sent even if one document cannot be summarised. */
  readonly hasBriefs?: boolean;
}

interface Pending {
  readonly id: number;
  readonly kind:
    | 'task_incoming'
    | 'task_taken'
    | 'question'
    | 'reminder'
    | 'declined'
    | 'cancelled'
    | 'confirmation_differs';
  readonly timeline_entry_id: number;
  readonly payload: {
    readonly sender_id?: number;
    /** The person acting as the sender, if any (TL-27). */
    readonly actor_id?: number | null;
    readonly comment?: string | null;
    /** The number of days the task has waited. */
    readonly days?: number;
    /** The supplier whose confirmation differs from the order. */
    readonly supplier?: string;
  };
}

/** A task as a mail shows it (MAIL-03). */
interface Task {
  readonly entry_id: number;
  readonly type: EntryType;
  /** The task is not done yet. */
  readonly is_current: boolean;
  /** The task belongs to this person or one of the person's groups. */
  readonly is_own: boolean;
  /** The person has an unanswered question here. */
  readonly is_asked: boolean;
  /** The name of the assignee. */
  readonly assignee: string | null;
  /** The person for whom the assignee substitutes (APPR-15). */
  readonly represented: string | null;
  readonly kind_name: string;
  readonly document_id: number;
  readonly name: string | null;
  readonly number: string | null;
  readonly sender: string | null;
  /** Absent for readers without prices (ROLE-07). */
  readonly total_netto?: string;
  readonly currency: string;
  /** The day that decides urgency, and what is at stake on it in company currency (OVW-10). */
  readonly urgent_on: string | null;
  readonly at_stake?: string | null;
  readonly company_currency: string;
  /** The content version shown here (TL-26). */
  readonly content_version: number;
}

interface Item extends Task, Pick<Pending, 'kind' | 'payload'> {
  /** Present if the person must decide on the document (MAIL-06). */
  readonly brief: DocumentBrief | null;
}

/** The link targets of an item. */
interface Addresses {
  readonly document: string;
  /** The approval page with its two buttons; null without a decision. */
  readonly approval: string | null;
}

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
    isResting: await isArchived(tx, tenantId),
  }));
  // Restoring the tenant queues the digest again (OP-03).
  if (isResting) return;
  // Blocked and inactive people get no mails, not even later (MAIL-05); auditors have no tasks (ARC-04).
  if (!person?.mayLogIn || isAuditor(person)) return forget(database, tenantId, personId);
  const context = personContext(person, 'digest');
  await database.inTenant(
    context,
    async (tx) => {
      const pending = await takePending(tx, personId);
      if (pending.length === 0) return;
      const told = await itemsOf(tx.as(readerRole(context)), context, pending, parts);
      await settle(tx, pending, told);
      const items = told.map(({ item }) => item);
      if (items.length > 0) await queueMail(tx, parts, person, items);
    },
    { role: 'writer' },
  );
}

/** Queues the mail and keeps its links; tokens are inserted when the mail is sent. */
async function queueMail(
  tx: Tx,
  { publicUrl, kinds, tokens }: DigestParts,
  person: Person,
  items: readonly Item[],
): Promise<void> {
  const { tenantId, id: personId } = person;
  const asked = (await mayDecideByMail(tx)) ? items.filter(({ brief }) => brief !== null) : [];
  const id = randomUUID();
  const messageId = messageIdOf(publicUrl, id);
  const mail = digestMail(person, items, (item) => ({
    document: addressOf(item, kinds, publicUrl),
    approval: asked.includes(item) ? approvalAddress(publicUrl, messageId, asked.indexOf(item) + 1) : null,
  }));
  await enqueueMail(tx, publicUrl, {
    ...mail,
    tenantId,
    kind: items.length === 1 ? 'task' : 'digest',
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
  await database.inTenant(
    systemContext(tenantId, 'digest'),
    async (tx) => {
      await awaitNotifiers(tx, personId);
      await tx.query('delete from notification where lb_user_id = $1 and sent_at is null', [personId]);
    },
    { role: 'writer' },
  );
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

interface Told {
  readonly notificationId: number;
  readonly item: Item;
}

async function itemsOf(
  tx: Tx,
  context: Context,
  pending: readonly Pending[],
  { kinds, hasBriefs = true }: DigestParts,
): Promise<Told[]> {
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
  const told: Told[] = [];
  for (const { id, kind, payload, timeline_entry_id } of pending) {
    const task = tasks.find((one) => one.entry_id === timeline_entry_id);
    if (!task || !isStillTrue(kind, task)) continue;
    const sender = senderName(context.language, payload, senders);
    const asking = hasBriefs ? askingKind(kind, task, kinds) : null;
    const brief = asking && (await loadBrief(tx, context, asking, task.document_id, linesInMail));
    told.push({ notificationId: id, item: { ...task, sender, kind, payload, brief } });
  }
  return told.toSorted((one, other) => compareUrgency(one.item, other.item));
}

/** The most urgent first, those without a day last (OVW-10). */
function compareUrgency({ urgent_on: one }: Task, { urgent_on: other }: Task): number {
  if (one === other) return 0;
  return other === null || (one !== null && one < other) ? -1 : 1;
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
  kinds: readonly ToldKind[],
): ToldKind | null {
  const isAsked = is_own && (kind === 'task_incoming' || kind === 'reminder');
  return (
    (isAsked && kinds.find(({ name, entries }) => name === kind_name && entries.approval === type)) || null
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
async function settle(tx: Tx, pending: readonly Pending[], told: readonly Told[]): Promise<void> {
  const ids = told.map(({ notificationId }) => notificationId);
  await tx.query('update notification set sent_at = now() where id = any ($1)', [ids]);
  await tx.query('delete from notification where id = any ($1) and id <> all ($2)', [
    pending.map(({ id }) => id),
    ids,
  ]);
}

/** The page of the document (NAV-04). */
function addressOf(item: Item, kinds: readonly ToldKind[], publicUrl: string): string {
  const route = kinds.find((kind) => kind.name === item.kind_name)?.route ?? '/';
  return new URL(`${route}?id=${item.document_id}`, publicUrl).href;
}

function digestMail(
  person: Person,
  items: readonly Item[],
  addressesOf: (item: Item) => Addresses,
): ComposedMail {
  const { language, name, tenantTitle } = person;
  const [first] = items;
  const subject =
    items.length === 1 && first
      ? titleOf(first, language)
      : text(language, 'notification.subject', { total: items.length });
  return composeMail({
    language,
    name,
    sender: tenantTitle,
    subject,
    blocks: [
      text(language, items.length === 1 ? 'notification.intro_single' : 'notification.intro'),
      ...items.flatMap((item) => blocksOf(item, language, addressesOf(item))),
    ],
  });
}

function blocksOf(item: Item, language: Language, { document, approval }: Addresses): MailBlock[] {
  const { sender, payload, brief, total_netto: net, currency } = item;
  const amount = net === undefined ? null : `${formatNumber(net, language, 2)} ${currency}`;
  const lines = [
    titleOf(item, language),
    item.name && text(language, 'notification.quoted', { text: plainLine(item.name) }),
    item.represented && (item.kind === 'task_incoming' || item.kind === 'reminder')
      ? text(language, 'notification.represented', { name: item.represented })
      : null,
    item.kind === 'task_incoming' && sender ? text(language, 'notification.sender', { sender }) : null,
    urgencyText(item, language),
    brief === null
      ? amount && text(language, 'notification.amount', { amount })
      : briefText(brief, sender, language),
    payload.comment ? commentText(payload.comment, sender, language) : null,
  ];
  return [
    lines.filter(Boolean).join('\n'),
    ...(approval === null
      ? []
      : [
          { label: text(language, 'notification.decide'), url: approval },
          text(language, 'notification.decide_hint', { hours: linkLifetimeHours }),
        ]),
    { label: text(language, 'notification.open'), url: document },
  ];
}

/** The day by which a current task is to be done, with what is at stake; null for others and without a day (OVW-10). */
function urgencyText(item: Item, language: Language): string | null {
  const { is_current, urgent_on, at_stake = null, company_currency: currency } = item;
  if (!is_current || urgent_on === null) return null;
  const day = formatDay(urgent_on, language);
  return at_stake === null
    ? text(language, 'notification.urgent', { day })
    : text(language, 'notification.at_stake', {
        day,
        amount: `${formatNumber(at_stake, language, 2)} ${currency}`,
      });
}

/** A person's comment in quotation marks and on one line, so that it cannot be mistaken for text of the product. */
function commentText(comment: string, name: string | null, language: Language): string {
  const written = { comment: plainLine(comment) };
  return name === null
    ? text(language, 'notification.comment', written)
    : text(language, 'notification.comment_by', { ...written, name });
}

function titleOf(item: Item, language: Language): string {
  const { kind, type, number, sender, assignee, is_own, payload } = item;
  const values = { step: text(language, `step.${type}`), number: number ?? '' };
  switch (kind) {
    case 'task_incoming':
      return text(language, 'notification.incoming', values);
    case 'task_taken':
      return text(language, 'notification.taken', { ...values, name: sender ?? '' });
    case 'question':
    case 'declined':
    case 'cancelled':
      return text(language, `notification.${kind}`, { ...values, name: sender ?? '' });
    case 'confirmation_differs':
      return text(language, 'notification.confirmation_differs', { ...values, name: payload.supplier ?? '' });
    case 'reminder': {
      const key = is_own ? 'notification.reminder' : 'notification.reminder_of';
      return text(language, key, { ...values, count: payload.days ?? 0, name: assignee ?? '' });
    }
  }
}
