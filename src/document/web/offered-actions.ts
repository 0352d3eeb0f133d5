import type { Refusal } from '../../base/refusal.ts';
import type { EntryType } from '../../timeline/kinds.ts';
import type { Kind } from '../kind.ts';

/** An action on offer, as the server computed it (API-40). */
export interface ActionRow {
  readonly key: string;
  readonly label_key: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Pick<Refusal, 'code' | 'values'> | null;
  readonly is_main: boolean;
  readonly is_irreversible: boolean;
  readonly is_comment_required: boolean;
  /** Whom the dialog proposes, best first; null where no person is asked for. */
  readonly person_ids: readonly number[] | null;
  /** Where the document goes by it; `step` is null when it is then done. */
  readonly next: { readonly step: EntryType | null; readonly person_name: string | null } | null;
}

/** The fields of `ActionRow` in a GraphQL selection. */
export const actionFields = `key label_key enabled refusal is_main is_irreversible is_comment_required person_ids
  next { step person_name }`;

/**
 * The actions that a person is shown, on the page and in the preview. Another person's task offers nothing, only who
 * made a document takes it back, and what has a place of its own (`elsewhere`) stands there alone.
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

/** Actions of every kind for which nobody has to look at the whole document: they need a comment or a person at most. */
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

/** Whether the preview beside a list takes the action itself; every other one has its place on the page. */
export function isTakenInPreview({ key }: Pick<ActionRow, 'key'>): boolean {
  return withoutPage.includes(key);
}

/** After these the document stays in view, whatever its kind. */
const staying = ['submit', 'accept', 'withdraw', 'close_question', 'hold', 'lift_hold'];

/** Whether the document stays in view after the action: it is still with this person, or the person follows its way. */
export function staysInView(key: string): boolean {
  return staying.includes(key);
}

/** A document in a list of tasks. */
export interface ListedTask {
  /** The step in progress; null when the document is done. */
  readonly step: EntryType | null;
  /** Whose task it is, the task group's until somebody accepts. */
  readonly assigneeId: number | null;
  readonly isGroupTask: boolean;
  /** Who was asked something here and has not answered yet (TASK-23). */
  readonly askedIds: readonly number[];
  /** Who was reminded of it and has not decided yet (CON-25). */
  readonly remindedIds: readonly number[];
}

/**
 * What a person does next with a document among the tasks, as the key of its text `action.show.*`: the step where it is
 * the person's own, to decide where he was reminded, to answer where he is only asked. `persons`: the person and his task groups.
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

/** Whether the preview is where that is done: there the person decides, or answers in the comment box. */
export function isDoneInPreview(deed: string, { entries }: Pick<Kind, 'entries'>): boolean {
  return deed === 'answer' || deed === entries.approval;
}
