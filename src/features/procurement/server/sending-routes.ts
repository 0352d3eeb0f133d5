import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import type { SupplierOrderState } from '../model.ts';
import { procurementActions } from './commands.ts';
import { actionInputs } from './input.ts';

/** Without version the current request is used; without key the call is not deduplicated. */
const optional = { expected_version: true, idempotency_key: true } as const;
export const sendBody = actionInputs.send_order
  .omit({ id: true })
  .partial(optional)
  .extend({ channel: z.enum(['email', 'cxml']).optional() });
export const confirmBody = actionInputs.confirm_order.omit({ id: true }).partial(optional);

interface OrderBody {
  readonly idempotency_key?: string | undefined;
  readonly supplier_id: number;
  readonly marketplace_id?: number | null | undefined;
}

/**
 * `POST /api/procurement/{id}/send` and `/confirm` (API-33): the commands `procurement_send_order` and
 * `procurement_confirm_order`, with their refusals, including `module_off` (GEN-10). They return the state of the order
 * and the job that sends it.
 */
export function registerOrderRoutes(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;

  app.post('/api/procurement/:id/send', { onRequest }, async (request) => {
    const { channel, ...body } = bodyOf(request, sendBody);
    // The lines determine the channel: marketplace lines are ordered by cXML.
    if (channel === 'cxml' && !body.marketplace_id)
      throw new Refused(refuse('module_off', { field: 'channel' }));
    return await answer(request, body, (tx, context, target) =>
      procurementActions.take(tx, context, 'send_order', { ...body, ...target }),
    );
  });

  app.post('/api/procurement/:id/confirm', { onRequest }, async (request) => {
    const body = bodyOf(request, confirmBody);
    return await answer(request, body, (tx, context, target) =>
      procurementActions.take(tx, context, 'confirm_order', { ...body, ...target }),
    );
  });

  async function answer(
    request: FastifyRequest,
    body: OrderBody,
    take: (tx: Tx, context: Context, target: Target) => Promise<{ id: number }>,
  ): Promise<OrderAnswer> {
    const context = contextOf(request);
    const target = { id: idInPath(request), idempotency_key: body.idempotency_key ?? randomUUID() };
    return await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'procurement');
      await take(tx, context, target);
      return await orderOf(tx, target.id, body);
    });
  }
}

interface Target {
  readonly id: number;
  readonly idempotency_key: string;
}

interface OrderAnswer {
  readonly success: true;
  readonly state: SupplierOrderState;
  /** For `GET /api/job/{id}`; null if nothing was sent. */
  readonly job_id: number | null;
}

async function orderOf(tx: Tx, id: number, { supplier_id, marketplace_id }: OrderBody): Promise<OrderAnswer> {
  const order = await tx.one<{ state: SupplierOrderState; job_id: number | null }>(
    `select state, job_id from procurement_supplier_order
     where procurement_id = $1 and supplier_id = $2 and marketplace_id is not distinct from $3`,
    [id, supplier_id, marketplace_id ?? null],
  );
  return { success: true, ...order };
}
