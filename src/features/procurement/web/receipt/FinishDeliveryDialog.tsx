import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ProcurementDocument } from '../document.ts';
import { procurementPage } from '../kind.tsx';
import classes from './ReceiveDialog.module.css';
import { receiptLines } from './receipt-draft.ts';

/** Ends the delivery; its question lists the missing goods (TASK-12, PROC-19). */
export function FinishDeliveryDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ProcurementDocument>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const missing = receiptLines(document).filter(({ isComplete }) => !isComplete);
  if (action === undefined) return null;
  return (
    <ActionDialog
      {...dialog}
      kind={procurementPage}
      action={action}
      isReported={({ code, values }) => code === 'receipt_incomplete' && values?.count === missing.length}
    >
      {missing.length === 0 ? null : (
        <section className={classes.missing}>
          <p>{t('procurement.dialog.finish_delivery.missing')}</p>
          <ul>
            {missing.map((line) => (
              <li key={line.row.id}>
                {t('procurement.dialog.finish_delivery.missing_line', {
                  missing: format.quantity(line.missing),
                  ordered: format.quantity(line.ordered),
                  unit: line.row.unit ?? '',
                  name: line.row.description ?? '',
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </ActionDialog>
  );
}
