import { environmentOf } from '../../../platform/environment.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';

/**
 * `GET /api/environment`, without login: which kind of installation it is (GEN-15), and the tenant that the
 * first label of the host names, for the login page (AUTH-03).
 */
export function registerEnvironment(app: HttpServer, database: Database, publicUrl: string): void {
  app.get('/api/environment', async (request) => {
    const label = /^([\w-]+)\./.exec(request.headers.host ?? '')?.[1] ?? null;
    return { environment: environmentOf(publicUrl), tenant: label && (await tenantNamed(database, label)) };
  });
}

async function tenantNamed(database: Database, name: string): Promise<string | null> {
  const tenant = await database.atGate((tx) =>
    tx.maybeOne<{ name: string }>(
      "select name from tenant where lower(name) = lower($1) and status = 'active'",
      [name],
    ),
  );
  return tenant?.name ?? null;
}
