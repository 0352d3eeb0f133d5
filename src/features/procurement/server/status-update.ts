import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { loadDocument, lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { isRowId } from '../../../platform/server/http/row-id.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import { shopStatuses } from '../../punchout/log-words.ts';
import { logStatusUpdate } from '../../punchout/server/store.ts';
import type { SupplierOrder, SupplierOrderState } from '../model.ts';
import { withLetterOnItsWay } from '../ordering.ts';
import { outcome } from '../outcome.ts';
import { ordersMeant, ordersToCancelAtShops, type ShopStatus, statusRefusal } from '../shop-orders.ts';
import { queueCancellations } from './letter-queue.ts';
import { servedProcurement } from './served.ts';
import type { StoredProcurement } from './store.ts';

const id = z.int().positive();
export const statusBody = z.object({
  comment: z.string().max(4000).nullish(),
  marketplace_id: id.nullish(),
  lines: z
    .array(z.object({ procurement_line_id: id, quantity: z.number().positive() }))
    .min(1)
    .max(500)
    .nullish(),
});

interface StatusAnswer {
  readonly success: true;
  readonly document_id: number;
  readonly status: ShopStatus;
  readonly orders: readonly {
    readonly marketplace_id: number | null;
    readonly order_number: string | null;
    readonly state: SupplierOrderState;
  }[];
}

/**
 * `POST /api/punchin/status-update/{status}/document/{id}` (PUN-11, API-23): reports the status of a request to its
 * marketplaces. cXML has a message for cancellations only; other statuses are only logged.
 */
export function registerStatusUpdate(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  app.post(
    '/api/punchin/status-update/:status/document/:id',
    { onRequest: authentication.requirePerson },
    async (request): Promise<StatusAnswer> => {
      const { status, documentId } = addressOf(request);
      const given = bodyOf(request, statusBody);
      const context = contextOf(request);
      return await database.inTenant(context, async (tx) => {
        await requireModule(tx, 'procurement');
        return await updateStatus(tx, context, { status, documentId, given, url: request.url });
      });
    },
  );
}

interface StatusUpdate {
  readonly status: ShopStatus;
  readonly documentId: number;
  readonly given: z.output<typeof statusBody>;
  readonly url: string;
}

async function updateStatus(tx: Tx, context: Context, update: StatusUpdate): Promise<StatusAnswer> {
  const { status, documentId, given } = update;
  const document = await lockDocument(tx, context, servedProcurement, documentId, null);
  const writer = tx.as('writer');
  const situation = await loadSituation(writer, context, servedProcurement, document, {
    locksBudgets: false,
  });
  const meant = orRefuse(ordersMeant(document, given));
  const refusal = statusRefusal(situation, status, meant);
  if (refusal !== null) throw new Refused(refusal);
  const due =
    status === 'cancelled'
      ? ordersToCancelAtShops(document, document.head.status === 'declined').filter((order) =>
          meant.some((one) => one.id === order.id),
        )
      : [];
  if (due.length > 0) {
    const orders = due.map((order) => withLetterOnItsWay(document, order, 'cancellation'));
    await saveOutcome(
      writer,
      context,
      servedProcurement,
      situation,
      orRefuse(outcome(document.timeline, { orders })),
    );
    await queueCancellations(writer, context, document.id);
  }
  const answer = await answerOf(writer, document, status, meant);
  for (const marketplaceId of new Set(meant.flatMap(({ marketplace_id }) => marketplace_id ?? []))) {
    await logStatusUpdate(writer, context, {
      ...{ procurementId: document.id, marketplaceId, url: update.url.split('?')[0] ?? '' },
      ...{ request: JSON.stringify(given), response: status },
    });
  }
  return answer;
}

/** The answer with the current state of the orders. */
async function answerOf(
  writer: Tx,
  document: StoredProcurement,
  status: ShopStatus,
  meant: readonly SupplierOrder[],
): Promise<StatusAnswer> {
  const { orders } = await loadDocument(writer, servedProcurement, document.id);
  return {
    success: true,
    document_id: document.id,
    status,
    orders: meant.map((order) => ({
      marketplace_id: order.marketplace_id,
      order_number: document.head.order_number_formatted,
      state: orders.find((one) => one.id !== null && one.id === order.id)?.state ?? order.state,
    })),
  };
}

function addressOf(request: FastifyRequest): { readonly status: ShopStatus; readonly documentId: number } {
  const given = request.params as { status: string; id: string };
  const status = shopStatuses.find((one) => one === given.status);
  if (!status || !isRowId(given.id)) throw new Refused(refuse('not_found'));
  return { status, documentId: Number(given.id) };
}
