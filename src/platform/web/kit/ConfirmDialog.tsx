import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../command.ts';
import { refusalText } from '../failure-text.ts';
import classes from './ConfirmDialog.module.css';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  /** The question, as a title. */
  readonly title: string;
  /** What will happen, and that it cannot be undone where that is so. */
  readonly children: ReactNode;
  /** Named after the action, never "OK". */
  readonly actionLabel: string;
  /** Where "Abbrechen" could be taken for the action itself. */
  readonly cancelLabel?: string;
  /** Red instead of the accent: something is lost. */
  readonly isDestructive?: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once before something that cannot be undone (TASK-19). */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const {
    opened,
    title,
    children,
    actionLabel,
    isDestructive = false,
    isPending = false,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false} size={440}>
      <div className={classes.text}>{children}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {props.cancelLabel ?? t('shell.cancel')}
        </Button>
        <Button
          className={isDestructive ? classes.destructive : undefined}
          loading={isPending}
          onClick={onConfirm}
        >
          {actionLabel}
        </Button>
      </div>
    </Modal>
  );
}

export interface CommandConfirmationProps<T> {
  readonly command: Command<T>;
  readonly actionLabel: string;
}

/** Shows what the server wants confirmed before it runs the command (API-41). Place it once beside the command. */
export function CommandConfirmation<T>({ command, actionLabel }: CommandConfirmationProps<T>): ReactNode {
  const { t } = useTranslation();
  const { confirmation } = command;
  const asked = confirmation?.refusal.confirm;
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t('shell.confirm_title')}
      actionLabel={actionLabel}
      onConfirm={() => confirmation?.confirm()}
      onClose={() => confirmation?.cancel()}
    >
      {asked === undefined ? null : refusalText(asked.code, asked.values)}
    </ConfirmDialog>
  );
}
