import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import type { DescribedRoute } from '../../../platform/server/openapi/described.ts';
import { openApiDocument } from '../../../platform/server/openapi/document.ts';
import { version } from '../version.ts';

interface OpenApiParts {
  readonly database: Database;
  readonly routes: readonly DescribedRoute[];
  readonly publicUrl: string;
}

/**
 * `GET /api/openapi.json`: the description of the REST routes, for logged-in people and holders of tokens (AUTH-30). It
 * is made once, when all routes exist.
 */
export function registerOpenApi(
  app: HttpServer,
  { database, routes, publicUrl }: OpenApiParts,
  { requirePerson: onRequest }: Authentication,
): void {
  let text: string | undefined;
  app.get('/api/openapi.json', { onRequest }, async (request, reply) => {
    // The database knows whether the session or token still holds.
    await database.inTenant(contextOf(request), async () => {}, { isOneStatement: true });
    text ??= JSON.stringify(openApiDocument({ title: 'Kontor', version, url: publicUrl }, routes));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
