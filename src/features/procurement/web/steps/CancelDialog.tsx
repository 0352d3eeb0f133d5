import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../../document/web/steps/ActionDialog.module.css';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import type { ProcurementDocument } from '../document.ts';
import { procurementPage } from '../kind.tsx';
import { orderKey, type ShownOrder, shownOrders } from '../ordering/order-view.ts';

/** Ends the request irreversibly; selected suppliers with an order get a cancellation (TASK-08). */
export function CancelDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ProcurementDocument>): ReactNode {
  const { t } = useTranslation();
  const [notified, setNotified] = useState<readonly number[]>([]);
  const ordered = shownOrders(document).filter(
    ({ isPlaced, block }) => isPlaced || block.state === 'uncertain' || block.state === 'sending',
  );
  const others = ordered.filter((order) => !isCancelledThere(order));
  if (action === undefined) return null;
  return (
    <ActionDialog
      {...dialog}
      kind={procurementPage}
      action={action}
      {...(notified.length === 0 ? {} : { more: { notify_supplier_ids: notified } })}
    >
      {ordered.length === 0 ? null : (
        <fieldset className={classes.choices}>
          {others.length === 0 ? null : <legend>{t('procurement.notify.title')}</legend>}
          {ordered.filter(isCancelledThere).map(({ block, supplier }) => (
            <p key={orderKey(block)}>{t('procurement.notify.at_shop', { supplier })}</p>
          ))}
          {others.map(({ block: { supplier_id: id, state }, supplier }) =>
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

/** Orders sent to a marketplace by cXML are cancelled there automatically (TASK-08). */
function isCancelledThere({ block, order }: ShownOrder): boolean {
  return block.marketplace_id !== null && order?.channel === 'cxml';
}
