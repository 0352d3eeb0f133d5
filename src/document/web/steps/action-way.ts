import type { KindActions } from '../kind.ts';
import type { ActionRow } from '../offered-actions.ts';

/** How an action is taken: in a dialog of its own, after the one that every action can have, or by the click alone. */
export type ActionWay = 'own dialog' | 'dialog' | 'click';

/** Whether the click on an action is enough; what cannot be undone is always asked about once (TASK-01, TASK-19). */
export function wayOf(
  action: ActionRow,
  { clicked }: Pick<KindActions, 'clicked'>,
  ownDialogs: Readonly<Record<string, unknown>>,
): ActionWay {
  // A forward out of clearing chooses the next person; elsewhere the flow knows him (TASK-07).
  const asksNothing =
    !action.is_irreversible && !action.is_comment_required && (action.person_ids ?? []).length === 0;
  if (asksNothing && isClicked(action.key, { clicked })) return 'click';
  return dialogOf(action, ownDialogs);
}

/** The dialog of an action, whatever asks for one. */
export function dialogOf(
  { key }: Pick<ActionRow, 'key'>,
  ownDialogs: Readonly<Record<string, unknown>>,
): Exclude<ActionWay, 'click'> {
  return key in ownDialogs ? 'own dialog' : 'dialog';
}

/** Actions of every kind that need nothing but the click. */
const alwaysClicked = ['submit', 'accept', 'approve', 'give_back', 'withdraw', 'close_question'];

/** Whether the action needs nothing but the click, as far as its kind goes. */
export function isClicked(key: string, { clicked }: Pick<KindActions, 'clicked'>): boolean {
  return alwaysClicked.includes(key) || clicked.includes(key);
}
