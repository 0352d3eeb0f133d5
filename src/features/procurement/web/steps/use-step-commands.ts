import type { ApiRefusal } from '../../../../platform/web/failure.ts';
import type { CommandAnswer, CommandName } from '../commands.ts';
import { type DocumentCommand, useDocumentCommand } from '../use-document-command.ts';

/** The actions that need nothing but the click (TASK-01). */
const clickedActions = [
  'submit',
  'accept',
  'to_next_selection',
  'to_approval',
  'to_order',
  'approve',
  'complete_order',
  'give_back',
  'withdraw',
  'close_question',
] as const satisfies readonly CommandName[];
export type ClickedAction = (typeof clickedActions)[number];

export function isClicked(key: string): key is ClickedAction {
  return clickedActions.some((action) => action === key);
}

/** One command per action. `onRefused` may show a refusal in the form instead of as a toast. */
export function useStepCommands(
  onDone: (action: ClickedAction, answer: CommandAnswer) => void,
  onRefused: (refusal: ApiRefusal) => boolean,
): Readonly<Record<ClickedAction, DocumentCommand>> {
  return {
    submit: useStep('submit', onDone, onRefused),
    accept: useStep('accept', onDone, onRefused),
    to_next_selection: useStep('to_next_selection', onDone, onRefused),
    to_approval: useStep('to_approval', onDone, onRefused),
    to_order: useStep('to_order', onDone, onRefused),
    approve: useStep('approve', onDone, onRefused),
    complete_order: useStep('complete_order', onDone, onRefused),
    give_back: useStep('give_back', onDone, onRefused),
    withdraw: useStep('withdraw', onDone, onRefused),
    close_question: useStep('close_question', onDone, onRefused),
  };
}

function useStep(
  action: ClickedAction,
  onDone: (action: ClickedAction, answer: CommandAnswer) => void,
  onRefused: (refusal: ApiRefusal) => boolean,
): DocumentCommand {
  return useDocumentCommand(action, { onDone: (answer) => onDone(action, answer), onRefused });
}
