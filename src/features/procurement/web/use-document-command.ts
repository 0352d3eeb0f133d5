import { type Command, type CommandOptions, useCommand } from '../../../platform/web/command.ts';
import { type CommandAnswer, type CommandName, mutationOf } from './commands.ts';

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

interface DocumentCommandOptions extends Pick<CommandOptions<unknown>, 'onRefused'> {
  readonly onDone?: (answer: CommandAnswer) => void;
}

/** The command of this name on a document; see `useCommand`. */
export function useDocumentCommand(
  name: CommandName,
  { onDone, ...others }: DocumentCommandOptions = {},
): DocumentCommand {
  return useCommand(mutationOf(name), { ...others, onDone: ({ document }) => onDone?.(document) });
}
