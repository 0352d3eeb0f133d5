import type { Refusal } from '../../base/refusal.ts';
import type { EntryType } from '../../timeline/kinds.ts';
import type { Kind } from '../kind.ts';

/** An offered action, as the server computed it (API-40). */
export interface ActionRow {
  readonly key: string;
  readonly label_key: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Pick<Refusal, 'code' | 'values'> | null;
  readonly is_main: boolean;
  readonly is_irreversible: boolean;
  readonly is_comment_required: boolean;
  /** The proposed persons, best first; null if the action needs no person. */
  readonly person_ids: readonly number[] | null;
  /** The next step; its `step` is null if the document is then done. */
  readonly next: { readonly step: EntryType | null; readonly person_name: string | null } | null;
}

/** The GraphQL selection of `ActionRow`. */
export const actionFields = `key label_key enabled refusal is_main is_irreversible is_comment_required person_ids
  next { step person_name }`;

/**
 * The actions shown on the page and in the preview. Hides actions on tasks of others, withdrawal for everybody but
 * the creator, and actions shown outside the bar (`elsewhere`).
 */
export function shownActions(
  actions: readonly ActionRow[],
  elsewhere: readonly string[] = [],
): readonly ActionRow[] {
  return actions.filter(
    ({ key, enabled, refusal }) =>
      key !== 'comment' &&
      !elsewhere.includes(key) &&
      refusal?.code !== 'not_assignee' &&
      (key !== 'withdraw' || enabled),
  );
}

/** Actions of all kinds that do not require the whole document: they need at most a comment or a person. */
const withoutPage = [
  'accept',
  'approve',
  'decline',
  'send_to_clearing',
  'reassign',
  'give_back',
  'close_question',
  'withdraw',
];

/** Whether the preview offers the action; all others are on the page. */
export function isTakenInPreview({ key }: Pick<ActionRow, 'key'>): boolean {
  return withoutPage.includes(key);
}

/** After these the document stays open, for all kinds. */
const staying = ['submit', 'accept', 'withdraw', 'close_question', 'hold', 'lift_hold'];

/** Whether the document stays open after the action: its task is still the person's, or the person watches it. */
export function staysInView(key: string): boolean {
  return staying.includes(key);
}

/** A document in a task list. */
export interface ListedTask {
  /** The current step; null for a finished document. */
  readonly step: EntryType | null;
  /** The assignee; a task group until a member accepts. */
  readonly assigneeId: number | null;
  readonly isGroupTask: boolean;
  /** People with an unanswered question here (TASK-23). */
  readonly askedIds: readonly number[];
  /** People with an open reminder here (CON-25). */
  readonly remindedIds: readonly number[];
}

/**
 * The next thing to do with a document among the tasks, as the key of its text `action.show.*`: the step of an own
 * task, else a decision after a reminder, else an answer to a question. `persons`: the person and the person's task
 * groups.
 */
export function nextDeed(
  { step, assigneeId, isGroupTask, askedIds, remindedIds }: ListedTask,
  shownSteps: readonly EntryType[],
  persons: readonly number[],
): string {
  const isOwn = assigneeId !== null && persons.includes(assigneeId);
  const isAmong = (ids: readonly number[]): boolean => ids.some((id) => persons.includes(id));
  if (!isOwn && isAmong(remindedIds)) return 'decide';
  if (!isOwn) return isAmong(askedIds) ? 'answer' : 'document';
  if (isGroupTask) return 'accept';
  return step !== null && shownSteps.includes(step) ? step : 'document';
}

/** Whether the preview is the place to do that: decisions, and answers in its comment box. */
export function isDoneInPreview(deed: string, { entries }: Pick<Kind, 'entries'>): boolean {
  return deed === 'answer' || deed === entries.approval;
}
