import { environmentOf } from '../../../platform/environment.ts';
import type { Configuration } from '../../../platform/server/configuration.ts';
import type { SystemSettings } from '../../../platform/server/connected-systems.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { tenantOfHost } from '../../../platform/server/tenant-of-host.ts';
import { isDemoInstallation } from './demo-login.ts';

/**
 * `GET /api/environment`, without login: the kind of installation (GEN-15), the simulated systems, the tenant named
 * by the first label of the host (AUTH-03), and whether the login page lists the demo people (ONB-08).
 */
export function registerEnvironment(
  app: HttpServer,
  database: Database,
  configuration: Pick<Configuration, 'publicUrl' | 'isLoopback'> &
    Partial<Pick<Configuration, 'demo'> & SystemSettings>,
): void {
  const { publicUrl, datev, ms365 } = configuration;
  const demo = isDemoInstallation(configuration) ? { demo: true } : {};
  const sandboxes = Object.entries({ datev, ms365 }).flatMap(([system, settings]) =>
    settings?.isSandbox ? [system] : [],
  );
  app.get('/api/environment', async (request) => {
    const tenant = await tenantOfHost(database, request.headers.host);
    return { environment: environmentOf(publicUrl), sandboxes, tenant: tenant?.name ?? null, ...demo };
  });
}
