import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import type { Connections } from './online/connections.ts';

const companyBody = z.object({ client_id: z.int().positive() });
const nothing = z.object({}).default({});
const backBody = z.object({ code: z.string().min(1).max(5_000), state: z.string().min(1).max(200) });

/** Signs in at DATEV for a company, at Microsoft for the tenant, and ends that again (API-24, API-25, API-35). */
export function registerConnectionRoutes(
  app: HttpServer,
  connections: Connections,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;
  const datev = (request: FastifyRequest) =>
    ({ system: 'datev', clientId: bodyOf(request, companyBody).client_id }) as const;
  const ms365 = (request: FastifyRequest) => {
    bodyOf(request, nothing);
    return { system: 'ms365', clientId: null } as const;
  };
  for (const [path, keyOf] of [
    ['datev', datev],
    ['ms-365', ms365],
  ] as const) {
    app.post(`/api/${path}/auth-start`, { onRequest }, async (request) => {
      return await connections.start(contextOf(request), keyOf(request));
    });
    app.post(`/api/${path}/disconnect`, { onRequest }, async (request) => {
      await connections.disconnect(contextOf(request), keyOf(request));
      return { success: true };
    });
  }

  app.post('/api/datev/auth-finish', { onRequest }, async (request) => {
    const context = contextOf(request);
    const { datevClientId } = await connections.finish(context, 'datev', bodyOf(request, backBody));
    return { success: true, data: { datev_client_id: datevClientId, tenant_id: context.tenantId } };
  });

  app.post('/api/ms-365/auth-finish', { onRequest }, async (request) => {
    const context = contextOf(request);
    await connections.finish(context, 'ms365', bodyOf(request, backBody));
    return { success: true, data: { tenant_id: context.tenantId } };
  });
}
