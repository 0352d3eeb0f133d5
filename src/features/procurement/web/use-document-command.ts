import { type Command, useCommand } from '../../../platform/web/command.ts';
import type { ApiRefusal } from '../../../platform/web/failure.ts';
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

interface DocumentCommandOptions {
  readonly onDone?: (answer: CommandAnswer) => void;
  /** Return true when the refusal is shown in the form, so that no toast is needed. */
  readonly onRefused?: (refusal: ApiRefusal) => boolean;
}

/** The command of this name on a document; see `useCommand`. */
export function useDocumentCommand(
  name: CommandName,
  { onDone, ...others }: DocumentCommandOptions = {},
): DocumentCommand {
  return useCommand(mutationOf(name), { ...others, onDone: ({ document }) => onDone?.(document) });
}
