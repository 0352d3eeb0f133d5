import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../platform/web/command.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { type CommandAnswer, mutationOf } from '../commands.ts';
import type { ProcurementDocument } from '../document.ts';
import { DifferenceList } from './OrderTrail.tsx';
import type { ShownOrder } from './order-view.ts';

export interface AcceptConfirmationDialogProps {
  readonly document: ProcurementDocument;
  readonly order: ShownOrder;
  readonly target: { readonly id: number; readonly expected_version: number };
  readonly onDone: (answer: CommandAnswer) => void;
  readonly onClose: () => void;
}

/** Accepts what a supplier confirmed differently (PROC-36). */
export function AcceptConfirmationDialog(props: AcceptConfirmationDialogProps): ReactNode {
  const { document, order, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const command = useCommand<{ document: CommandAnswer }>(mutationOf('accept_confirmation'), {
    onDone: ({ document: answer }) => onDone(answer),
  });
  const undecided = order.confirmations.find((one) => one.isUndecided);
  return (
    <ConfirmDialog
      opened
      title={t('procurement.confirmation.accept_title')}
      actionLabel={t('procurement.actions.accept_confirmation')}
      isPending={command.isPending}
      onConfirm={() => void command.run({ ...target, supplier_id: order.block.supplier_id })}
      onClose={onClose}
    >
      <p>{t('procurement.confirmation.accept_text')}</p>
      {undecided === undefined ? null : (
        <DifferenceList document={document} row={undecided.row} differences={undecided.differences} />
      )}
    </ConfirmDialog>
  );
}
