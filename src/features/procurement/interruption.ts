import { compareAmounts } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { TaskInput } from '../../document/facts.ts';
import { cancelled } from '../../document/interruption.ts';
import { confirmedRemarks, type Doubt } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import type { ProcurementSituation } from './facts.ts';
import type { SupplierOrder } from './model.ts';
import { isPlaced } from './order-letters.ts';
import { supplierOrders, withLetterOnItsWay } from './ordering.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';
import { ordersToCancelAtShops } from './shop-orders.ts';

export interface CancelInput extends TaskInput {
  /** Suppliers with an order that get a cancellation mail (TASK-08). */
  readonly notify_supplier_ids?: readonly number[] | undefined;
}

/**
 * Ends the request irreversibly (TASK-08). Unsent orders are dropped, the named suppliers get a cancellation, and
 * orders sent to marketplaces by cXML are cancelled there.
 */
export function cancelOrder(
  situation: ProcurementSituation,
  input: CancelInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const notified = alreadyOrdered(situation).filter(
    ({ supplier_id }) => supplier_id !== null && input.notify_supplier_ids?.includes(supplier_id),
  );
  const isKnown = (supplier: number) => notified.some(({ supplier_id }) => supplier_id === supplier);
  const field = 'notify_supplier_ids';
  if (!(input.notify_supplier_ids ?? []).every(isKnown)) return refuse('not_found', { field });
  if (notified.some((order) => order.state === 'sending')) return refuse('still_sending', { field });
  const remarks = confirmedRemarks(situation, 'cancel', receivedDoubts(situation), input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const noted = change(document.timeline, occasionOf(situation), ...remarks.map((one) => remark(one)));
  if (isRefusal(noted)) return noted;
  const withdrawn = document.orders
    .filter((order) => !isPlaced(order) && (order.state === 'open' || order.state === 'failed'))
    .map((order): SupplierOrder => ({ ...order, state: 'cancelled' }));
  const atShops = ordersToCancelAtShops(document, true).filter((order) => !notified.includes(order));
  const voided = [...notified, ...atShops].map((order) =>
    withLetterOnItsWay(document, order, 'cancellation'),
  );
  return outcome(cancelled({ ...situation, document: { ...document, timeline: noted } }, input), {
    orders: [...withdrawn, ...voided],
  });
}

/** Received goods without invoice must still be paid and remain committed in the budget (BUD-08). */
function receivedDoubts({ document }: ProcurementSituation): readonly Doubt[] {
  const received = document.lines.filter((line) => compareAmounts(line.quantity_received, '0') > 0);
  if (received.length === 0 || document.head.completely_invoiced) return [];
  return [{ code: 'goods_received', values: { count: received.length } }];
}

/** Orders that the supplier has or may have; the cancel dialog warns about them (TASK-08). */
function alreadyOrdered({ document }: ProcurementSituation): readonly SupplierOrder[] {
  return supplierOrders(document).filter((order) => isPlaced(order) || order.state === 'uncertain');
}
