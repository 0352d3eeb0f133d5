import { z } from 'zod';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../platform/server/modules.ts';
import { exportOrder } from '../export-order.ts';
import { registerExportCheck } from './check/routes.ts';
import { registerResolving } from './reconciling/resolve-routes.ts';
import { registerReconciling } from './reconciling/routes.ts';
import { registerExportFiles } from './runs/run-file-routes.ts';
import { startExport } from './runs/start.ts';
import { longestReason, orderWithdrawal } from './runs/withdraw.ts';

export const withdrawal = z.object({ reason: z.string().trim().min(1).max(longestReason) });

/**
 * `POST /api/invoice/export`: 202 `{ job_id, run_ids }` (API-31), `POST /api/invoice/export/{run_id}/withdraw`: 202
 * `{ job_id }` (EXP-23), and the routes for files, checks, reconciliation and manual findings.
 */
export function registerInvoiceExport(
  app: HttpServer,
  parts: { readonly database: Database; readonly authentication: Authentication },
): void {
  const { database, authentication } = parts;
  app.post('/api/invoice/export', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const order = bodyOf(request, exportOrder);
    const context = contextOf(request);
    const { jobId, runIds } = await database.inTenant(context, async (tx) => {
      await permitModule(tx.as('writer'), 'invoice');
      return await startExport(tx, context, order);
    });
    return reply.code(202).send({ job_id: jobId, run_ids: runIds });
  });
  app.post(
    '/api/invoice/export/:run_id/withdraw',
    { onRequest: authentication.requirePerson },
    async (request, reply) => {
      const runId = idInPath(request, 'run_id');
      const { reason } = bodyOf(request, withdrawal);
      const context = contextOf(request);
      const jobId = await database.inTenant(context, async (tx) => {
        await permitModule(tx.as('writer'), 'invoice');
        return await orderWithdrawal(tx, context, runId, reason);
      });
      return reply.code(202).send({ job_id: jobId });
    },
  );
  registerExportCheck(app, parts);
  registerExportFiles(app, parts);
  registerResolving(app, parts);
  registerReconciling(app, parts);
}
