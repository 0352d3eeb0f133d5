import { isPagePath } from '../../page-path.ts';
import type { Database } from '../database.ts';
import { newPlaceOfHost } from '../tenant-of-host.ts';
import type { HttpServer } from './http.ts';
import { reading } from './http-static.ts';

/**
 * Leads the pages of a host name whose tenant moved to another installation to its new place, with path and query:
 * links in older mails go on (TECH-18). Not for good, because the tenant may come back.
 *
 * @param publicUrl the origin of all tenants, which leads nowhere else
 */
export function leadToNewPlaces(app: HttpServer, database: Database, publicUrl: string): void {
  const own = new URL(publicUrl).host;
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request.headers;
    const [path = ''] = request.url.split('?');
    if (host === own || !reading.includes(request.method) || !isPagePath(path)) return;
    const place = await newPlaceOfHost(database, host);
    // Where the reverse proxy does not know the new place yet, it would lead back here.
    if (place === null || new URL(place).host === host) return;
    return reply.header('cache-control', 'no-store').redirect(place + request.url, 307);
  });
}
