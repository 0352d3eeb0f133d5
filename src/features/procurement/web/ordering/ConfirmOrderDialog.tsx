import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionRow } from '../../../../document/web/offered-actions.ts';
import classes from '../../../../document/web/steps/ActionDialog.module.css';
import { Irreversible } from '../../../../document/web/steps/Irreversible.tsx';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { blockIn, letterTitles, type ShownOrder } from './order-view.ts';

export interface ConfirmOrderDialogProps extends CommandDialogProps {
  /** The offered action; undefined if no longer offered. */
  readonly action: ActionRow | undefined;
  readonly order: ShownOrder;
}

/** Confirms an order, change or cancellation placed by e-mail, telephone or fax (TASK-13, PROC-16). */
export function ConfirmOrderDialog({
  action,
  order: { block, supplier },
  target,
  onDone,
  onClose,
}: ConfirmOrderDialogProps): ReactNode {
  const { t } = useTranslation();
  // The letter to confirm.
  const kind = block.letter_due ?? 'order';
  const [number, setNumber] = useState('');
  const [comment, setComment] = useState('');
  const command = useProcurementCommand('confirm_order', { onDone });
  return (
    <ConfirmDialog
      opened
      title={t(`procurement.dialog.confirm_order.${letterTitles[kind]}`, { supplier })}
      actionLabel={t(`procurement.order.confirm.${kind}`)}
      isPending={command.isPending}
      onConfirm={() => {
        const optional = { confirmation_no: number.trim() || null, comment: comment.trim() || null };
        void command.run({ ...target, ...blockIn(block), ...optional });
      }}
      onClose={onClose}
    >
      <p>{t('procurement.dialog.confirm_order.text')}</p>
      <Irreversible action={action} />
      <div className={classes.fields}>
        <TextField
          label={t('field.confirmation_no')}
          maxLength={60}
          value={number}
          onChange={setNumber}
          autoFocus
        />
        <TextField
          label={t('document.comment')}
          rows={2}
          maxLength={commentLength}
          value={comment}
          onChange={setComment}
        />
      </div>
    </ConfirmDialog>
  );
}
