import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { ProcurementSituation, TaskInput } from './facts.ts';
import type { Procurement, SupplierOrder, SupplierOrderState } from './model.ts';
import { confirmedRemarks, type Outcome, outcome } from './outcome.ts';

/** Names one block of lines: a supplier, and the marketplace where they were picked (PROC-16). */
export interface OrderBlock {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
}

export interface OrderInput extends TaskInput {
  readonly supplier_id?: number | null;
  readonly marketplace_id?: number | null;
}

export interface ConfirmOrderInput extends OrderInput {
  /** The supplier's number of an order placed by e-mail, telephone or fax. */
  readonly confirmation_no?: string | null;
}

/** The blocks of the order with their state; a block without order row is open (PROC-16). */
export function supplierOrders({
  lines,
  orders,
}: Pick<Procurement, 'lines' | 'orders'>): readonly SupplierOrder[] {
  const blocks = new Map(lines.map((line) => [`${line.supplier_id} ${line.marketplace_id}`, line]));
  return [...blocks.values()].map(
    ({ supplier_id, marketplace_id }) =>
      orders.find((order) => isOf(order, { supplier_id, marketplace_id })) ?? {
        id: null,
        supplier_id,
        marketplace_id,
        state: 'open',
        channel: null,
      },
  );
}

/** All blocks are sent or confirmed (TASK-11). */
export function areAllOrdered(document: Pick<Procurement, 'lines' | 'orders'>): boolean {
  return supplierOrders(document).every(isOrdered);
}

/** The order has reached its supplier. */
export function isOrdered(order: Pick<SupplierOrder, 'state'>): boolean {
  return order.state === 'sent' || order.state === 'confirmed';
}

/** Everything must be ordered, and nothing may still be on its way, before the step can be completed (TASK-11, PROC-17). */
export function mayCompleteOrder({ document }: ProcurementSituation): true | Refusal {
  const orders = supplierOrders(document);
  if (orders.some((order) => order.state === 'sending' || order.state === 'uncertain')) {
    return refuse('still_sending');
  }
  const open = orders.filter((order) => !isOrdered(order)).length;
  return open === 0 ? true : refuse('order_not_completed', { values: { count: open } });
}

/** Ends order placement: from now on goods are awaited. */
export function completeOrder(situation: ProcurementSituation, input: TaskInput): Outcome | Refusal {
  return outcome(
    change(
      situation.document.timeline,
      occasionOf(situation),
      forwardToNext({ status: 'approved', comment: input.comment }),
    ),
  );
}

/**
 * Starts sending a block electronically (TASK-13). The entry is written by `recordOrderSent` once it has
 * really gone out. Where the outcome of an earlier attempt is uncertain, the person confirms that it goes again.
 */
export function sendOrder(situation: ProcurementSituation, input: OrderInput): Outcome | Refusal {
  const order = orderIn(situation, input, ['open', 'failed', 'uncertain']);
  if (isRefusal(order)) return order;
  const doubts = order.state === 'uncertain' ? [{ code: 'still_sending' as const }] : [];
  const remarks = confirmedRemarks(situation, 'send_order', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const channel = order.marketplace_id === null ? 'email' : 'cxml';
  return outcome(situation.document.timeline, { orders: [{ ...order, state: 'sending', channel }] });
}

/**
 * Writes down that a block has gone out, when the mail server or the marketplace took it (PROC-17). That is so
 * wherever the document has come to meanwhile, even if its lines no longer name the supplier.
 */
export function recordOrderSent(situation: ProcurementSituation, block: OrderBlock): Outcome | Refusal {
  const order = situation.document.orders.find((one) => isOf(one, block));
  if (!order) return refuse('not_found', { field: 'supplier_id' });
  if (order.state !== 'sending' && order.state !== 'uncertain') return refuse('order_already_sent');
  const type = order.channel === 'cxml' ? 'order-sent-punchout' : 'order-sent-internal';
  const sent = systemRemark({ code: 'order_sent', values: blockValues(order) }, type);
  const timeline = change(situation.document.timeline, occasionOf(situation), remark(sent));
  return outcome(timeline, { orders: [{ ...order, state: 'sent' }] });
}

/**
 * Writes down that a block has not gone out, or that nobody knows; the person decides how to go on (PROC-17).
 * Refuses when he has done so already.
 */
export function recordOrderNotSent(
  situation: ProcurementSituation,
  block: OrderBlock,
  state: 'failed' | 'uncertain' | 'cancelled',
): Outcome | Refusal {
  const order = situation.document.orders.find((one) => isOf(one, block));
  if (!order) return refuse('not_found', { field: 'supplier_id' });
  if (order.state !== 'sending') return refuse('order_already_sent');
  return outcome(situation.document.timeline, { orders: [{ ...order, state }] });
}

/** Confirms a block that was ordered by e-mail, telephone or fax (TASK-13). */
export function confirmOrder(situation: ProcurementSituation, input: ConfirmOrderInput): Outcome | Refusal {
  const order = orderIn(situation, input, ['open', 'failed', 'uncertain', 'sent']);
  if (isRefusal(order)) return order;
  const values = { ...blockValues(order), confirmation_no: input.confirmation_no ?? null };
  const confirmed = systemRemark({ code: 'order_confirmed', values }, 'order-sent-internal');
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    remark({ ...confirmed, comment: input.comment ?? null }),
  );
  const channel = order.channel ?? 'manual';
  return outcome(timeline, { orders: [{ ...order, state: 'confirmed', channel }] });
}

function orderIn(
  { document }: ProcurementSituation,
  block: OrderInput,
  states: readonly SupplierOrderState[],
): SupplierOrder | Refusal {
  const wanted = { supplier_id: block.supplier_id ?? null, marketplace_id: block.marketplace_id ?? null };
  const order = supplierOrders(document).find((one) => isOf(one, wanted));
  if (!order) return refuse('not_found', { field: 'supplier_id' });
  if (states.includes(order.state)) return order;
  return refuse(order.state === 'sending' ? 'still_sending' : 'order_already_sent', { field: 'supplier_id' });
}

function isOf(order: OrderBlock, block: OrderBlock): boolean {
  return order.supplier_id === block.supplier_id && order.marketplace_id === block.marketplace_id;
}

function blockValues({ supplier_id, marketplace_id }: OrderBlock) {
  return { supplier_id, marketplace_id };
}
