import { orRefuse, Refused, refuse } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { inTurns } from '../../../../platform/server/fairness/in-turns.ts';
import { receiveForm, uploadLimits } from '../../../../platform/server/files/files-upload.ts';
import { type HttpServer, inScope } from '../../../../platform/server/http/http.ts';
import { takeForms } from '../../../../platform/server/http/http-forms.ts';
import { uploadPot } from '../../../../platform/server/http/http-pots.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import { targets } from '../../../export-target/targets.ts';
import type { BookedInvoice } from '../../booked-invoice.ts';
import { AdviserRows, openAdviserFile } from '../../reconciling/adviser-file.ts';
import { loadCompany } from '../content/load-company.ts';
import { requireOwnFile } from '../master-data/planning.ts';
import { requireExporter } from '../runs/start.ts';
import { type Compared, keepFound, lookedEntries, lookedRun } from './compared.ts';
import { orderLook } from './look-job.ts';
import { resolveEntry } from './resolve-uncertain.ts';

interface Parts {
  readonly database: Database;
  readonly authentication: Authentication;
}

/** The number of rows read before yielding. */
const rowsInOneGo = 50;

/**
 * Reconciles a run (EXP-29): `POST /api/invoice/export/{run_id}/look` queries its target: 202 `{ job_id }`; `POST
 * /api/invoice/export/{run_id}/compare` takes a form with the adviser's booking `file` (EXTF), which is not stored.
 */
export function registerReconciling(app: HttpServer, { database, authentication }: Parts): void {
  const onRequest = authentication.requirePerson;
  app.post('/api/invoice/export/:run_id/look', { onRequest }, async (request, reply) => {
    const runId = idInPath(request, 'run_id');
    const context = contextOf(request);
    const jobId = await database.inTenant(context, async (tx) => {
      await permitModule(tx.as('writer'), 'invoice');
      return await orderLook(tx, context, runId);
    });
    return reply.code(202).send({ job_id: jobId });
  });
  inScope(app, async (scope) => {
    await takeForms(scope);
    scope.post(
      '/api/invoice/export/:run_id/compare',
      { onRequest, bodyLimit: uploadLimitBytes + 64 * 1024 },
      uploadPot(async (request): Promise<Compared> => {
        const runId = idInPath(request, 'run_id');
        const context = contextOf(request);
        requireExporter(context);
        const { file } = await receiveForm(request, uploadLimits);
        if (!file || file.bytes.length === 0)
          throw new Refused(refuse('specific_field_required', { field: 'file', values: { field: 'file' } }));
        return await compareFile(database, context, runId, file.bytes);
      }),
    );
  });
}

/**
 * Compares the exported invoices of a run with the adviser's bookings. Refuses like `lookedRun`, `openAdviserFile`
 * and `requireOwnFile`.
 */
async function compareFile(
  database: Database,
  context: Context,
  runId: number,
  bytes: Buffer,
): Promise<Compared> {
  const { run, entries, company } = await database.inTenant(context, async (tx) => {
    const writer = tx.as('writer');
    await permitModule(writer, 'invoice');
    const looked = await lookedRun(tx, context, runId);
    return {
      run: looked,
      entries: await lookedEntries(tx, runId),
      company: await loadCompany(writer, looked.client_id),
    };
  });
  if (!targets[run.target].hasAdviserFile) throw new Refused(refuse('step_not_possible'));
  const file = orRefuse(openAdviserFile(bytes));
  requireOwnFile(file, company);
  const payload = (entry: (typeof entries)[number]) => entry.payload as BookedInvoice;
  const rows = new AdviserRows(file, entries.map(payload));
  await inTurns(file.rows, (piece) => rows.take(piece), rowsInOneGo);
  const found = new Map(entries.map((entry) => [entry.id, rows.found(payload(entry), entry.is_reversal)]));
  return await database.inTenant(context, (tx) =>
    keepFound(tx, context, { run, source: 'file', entries, found, resolve: resolveEntry }),
  );
}
