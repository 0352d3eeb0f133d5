import { Refused, refuse } from '../../../base/refusal.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { auditHistory } from './history.ts';
import { type RecordCatalog, readRecordCatalog } from './record-catalog.ts';

/** `GET /api/audit/history/{table}/{id}?before=`: what happened to a record, in the reader's words (AUD-08). */
export function registerAuditHistory(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  let catalog: Promise<RecordCatalog> | undefined;
  app.get(
    '/api/audit/history/:table/:id',
    { onRequest: authentication.requirePerson, exposeHeadRoute: false },
    async (request) => {
      const { table, id } = request.params as { table: string; id: string };
      const { before } = request.query as { before?: unknown };
      if (!/^[a-z_]{1,63}$/.test(table) || !isKey(id) || (before !== undefined && !isKey(before))) {
        throw new Refused(refuse('not_found'));
      }
      catalog ??= readRecordCatalog(database);
      return await auditHistory({ database, catalog: await catalog }, contextOf(request), {
        table,
        id: Number(id),
        before: before === undefined ? null : Number(before),
      });
    },
  );
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
}
