import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../base/refusal.ts';
import { loadFirstChunk } from '../chunk.ts';
import type { Command } from '../command.ts';
import { refusalText } from '../failure-text.ts';
import { usePart } from '../use-part.ts';
import type { FocusBackProps } from './FocusBack.tsx';

export interface ConfirmDialogProps extends FocusBackProps {
  readonly opened: boolean;
  /** The question, as a title. */
  readonly title: string;
  /** What will happen, and whether it cannot be undone. */
  readonly children: ReactNode;
  /** Named after the action, never "OK". */
  readonly actionLabel: string;
  /** If "Abbrechen" could be taken for the action itself. */
  readonly cancelLabel?: string;
  /** Red instead of the accent: data are lost. */
  readonly isDestructive?: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const loadModal = () => loadFirstChunk(() => import('./ConfirmModal.tsx'));

/** Asks before an action that cannot be undone (TASK-19). */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const modal = usePart(loadModal, props.opened);
  return modal === null ? null : <modal.ConfirmModal {...props} />;
}

export interface CommandConfirmationProps<T> {
  readonly command: Pick<Command<T>, 'confirmation'>;
  readonly actionLabel: string;
}

/** Shows all that the server wants confirmed before it runs the command (API-41). Place it once next to the command. */
export function CommandConfirmation<T>({ command, actionLabel }: CommandConfirmationProps<T>): ReactNode {
  const { t } = useTranslation();
  const { confirmation } = command;
  const questions = confirmation?.questions ?? [];
  return (
    <ConfirmDialog
      opened={confirmation !== null}
      title={t('shell.confirm_title')}
      actionLabel={actionLabel}
      onConfirm={() => confirmation?.confirm()}
      onClose={() => confirmation?.cancel()}
    >
      <Questions questions={questions} />
    </ConfirmDialog>
  );
}

/** All that the server asks before a command, in words, also told aloud where they come into an open dialog. */
export function Questions({ questions }: { readonly questions: readonly Question[] }): ReactNode {
  return (
    <div role="status">
      {questions.map(({ code, hash, values }) => (
        <p key={hash}>{refusalText(code, values)}</p>
      ))}
    </div>
  );
}
