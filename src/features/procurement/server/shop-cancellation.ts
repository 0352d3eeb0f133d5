import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Procurement } from '../model.ts';
import { withLetterOnItsWay } from '../ordering.ts';
import { ordersToCancelAtShops } from '../shop-orders.ts';
import { queueCancellations } from './letter-queue.ts';
import { saveOrders } from './order-store.ts';

/**
 * Cancels orders at marketplaces after a change of company (PUN-12, TASK-14), or if an order reached the shop after the
 * end of its request (TASK-08). Runs as writer, with the request locked.
 */
export async function cancelAtShops(
  tx: Tx,
  context: Context,
  document: Procurement & { readonly id: number },
): Promise<void> {
  const orders = ordersToCancelAtShops(document, document.head.status === 'declined');
  if (orders.length === 0) return;
  const begun = orders.map((order) => withLetterOnItsWay(document, order, 'cancellation'));
  saveOrders(tx, context, document.id, begun, {});
  await queueCancellations(tx, context, document.id);
}
