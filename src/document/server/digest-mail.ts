import type { Language } from '../../base/language.ts';
import { plainLine } from '../../base/plain-line.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { type ComposedMail, composeMail } from '../../platform/server/mail/mail.ts';
import type { MailBlock, MailFact } from '../../platform/server/mail/mail-blocks.ts';
import type { Person } from '../../platform/server/person.ts';
import { text } from '../../platform/server/texts.ts';
import type { EntryType } from '../../timeline/kinds.ts';
import { linkLifetimeHours } from '../approval/mail-link.ts';
import type { DocumentBrief } from '../brief.ts';
import { briefFacts } from './brief-text.ts';

/** A stored notification. */
export interface Pending {
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
export interface Task {
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
  /** The day that decides urgency, and the amount at stake in the currency of the company (OVW-10). */
  readonly urgent_on: string | null;
  readonly at_stake?: string | null;
  readonly company_currency: string;
  /** The content version shown here (TL-26). */
  readonly content_version: number;
}

/** A notification with its task. */
export type Notice = Task & Pick<Pending, 'kind' | 'payload'>;

/** A notification as its mail shows it. */
export interface Item extends Notice {
  /** Present if the person must decide on the document (MAIL-06). */
  readonly brief: DocumentBrief | null;
}

/** The link targets of an item. */
export interface Addresses {
  readonly document: string;
  /** The approval page with its two buttons; null without a decision. */
  readonly approval: string | null;
}

/** The mail with these notifications; it counts those beyond them, up to `total` (MAIL-02). */
export function digestMail(
  person: Person,
  items: readonly Item[],
  total: number,
  { addressesOf, overview }: { readonly addressesOf: (item: Item) => Addresses; readonly overview: string },
): ComposedMail {
  const { language, name, tenantTitle } = person;
  const [first] = items;
  const subject =
    total === 1 && first ? titleOf(first, language) : text(language, 'notification.subject', { total });
  return composeMail({
    language,
    name,
    sender: tenantTitle,
    subject,
    blocks: [
      text(language, total === 1 ? 'notification.intro_single' : 'notification.intro'),
      ...items.flatMap((item) => blocksOf(item, language, addressesOf(item))),
      ...(total > items.length
        ? [
            text(language, 'notification.more', { count: total - items.length }),
            { label: text(language, 'notification.open_all'), url: overview },
          ]
        : []),
    ],
  });
}

function blocksOf(item: Item, language: Language, { document, approval }: Addresses): MailBlock[] {
  const { sender, payload, brief, total_netto: net, currency } = item;
  const amount = net === undefined ? null : `${formatNumber(net, language, 2)} ${currency}`;
  const factOf = (key: string, value: string | null): readonly MailFact[] =>
    value === null ? [] : [{ label: text(language, `notification.${key}`), value }];
  const represented = item.kind === 'task_incoming' || item.kind === 'reminder' ? item.represented : null;
  const urgency = urgencyText(item, language);
  return [
    {
      heading: titleOf(item, language),
      note: item.name ? text(language, 'notification.quoted', { text: plainLine(item.name) }) : null,
      facts: [
        ...(represented === null
          ? []
          : [{ label: null, value: text(language, 'notification.represented', { name: represented }) }]),
        ...factOf('sender', item.kind === 'task_incoming' ? sender : null),
        ...(urgency === null ? [] : [{ label: null, value: urgency }]),
        ...(brief === null ? factOf('amount', amount) : briefFacts(brief, sender, language)),
        ...(payload.comment ? [{ label: null, value: commentText(payload.comment, sender, language) }] : []),
      ],
    },
    ...(approval === null
      ? []
      : [
          { label: text(language, 'notification.decide'), url: approval },
          text(language, 'notification.decide_hint', { hours: linkLifetimeHours }),
        ]),
    { label: text(language, 'notification.open'), url: document, isQuiet: approval !== null },
  ];
}

/** The urgency day of a current task with the amount at stake; null for other tasks and without a day (OVW-10). */
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

/** What happened, in a line with number and names. */
export function titleOf(item: Notice, language: Language): string {
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
