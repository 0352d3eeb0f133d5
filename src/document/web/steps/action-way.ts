import type { KindActions } from '../kind.ts';
import type { ActionRow } from '../offered-actions.ts';

/** How an action runs: in the kind's own dialog, in the common dialog, or with a click. */
export type ActionWay = 'own dialog' | 'dialog' | 'click';

/** The way an action runs; irreversible actions always ask once (TASK-01, TASK-19). */
export function wayOf(
  action: ActionRow,
  { clicked }: Pick<KindActions, 'clicked'>,
  ownDialogs: Readonly<Record<string, unknown>>,
): ActionWay {
  // A forward out of clearing must choose the next person; elsewhere the flow determines it (TASK-07).
  const asksNothing =
    !action.is_irreversible && !action.is_comment_required && (action.person_ids ?? []).length === 0;
  if (asksNothing && isClicked(action.key, { clicked })) return 'click';
  return dialogOf(action, ownDialogs);
}

/** The dialog of an action. */
export function dialogOf(
  { key }: Pick<ActionRow, 'key'>,
  ownDialogs: Readonly<Record<string, unknown>>,
): Exclude<ActionWay, 'click'> {
  return key in ownDialogs ? 'own dialog' : 'dialog';
}

/** Actions of all kinds that need only a click. */
const alwaysClicked = ['submit', 'accept', 'approve', 'give_back', 'withdraw', 'close_question'];

/** Whether the action needs only a click, according to its kind. */
export function isClicked(key: string, { clicked }: Pick<KindActions, 'clicked'>): boolean {
  return alwaysClicked.includes(key) || clicked.includes(key);
}
