import { Refused, refuse } from '../../../base/refusal.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { keptOnce } from '../../../platform/server/kept-once.ts';
import type { RecordedContent } from './document-content.ts';
import { auditHistory } from './history.ts';
import { readRecordCatalog } from './record-catalog.ts';

/**
 * `GET /api/audit/history/{table}/{id}?before=`: history of a record in the reader's language (AUD-08). For documents
 * `?of=content&entry=` restricts it to content changes, optionally those made with a timeline entry.
 */
export function registerAuditHistory(
  app: HttpServer,
  { database, contents }: { readonly database: Database; readonly contents: readonly RecordedContent[] },
  authentication: Authentication,
): void {
  const readCatalog = keptOnce(() => readRecordCatalog(database));
  app.get(
    '/api/audit/history/:table/:id',
    { onRequest: authentication.requirePerson, exposeHeadRoute: false },
    async (request) => {
      const { table, id } = request.params as { table: string; id: string };
      const { before, of, entry } = request.query as { before?: unknown; of?: unknown; entry?: unknown };
      const content = of === 'content' ? contents.find(({ kind }) => kind.name === table) : undefined;
      const isKnown = /^[a-z_]{1,63}$/.test(table) && (of === undefined || content !== undefined);
      if (!isKnown || !isKey(id) || !isKeyOrNothing(before) || !isKeyOrNothing(entry)) {
        throw new Refused(refuse('not_found'));
      }
      return await auditHistory({ database, readCatalog }, contextOf(request), {
        table,
        id: Number(id),
        before: before === undefined ? null : Number(before),
        content: content && { ...content, entryId: entry === undefined ? null : Number(entry) },
      });
    },
  );
}

function isKeyOrNothing(value: unknown): boolean {
  return value === undefined || isKey(value);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
}
