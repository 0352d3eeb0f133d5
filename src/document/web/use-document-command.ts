import { type Command, type CommandOptions, useCommand } from '../../platform/web/command.ts';
import type { Kind } from '../kind.ts';
import { type CommandAnswer, commandMutation } from './commands.ts';

/** The document and the version of it that a command is about. */
export interface Target {
  readonly id: number;
  readonly expected_version: number;
}

/** What every dialog with a command has: about what it runs, and what happens afterwards. */
export interface CommandDialogProps {
  readonly target: Target;
  readonly onDone: (answer: CommandAnswer) => void;
  readonly onClose: () => void;
}

export type DocumentCommand = Command<{ readonly document: CommandAnswer }>;

export interface DocumentCommandOptions extends Pick<CommandOptions<unknown>, 'onRefused' | 'isTold'> {
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
