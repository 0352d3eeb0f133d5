import { Button } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconClipboardCheck, IconEye, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentActions } from '../../../../document/web/steps/use-document-actions.ts';
import { download } from '../../../../platform/web/api.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { documentNumber, type ProcurementDocument } from '../document.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import classes from './OrderPanel.module.css';
import { OrderStateBadge } from './OrderStateBadge.tsx';
import { OrderTrail } from './OrderTrail.tsx';
import { orderKey, type ShownOrder, shownOrders } from './order-view.ts';

/** The actions on the order of one supplier. */
type OrderAction = 'send_order' | 'confirm_order' | 'record_confirmation' | 'accept_confirmation';

export interface OrderPanelProps {
  readonly form: ProcurementForm;
  readonly actions: DocumentActions;
}

/** One block per supplier: state of the order, letters and next actions (PROC-16, PROC-37). */
export function OrderPanel({ form, actions }: OrderPanelProps): ReactNode {
  const { t } = useTranslation();
  const { document } = form;
  if (document === null || !isOrdering(document)) return null;
  const orders = shownOrders(document);
  if (orders.length === 0) return null;
  const mayTake = (key: OrderAction): boolean =>
    form.seen.note === null && document.actions.some((action) => action.key === key && action.enabled);
  return (
    <section className={classes.panel} aria-labelledby="orders">
      <h2 id="orders" className={classes.title}>
        {t('procurement.order.title')}
      </h2>
      <ul>
        {orders.map((order) => (
          <OrderBlock
            key={orderKey(order.block)}
            document={document}
            order={order}
            mayTake={mayTake}
            onAsk={(key) => actions.ask(key, orderKey(order.block))}
          />
        ))}
      </ul>
    </section>
  );
}

/** During order placement, and once a letter exists. */
function isOrdering(document: ProcurementDocument): boolean {
  const { status, procurement_supplier_orders: orders } = document;
  return status === 'approved' || orders.some(({ procurement_order_letters: letters }) => letters.length > 0);
}

interface OrderBlockProps {
  readonly document: ProcurementDocument;
  readonly order: ShownOrder;
  readonly mayTake: (key: OrderAction) => boolean;
  readonly onAsk: (kind: OrderAction) => void;
}

function OrderBlock({ document, order, mayTake, onAsk }: OrderBlockProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { supplier, lines, net } = order;
  return (
    <li className={classes.block}>
      <div className={classes.head}>
        <span className={classes.name}>{supplier}</span>
        <span className="quiet">{t('procurement.order.lines', { count: lines.length })}</span>
        {seesPrices && lines.length > 0 ? (
          <span className="quiet">
            <Amount value={net} currency={document.currency} />
          </span>
        ) : null}
        <StateBadge order={order} />
        <BlockActions document={document} order={order} mayTake={mayTake} onAsk={onAsk} />
      </div>
      <BlockNotice order={order} />
      <OrderTrail order={order} />
    </li>
  );
}

/** The state of the order, or the due letter if the supplier has an older version. */
function StateBadge({ order: { block, isPlaced } }: { readonly order: ShownOrder }): ReactNode {
  const { t } = useTranslation();
  const { state, letter_due: due } = block;
  const isBehind = isPlaced && (state === 'sent' || state === 'confirmed');
  if (isBehind && due !== null && due !== 'order')
    return <MeaningBadge meaning="waiting">{t(`procurement.order.due.${due}`)}</MeaningBadge>;
  return <OrderStateBadge state={state} />;
}

/** Why the supplier does not have the current order. */
function BlockNotice({ order: { block, letters } }: { readonly order: ShownOrder }): ReactNode {
  const { t } = useTranslation();
  const last = letters.at(-1);
  if (block.state === 'uncertain')
    return <p className={classes.warning}>{t('procurement.order.uncertain')}</p>;
  if (block.state === 'failed' && last?.failure) {
    return (
      <p className="problem" role="alert">
        {t(`procurement.order.failure.${last.failure}`)}
        {last.failure_reason === null ? null : <span className="quiet"> {last.failure_reason}</span>}
      </p>
    );
  }
  return null;
}

function BlockActions({ document, order, mayTake, onAsk }: OrderBlockProps): ReactNode {
  const { t } = useTranslation();
  const { block, supplier } = order;
  const due = block.letter_due;
  const SendIcon = block.marketplace_id === null ? IconMail : IconBuildingStore;
  const { maySend, mayConfirm, mayRecord, mayAccept } = possibleOn(order, mayTake);
  const of = (action: string) => t('procurement.order.action_of', { action, supplier });
  const confirmLabel = t(`procurement.order.confirm.${due ?? 'order'}`);
  return (
    <div className={classes.actions}>
      {maySend ? (
        <>
          <PreviewButton document={document} order={order} />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<SendIcon size={14} stroke={1.6} aria-hidden />}
            aria-label={t('procurement.order.send_to', {
              action: t(`procurement.order.send.${due}`),
              supplier,
            })}
            onClick={() => onAsk('send_order')}
          >
            {t(`procurement.order.send.${due}`)}
          </Button>
        </>
      ) : null}
      {mayConfirm ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCheck size={14} stroke={1.6} aria-hidden />}
          aria-label={
            due === null || due === 'order'
              ? t('procurement.confirm_order_of', { supplier })
              : of(confirmLabel)
          }
          onClick={() => onAsk('confirm_order')}
        >
          {confirmLabel}
        </Button>
      ) : null}
      {mayRecord ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconClipboardCheck size={14} stroke={1.6} aria-hidden />}
          aria-label={of(t('procurement.actions.record_confirmation'))}
          onClick={() => onAsk('record_confirmation')}
        >
          {t('procurement.actions.record_confirmation')}
        </Button>
      ) : null}
      {mayAccept ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={of(t('procurement.actions.accept_confirmation'))}
          onClick={() => onAsk('accept_confirmation')}
        >
          {t('procurement.actions.accept_confirmation')}
        </Button>
      ) : null}
    </div>
  );
}

/** The actions that make sense in the state of an order and that the person may take. */
function possibleOn(
  { block: { letter_due: due, state }, isPlaced, confirmations }: ShownOrder,
  mayTake: OrderBlockProps['mayTake'],
) {
  const isOnItsWay = state === 'sending';
  return {
    maySend: due !== null && !isOnItsWay && mayTake('send_order'),
    mayConfirm: !isOnItsWay && (due !== null || state === 'sent') && mayTake('confirm_order'),
    mayRecord: isPlaced && !isOnItsWay && due !== 'cancellation' && mayTake('record_confirmation'),
    mayAccept: confirmations.some((one) => one.isUndecided) && mayTake('accept_confirmation'),
  };
}

/** Opens the letter as it would be sent now. */
function PreviewButton({
  document,
  order: { block, supplier },
}: Pick<OrderBlockProps, 'document' | 'order'>): ReactNode {
  const { t } = useTranslation();
  const ofShop = block.marketplace_id === null ? '' : `&marketplace_id=${block.marketplace_id}`;
  const path = `/api/procurement/${document.id}/pdf?supplier_id=${block.supplier_id}${ofShop}`;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconEye size={14} stroke={1.6} aria-hidden />}
      aria-label={t('procurement.order.preview_of', { supplier })}
      onClick={() => void download(path, `${documentNumber(document)}.pdf`).catch(toastFailure)}
    >
      {t('procurement.order.preview')}
    </Button>
  );
}
