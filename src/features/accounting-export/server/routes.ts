import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { permitModule } from '../../../platform/server/modules.ts';
import { exportOrder } from '../export-order.ts';
import { startExport } from './start.ts';

/** `POST /api/invoice/export`: 202 `{ job_id, run_ids }` (API-31). */
export function registerInvoiceExport(
  app: HttpServer,
  { database, authentication }: { readonly database: Database; readonly authentication: Authentication },
): void {
  app.post('/api/invoice/export', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const order = bodyOf(request, exportOrder);
    const context = contextOf(request);
    const { jobId, runIds } = await database.inTenant(context, async (tx) => {
      await permitModule(tx.as('writer'), 'invoice');
      return await startExport(tx, context, order);
    });
    return reply.code(202).send({ job_id: jobId, run_ids: runIds });
  });
}
