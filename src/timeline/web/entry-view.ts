import type { Way } from '../../platform/context.ts';
import { type EntryStatus, type EntryType, isStep, type TextType } from '../kinds.ts';

export interface TimelinePerson {
  readonly id: number;
  readonly name: string;
  readonly is_group?: boolean;
  /** For an assignee, in the company's currency; null is none, or one hidden from the reader. */
  readonly approval_limit?: number | null;
}

export interface QuestionRow {
  readonly id: number;
  readonly answered_at: string | null;
  readonly lb_user: TimelinePerson | null;
}

/** An entry as returned by the API. */
export interface TimelineEntryRow {
  readonly id: number;
  readonly entry_no: number;
  readonly type: EntryType;
  readonly status: EntryStatus | null;
  readonly text_type: TextType;
  readonly comment: string | null;
  readonly message_code: string | null;
  readonly message_values: Readonly<Record<string, string | number | boolean | null>> | null;
  /** Null for readers without prices (ROLE-07). */
  readonly message_amounts?: Readonly<Record<string, string>> | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly lb_user: TimelinePerson | null;
  /** The owner represented by the assignee (APPR-15). */
  readonly for_user: TimelinePerson | null;
  /** Persons asked by the comment, and whether they have answered (TASK-23). */
  readonly document_questions: readonly QuestionRow[];
  readonly created_by: TimelinePerson | null;
  /** Who acted, if somebody else than the person (TL-27). */
  readonly actor: TimelinePerson | null;
  /** The means, if not a session at a page (AUTH-30). */
  readonly way: Way | null;
}

/** The fields of `TimelineEntryRow` as a GraphQL selection. */
export const timelineEntryFields = `id entry_no type status text_type comment message_code message_values message_amounts
  completed_at created_at lb_user { id name is_group approval_limit } for_user { id name } created_by { id name } actor { id name } way
  document_questions(order_by: { id: asc }) { id answered_at lb_user { id name } }`;

/** The look of an entry: a person's comment, an act of the product, or a past, current or future task. */
export type EntryLook = 'comment' | 'system' | 'done' | 'unsuccessful' | 'current' | 'future';

export function lookOf(entry: TimelineEntryRow): EntryLook {
  if (entry.text_type === 'present' || entry.text_type === 'assignment') return 'current';
  if (entry.text_type === 'future' || entry.text_type === 'finished-unsuccessful') return 'future';
  if (entry.status === 'comment') return 'comment';
  const isNote = ['system', 'auditLog', 'upload', 'reassignment', 'skip', 'repeat'].includes(
    entry.status ?? '',
  );
  if (isNote && !entry.type.endsWith('-upload')) return 'system';
  // The message of an intended end names it.
  if (entry.type === 'cancellation' && entry.status === 'canceled' && entry.message_code !== null)
    return 'done';
  return entry.text_type === 'past-unsuccessful' ? 'unsuccessful' : 'done';
}

/** The author of an entry's comment: the one who acted, also on behalf of somebody else (TL-27). */
export function authorOf({ actor, status, created_by, lb_user }: TimelineEntryRow): string | null {
  const ofStep = lb_user ?? created_by;
  const person = status === null || status === 'comment' ? (created_by ?? lb_user) : ofStep;
  return (actor ?? person)?.name ?? null;
}

/** When the current task began to wait: when the last step before it was done, or when the entry was created. */
export function waitingSince(entries: readonly TimelineEntryRow[], currentEntryNo: number): string | null {
  const current = entries.find((entry) => entry.entry_no === currentEntryNo);
  if (current === undefined) return null;
  const ends = entries
    .filter(
      (entry) => entry.entry_no < currentEntryNo && lookOf(entry) !== 'comment' && lookOf(entry) !== 'system',
    )
    .flatMap((entry) => entry.completed_at ?? []);
  return (
    [...ends, current.created_at].toSorted((left, right) => Date.parse(right) - Date.parse(left))[0] ?? null
  );
}

/** The stage of an entry among several, such as approval 2 of 3; null if the step has only one. */
export function stageOf(
  entries: readonly TimelineEntryRow[],
  entry: TimelineEntryRow,
): { readonly number: number; readonly count: number } | null {
  if (!isStep(entry.type)) return null;
  // An unsuccessful step ends a round; approvals before it do not count.
  const roundStart = entries.findLast(
    (other) => other.entry_no < entry.entry_no && lookOf(other) === 'unsuccessful',
  )?.entry_no;
  const stages = entries
    .filter((other) => other.type === entry.type && other.entry_no > (roundStart ?? -1))
    .filter((other) => ['done', 'current', 'future'].includes(lookOf(other)))
    .toSorted((left, right) => left.entry_no - right.entry_no);
  return stages.length > 1 ? { number: stages.indexOf(entry) + 1, count: stages.length } : null;
}
