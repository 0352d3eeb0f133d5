import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import type { ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { DifferenceList } from './OrderTrail.tsx';
import { blockIn, type ShownOrder } from './order-view.ts';

export interface AcceptConfirmationDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
  readonly order: ShownOrder;
}

/** Accepts a deviating confirmation (PROC-36). */
export function AcceptConfirmationDialog(props: AcceptConfirmationDialogProps): ReactNode {
  const { order, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const command = useProcurementCommand('accept_confirmation', { onDone });
  const undecided = order.confirmations.find((one) => one.isUndecided);
  return (
    <>
      <ConfirmDialog
        opened={command.confirmation === null}
        title={t('procurement.confirmation.accept_title')}
        actionLabel={t('procurement.actions.accept_confirmation')}
        isPending={command.isPending}
        onConfirm={() => void command.run({ ...target, ...blockIn(order.block) })}
        onClose={onClose}
      >
        <p>{t('procurement.confirmation.accept_text')}</p>
        {undecided === undefined ? null : <DifferenceList confirmation={undecided} />}
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={t('procurement.actions.accept_confirmation')} />
    </>
  );
}
