import { type Refusal, refuse } from '../../base/refusal.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee } from '../../timeline/flow.ts';
import type { shopStatuses } from '../punchout/log-words.ts';
import { linesMissing, type ProcurementSituation } from './facts.ts';
import type { Procurement, SupplierOrder } from './model.ts';
import { isPlaced, lastLetter, letterDue, linesOf } from './order-letters.ts';
import { isOrderSender, supplierOrders } from './ordering.ts';

export type ShopStatus = (typeof shopStatuses)[number];

type Ordered = Pick<Procurement, 'head' | 'lines' | 'orders'>;

/**
 * The orders sent to shops by cXML that have to be cancelled there while goods are outstanding (TASK-08, TASK-14):
 * those without lines, or all if the request ends. If a cancellation is being sent or its outcome is uncertain,
 * a person decides.
 */
export function ordersToCancelAtShops(document: Ordered, ends: boolean): readonly SupplierOrder[] {
  return supplierOrders(document).filter((order) => {
    const isAtShop = order.marketplace_id !== null && order.channel === 'cxml' && order.state !== 'sending';
    if (!isAtShop || !(isPlaced(order) || order.state === 'uncertain')) return false;
    if (order.state === 'uncertain' && lastLetter(order)?.kind === 'cancellation') return false;
    const lines = linesOf(document, order);
    const isOpen = lines.length === 0 || linesMissing(lines).length > 0;
    return isOpen && (ends || letterDue(document, order) === 'cancellation');
  });
}

/** An order is being sent to a shop and cannot be stopped. */
export function isOnItsWayToShop({ orders }: Pick<Procurement, 'orders'>): boolean {
  return orders.some((order) => order.marketplace_id !== null && order.state === 'sending');
}

/** The scope of a status: one marketplace or all, these lines or all. */
export interface StatusScope {
  readonly marketplace_id?: number | null | undefined;
  readonly lines?: readonly { readonly procurement_line_id: number }[] | null | undefined;
}

/** The marketplace orders in the scope; refuses marketplaces and lines that the request does not have. */
export function ordersMeant(document: Ordered, scope: StatusScope): readonly SupplierOrder[] | Refusal {
  const strange = (scope.lines ?? []).findIndex(
    (line) =>
      !document.lines.some((own) => own.id === line.procurement_line_id && own.marketplace_id !== null),
  );
  if (strange >= 0) return refuse('not_found', { field: `lines.${strange}.procurement_line_id` });
  const known = supplierOrders(document);
  const over = document.orders.filter((order) => !known.some((one) => one.id === order.id));
  const atShops = [...known, ...over].filter(({ marketplace_id }) => marketplace_id !== null);
  const meant = atShops.filter(
    (order) =>
      (!scope.marketplace_id || order.marketplace_id === scope.marketplace_id) &&
      (!scope.lines ||
        linesOf(document, order).some((own) =>
          scope.lines?.some(({ procurement_line_id: id }) => id === own.id),
        )),
  );
  const isUnknown = Boolean(scope.marketplace_id) && meant.length === 0;
  return isUnknown ? refuse('not_found', { field: 'marketplace_id' }) : meant;
}

/** Refuses statuses that this person may not report, or that are not true. */
export function statusRefusal(
  situation: ProcurementSituation,
  status: ShopStatus,
  meant: readonly SupplierOrder[],
): Refusal | null {
  const { actor, document } = situation;
  const takesPart =
    document.head.creator_id === actor.id || isAssignee(situation) || isOrderSender(situation);
  if (!takesPart && !hasRole(actor, 'user-admin')) return refuse('permission_denied');
  return isSo(document, status, meant) ? null : refuse('step_not_possible', { field: 'status' });
}

function isSo(document: Ordered, status: ShopStatus, meant: readonly SupplierOrder[]): boolean {
  const { status: own } = document.head;
  switch (status) {
    case 'approved':
      return own === 'approved' || own === 'ordered' || own === 'completed';
    case 'ordered':
      return own !== 'declined' && meant.some(isPlaced);
    case 'cancelled': {
      const isVoid = (order: SupplierOrder) =>
        order.state === 'cancelled' ||
        lastLetter(order)?.kind === 'cancellation' ||
        letterDue(document, order) === 'cancellation';
      return own === 'declined' || (meant.length > 0 && meant.every(isVoid));
    }
    default:
      return own === status;
  }
}
