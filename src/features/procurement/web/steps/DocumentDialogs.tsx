import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { type CommandAnswer, isCommand } from '../commands.ts';
import type { OrderBlockRow, ProcurementDocument } from '../document.ts';
import { AcceptConfirmationDialog } from '../ordering/AcceptConfirmationDialog.tsx';
import { ConfirmOrderDialog } from '../ordering/ConfirmOrderDialog.tsx';
import { shownOrders } from '../ordering/order-view.ts';
import { RecordConfirmationDialog } from '../ordering/RecordConfirmationDialog.tsx';
import { SendOrderDialog } from '../ordering/SendOrderDialog.tsx';
import { ReceiveDialog } from '../receipt/ReceiveDialog.tsx';
import { TakeBackDialog } from '../receipt/TakeBackDialog.tsx';
import { type CommandDialogProps, useDocumentCommand } from '../use-document-command.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import type { DocumentActions, OrderDialogKind } from './use-document-actions.ts';

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
    case 'take_back':
      return (
        <TakeBackDialog
          document={document}
          booking={dialog.booking}
          target={target}
          onDone={(answer) => actions.onDialogDone('receive', answer)}
          onClose={onClose}
        />
      );
    case 'send_order':
    case 'confirm_order':
    case 'record_confirmation':
    case 'accept_confirmation':
      return (
        <OrderDialog
          kind={dialog.kind}
          document={document}
          block={dialog.block}
          target={target}
          onDone={(answer) => actions.onDialogDone(dialog.kind, answer)}
          onClose={onClose}
        />
      );
    case 'action': {
      const { action } = dialog;
      const onDone = (answer: CommandAnswer): void => actions.onDialogDone(action.key, answer);
      const shared = { action, target, startComment: form.comment, onDone, onClose };
      if (action.key === 'cancel') return <CancelDialog {...shared} document={document} />;
      return isCommand(action.key) ? <ActionDialog {...shared} command={action.key} /> : null;
    }
    case 'delete':
      return <DeleteDialog document={document} version={form.seen.version} onClose={onClose} />;
  }
}

interface OrderDialogProps extends CommandDialogProps {
  readonly kind: OrderDialogKind;
  readonly document: ProcurementDocument;
  readonly block: OrderBlockRow;
}

/** A dialog about the order of one supplier, as it is by now. */
function OrderDialog({ kind, block, ...shared }: OrderDialogProps): ReactNode {
  const order = shownOrders(shared.document).find(
    (one) => one.block.supplier_id === block.supplier_id && one.block.marketplace_id === block.marketplace_id,
  );
  const { supplier_id: id } = block;
  if (order === undefined || id === null) return null;
  const { target, onDone, onClose } = shared;
  const letter = order.block.letter_due ?? 'order';
  const told = { supplier: { id, name: order.supplier }, kind: letter, target, onDone, onClose };
  switch (kind) {
    case 'send_order':
      return <SendOrderDialog {...told} />;
    case 'confirm_order':
      return <ConfirmOrderDialog {...told} />;
    case 'record_confirmation':
      return <RecordConfirmationDialog {...shared} order={order} />;
    case 'accept_confirmation':
      return <AcceptConfirmationDialog {...shared} order={order} />;
  }
}

interface DeleteDialogProps {
  readonly document: ProcurementDocument;
  readonly version: number;
  readonly onClose: () => void;
}

function DeleteDialog({ document, version, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const command = useDocumentCommand('delete_draft', {
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
