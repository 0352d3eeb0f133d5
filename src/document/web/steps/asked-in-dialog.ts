import type { Question } from '../../../base/refusal.ts';
import type { Command } from '../../../platform/web/command.ts';

/** What the dialog of an action shows and does next. */
export interface DialogTurn {
  /** What the server asks, shown with all that the dialog says itself; the fields are fixed meanwhile. */
  readonly questions: readonly Question[];
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * The action of the dialog runs; where the server asks something, the same dialog asks it, so that one step has one
 * dialog (API-41). Leaving the questions leads back to the fields.
 */
export function askedInDialog(
  { confirmation, isPending }: Pick<Command<unknown>, 'confirmation' | 'isPending'>,
  { run, onClose }: { readonly run: () => void; readonly onClose: () => void },
): DialogTurn {
  if (confirmation === null) return { questions: [], isPending, onConfirm: run, onClose };
  const { questions, confirm, cancel } = confirmation;
  return { questions, isPending: false, onConfirm: confirm, onClose: cancel };
}
