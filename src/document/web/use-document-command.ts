import { type Command, type CommandOptions, useCommand } from '../../platform/web/command.ts';
import type { Kind } from '../kind.ts';
import { type CommandAnswer, commandMutation } from './commands.ts';

/** The document and version that a command targets. */
export interface Target {
  readonly id: number;
  readonly expected_version: number;
}

/** The props common to all dialogs with a command. */
export interface CommandDialogProps {
  readonly target: Target;
  readonly onDone: (answer: CommandAnswer) => void;
  readonly onClose: () => void;
}

export type DocumentCommand = Command<{ readonly document: CommandAnswer }>;

export interface DocumentCommandOptions
  extends Pick<CommandOptions<unknown>, 'onRefused' | 'isReported' | 'onWaiting'> {
  readonly onDone?: (answer: CommandAnswer) => void;
}

/** The command of this name on documents of a kind; see `useCommand`. */
export function useDocumentCommand(
  kind: Pick<Kind, 'name'>,
  action: string,
  { onDone, ...others }: DocumentCommandOptions = {},
): DocumentCommand {
  return useCommand(commandMutation(kind.name, action), {
    ...others,
    onDone: ({ document }) => onDone?.(document),
  });
}
