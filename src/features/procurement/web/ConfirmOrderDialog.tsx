import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/web/command.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import classes from './ActionDialog.module.css';
import { type CommandAnswer, mutationOf } from './commands.ts';
import type { Reference } from './draft.ts';

export interface ConfirmOrderDialogProps {
  readonly supplier: Reference;
  readonly target: { readonly id: number; readonly expected_version: number };
  readonly onDone: (answer: CommandAnswer) => void;
  readonly onClose: () => void;
}

/** Confirms that a supplier has the order, placed by e-mail, telephone or fax (TASK-13, PROC-16). */
export function ConfirmOrderDialog({
  supplier,
  target,
  onDone,
  onClose,
}: ConfirmOrderDialogProps): ReactNode {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [comment, setComment] = useState('');
  const command = useCommand<{ document: CommandAnswer }>(mutationOf('confirm_order'), {
    onDone: ({ document }) => onDone(document),
  });
  return (
    <ConfirmDialog
      opened
      title={t('procurement.dialog.confirm_order.title', { supplier: supplier.name })}
      actionLabel={t('procurement.actions.confirm_order')}
      isPending={command.isPending}
      onConfirm={() => {
        const optional = { confirmation_no: number.trim() || null, comment: comment.trim() || null };
        void command.run({ ...target, supplier_id: supplier.id, ...optional });
      }}
      onClose={onClose}
    >
      <p>{t('procurement.dialog.confirm_order.text')}</p>
      <div className={classes.fields}>
        <TextField
          label={t('field.confirmation_no')}
          maxLength={60}
          value={number}
          onChange={setNumber}
          autoFocus
        />
        <TextField
          label={t('procurement.comment')}
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={setComment}
        />
      </div>
    </ConfirmDialog>
  );
}
