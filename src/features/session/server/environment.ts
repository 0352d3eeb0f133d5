import { environmentOf } from '../../../platform/environment.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { tenantOfHost } from '../../../platform/server/tenant-of-host.ts';

/**
 * `GET /api/environment`, without login: which kind of installation it is (GEN-15), and the tenant that the
 * first label of the host names, for the login page (AUTH-03).
 */
export function registerEnvironment(app: HttpServer, database: Database, publicUrl: string): void {
  app.get('/api/environment', async (request) => {
    const tenant = await tenantOfHost(database, request.headers.host);
    return { environment: environmentOf(publicUrl), tenant: tenant?.name ?? null };
  });
}
