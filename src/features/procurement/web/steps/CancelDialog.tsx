import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcurementDocument } from '../document.ts';
import { shownOrders } from '../ordering/order-view.ts';
import classes from './ActionDialog.module.css';
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx';

export type CancelDialogProps = Omit<ActionDialogProps, 'command' | 'children' | 'more'> & {
  readonly document: ProcurementDocument;
};

/** Ends the request for good; suppliers that have the order already get a cancellation where it is ticked (TASK-08). */
export function CancelDialog({ document, ...dialog }: CancelDialogProps): ReactNode {
  const { t } = useTranslation();
  const [notified, setNotified] = useState<readonly number[]>([]);
  const ordered = shownOrders(document).filter(
    ({ isPlaced, block }) => isPlaced || block.state === 'uncertain' || block.state === 'sending',
  );
  return (
    <ActionDialog
      {...dialog}
      command="cancel"
      {...(notified.length === 0 ? {} : { more: { notify_supplier_ids: notified } })}
    >
      {ordered.length === 0 ? null : (
        <fieldset className={classes.choices}>
          <legend>{t('procurement.notify.title')}</legend>
          {ordered.map(({ block: { supplier_id: id, state }, supplier }) =>
            id === null ? null : (
              <Checkbox
                key={id}
                label={`${supplier}, ${t(`procurement.order_state.${state}`)}`}
                disabled={state === 'sending'}
                checked={notified.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setNotified((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
                }
              />
            ),
          )}
        </fieldset>
      )}
    </ActionDialog>
  );
}
