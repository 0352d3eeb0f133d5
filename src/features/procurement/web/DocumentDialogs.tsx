import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/web/command.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { ConfirmOrderDialog } from './ConfirmOrderDialog.tsx';
import { isCommand, mutationOf } from './commands.ts';
import type { ProcurementDocument } from './document.ts';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { SendOrderDialog } from './SendOrderDialog.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import type { DocumentActions } from './use-document-actions.ts';
import type { ProcurementForm } from './use-procurement-form.ts';

export interface DocumentDialogsProps {
  readonly form: ProcurementForm;
  readonly actions: DocumentActions;
}

/** The dialog that an action opened, if any. */
export function DocumentDialogs({ form, actions }: DocumentDialogsProps): ReactNode {
  const { dialog } = actions;
  const { document } = form;
  const onClose = (): void => actions.open(null);
  if (dialog === null) return null;
  if (dialog.kind === 'discard') return <DiscardDialog form={form} onClose={onClose} />;
  if (dialog.kind === 'submit') {
    return (
      <SubmitDialog
        asked={dialog.asked}
        onSubmit={(persons) => actions.submitWith(dialog.target, persons)}
        onClose={onClose}
      />
    );
  }
  if (document === null) return null;
  const target = { id: document.id, expected_version: form.seen.version };
  switch (dialog.kind) {
    case 'receive':
      return (
        <ReceiveDialog
          document={document}
          target={target}
          onDone={(answer) => actions.onDialogDone('receive', answer)}
          onClose={onClose}
        />
      );
    case 'send_order': {
      const suppliers = unsentSuppliers(document);
      return suppliers.length > 0 ? (
        <SendOrderDialog
          suppliers={suppliers}
          target={target}
          onDone={(answer) => actions.onDialogDone('send_order', answer)}
          onClose={onClose}
        />
      ) : null;
    }
    case 'confirm_order': {
      const supplier = document.procurement_lines.find(
        (line) => line.supplier?.id === dialog.supplierId,
      )?.supplier;
      return supplier ? (
        <ConfirmOrderDialog
          supplier={supplier}
          target={target}
          onDone={(answer) => actions.onDialogDone('confirm_order', answer)}
          onClose={onClose}
        />
      ) : null;
    }
    case 'action':
      return isCommand(dialog.action.key) ? (
        <ActionDialog
          action={dialog.action}
          command={dialog.action.key}
          target={target}
          startComment={form.comment}
          onDone={(answer) => actions.onDialogDone(dialog.action.key, answer)}
          onClose={onClose}
        >
          {dialog.action.key === 'cancel' ? <AlreadyOrdered document={document} /> : null}
        </ActionDialog>
      ) : null;
    case 'delete':
      return <DeleteDialog document={document} version={form.seen.version} onClose={onClose} />;
  }
}

/** The suppliers whose order can still be sent, by mail: not those of a marketplace. */
function unsentSuppliers({
  procurement_lines: lines,
  procurement_supplier_orders: orders,
}: ProcurementDocument) {
  const settled = orders.filter(({ state }) => !['open', 'failed', 'uncertain'].includes(state));
  const suppliers = lines.flatMap(({ supplier }) => (supplier === null ? [] : [supplier]));
  return suppliers.filter(
    ({ id }, place) =>
      suppliers.findIndex((other) => other.id === id) === place &&
      !settled.some((order) => order.supplier?.id === id),
  );
}

/** Suppliers that have the order already are not stopped by a cancellation (TASK-08). */
function AlreadyOrdered({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  const names = document.procurement_supplier_orders
    .filter((order) => order.state === 'sent' || order.state === 'confirmed')
    .map((order) => order.supplier?.name)
    .join(', ');
  return names === '' ? null : <p>{t('procurement.already_ordered', { suppliers: names })}</p>;
}

interface DeleteDialogProps {
  readonly document: ProcurementDocument;
  readonly version: number;
  readonly onClose: () => void;
}

function DeleteDialog({ document, version, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const command = useCommand(mutationOf('delete_draft'), {
    onDone: () => {
      toastSaved(t('procurement.draft_deleted'));
      void navigate({ to: '/overview', search: { tab: 'drafts' }, ignoreBlocker: true });
    },
  });
  return (
    <ConfirmDialog
      opened
      isDestructive
      title={t('procurement.dialog.delete_draft.title')}
      actionLabel={t('procurement.delete_draft')}
      isPending={command.isPending}
      onConfirm={() => void command.run({ id: document.id, expected_version: version })}
      onClose={onClose}
    >
      {t('procurement.dialog.delete_draft.text')}
    </ConfirmDialog>
  );
}

function DiscardDialog({
  form,
  onClose,
}: {
  readonly form: ProcurementForm;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      opened
      isDestructive
      title={t('procurement.dialog.discard.title')}
      actionLabel={t('procurement.discard')}
      onConfirm={() => {
        form.editor.reset();
        form.saving.showProblems([]);
        form.setEditing(false);
        onClose();
      }}
      onClose={onClose}
    >
      {t('procurement.dialog.discard.text')}
    </ConfirmDialog>
  );
}
