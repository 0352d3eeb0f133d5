import type { ReactNode } from 'react';
import type { OwnDialogProps, OwnDialogs } from '../../../../document/web/steps/DocumentDialogs.tsx';
import type { ProcurementDocument } from '../document.ts';
import { AcceptConfirmationDialog } from '../ordering/AcceptConfirmationDialog.tsx';
import { ConfirmOrderDialog } from '../ordering/ConfirmOrderDialog.tsx';
import { orderAt, type ShownOrder } from '../ordering/order-view.ts';
import { RecordConfirmationDialog } from '../ordering/RecordConfirmationDialog.tsx';
import { SendOrderDialog } from '../ordering/SendOrderDialog.tsx';
import { FinishDeliveryDialog } from '../receipt/FinishDeliveryDialog.tsx';
import { ReceiveDialog } from '../receipt/ReceiveDialog.tsx';
import { TakeBackDialog } from '../receipt/TakeBackDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';

type Props = OwnDialogProps<ProcurementDocument>;

/** The dialogs that only purchase requests have. */
export const procurementDialogs: OwnDialogs<ProcurementDocument> = {
  cancel: CancelDialog,
  receive: ReceiveDialog,
  finish_delivery: FinishDeliveryDialog,
  take_back: ({ about, ...props }) => <TakeBackDialog {...props} booking={about} />,
  send_order: ({ action, ...props }) =>
    ofOrder(props, (order) => <SendOrderDialog {...props} action={action} order={order} />),
  confirm_order: ({ action, ...props }) =>
    ofOrder(props, (order) => <ConfirmOrderDialog {...props} action={action} order={order} />),
  record_confirmation: (props) =>
    ofOrder(props, (order) => <RecordConfirmationDialog {...props} order={order} />),
  accept_confirmation: (props) =>
    ofOrder(props, (order) => <AcceptConfirmationDialog {...props} order={order} />),
};

/** A dialog about the current order of one supplier. */
function ofOrder(
  { document, about }: Omit<Props, 'action'>,
  dialog: (order: ShownOrder) => ReactNode,
): ReactNode {
  const order = orderAt(document, about);
  return order === undefined ? null : dialog(order);
}
