import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import type { ExportedKind } from '../../../document/export-columns.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import { permitModule } from '../../../platform/server/modules.ts';
import { listColumns } from '../export-columns.ts';
import type { ExportOrder } from '../export-order.ts';
import { exportJob } from './export-job.ts';
import { exportOrder } from './export-order-input.ts';

export interface ExportRouteParts {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly kinds: readonly ExportedKind[];
}

/** `POST /api/overview/export`: 202 `{ job_id }`; the result is a file of the person (OVW-09, EXP-17). */
export function registerExport(app: HttpServer, { database, authentication, kinds }: ExportRouteParts): void {
  app.post('/api/overview/export', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const order = bodyOf(request, exportOrder);
    const kind = kinds.find(({ name }) => name === order.kind);
    const problems = problemsOf(order, kind);
    if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
    const job_id = await asWriter(database, contextOf(request), async (tx) => {
      if (kind !== undefined) await permitModule(tx, kind.module);
      return orderJob(tx, exportJob, order);
    });
    return reply.code(202).send({ job_id });
  });
}

/** Rejects unknown kinds and columns. */
function problemsOf(order: ExportOrder, kind: ExportedKind | undefined): readonly FieldProblem[] {
  if (order.kind !== null && kind === undefined) return [{ field: 'kind', code: 'invalid_type' }];
  const { columns } = listColumns(kind);
  return order.columns.flatMap((column, place): FieldProblem[] =>
    Object.hasOwn(columns, column) ? [] : [{ field: `columns.${place}`, code: 'invalid_type' }],
  );
}
