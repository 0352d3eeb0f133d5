import type { FastifyRequest } from 'fastify';
import { isAuditor } from '../../../platform/context.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { knownContext } from '../../../platform/server/http/request-context.ts';
import { type Asked, keyOf } from '../model.ts';
import { askedOfGraphql } from './asked-of-graphql.ts';

/**
 * Logs an auditor's request before it is answered (ARC-04). A request that cannot be logged is refused, and the
 * database requires the log entry (`app.enter_as_auditor`). Requests of other people are not logged.
 */
export function logAuditors(app: HttpServer, database: Database): void {
  app.addHook('preHandler', async (request) => {
    const context = knownContext(request);
    if (!context || !isAuditor(context)) return;
    const asked = askedOf(request);
    await database.inTenant(
      context,
      async (tx) => {
        for (const { kind, operation, table, target } of asked)
          tx.send('select app.log_access($1, $2, $3, $4, $5)', [
            kind,
            operation,
            table,
            target,
            context.requestId,
          ]);
      },
      { isOwnMatter: true },
    );
  });
}

/** Routes that return a file of the document in their address. */
const fileRoutes: Readonly<Record<string, string>> = {
  '/api/invoice/:id/document': 'invoice',
  '/api/procurement/:id/pdf': 'procurement',
  '/api/contract/:id/notice-letter': 'contract',
  '/api/file/:id': 'file',
};

function askedOf(request: FastifyRequest): readonly Asked[] {
  const { url = 'unknown' } = request.routeOptions;
  if (url === '/v1/graphql') return askedOfGraphql(request.body);
  const operation = `${request.method} ${url}`.slice(0, 200);
  const parameters = Object(request.params) as Readonly<Record<string, unknown>>;
  const target = keyOf(parameters.id);
  const file = fileRoutes[url];
  if (file !== undefined) return [{ kind: 'file', operation, table: file, target }];
  if (url === '/api/ticket') {
    const { file_id: id } = Object(request.body) as { readonly file_id?: unknown };
    return [{ kind: 'file', operation, table: 'file', target: keyOf(id) }];
  }
  if (url.startsWith('/api/archive-export')) return [{ kind: 'export', operation, table: 'archive', target }];
  const table = keyOf(parameters.table);
  return [{ kind: table === null ? 'call' : 'query', operation, table: table?.slice(0, 63) ?? null, target }];
}
