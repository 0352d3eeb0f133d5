import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { signInAnswer } from '../../../../platform/server/sign-in-answer.ts';
import { connectedSystems, connectionOf } from '../../../export-target/targets.ts';
import type { ConnectionKey } from './connection-store.ts';
import type { Connections } from './connections.ts';

export const companyBody = z.object({ client_id: z.int().positive() });
export const noBody = z.object({}).default({});

/** Connects to DATEV for a company and to Microsoft for the tenant, and disconnects (API-24, API-25, API-35). */
export function registerConnectionRoutes(
  app: HttpServer,
  connections: Connections,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;
  const signingIn = { onRequest, config: { keepsNoAnswer: 'the state and the code are good once' } };
  for (const system of connectedSystems) {
    const { path, isOfCompany } = connectionOf(system);
    const keyOf = (request: FastifyRequest): ConnectionKey => {
      if (isOfCompany) return { system, clientId: bodyOf(request, companyBody).client_id };
      bodyOf(request, noBody);
      return { system, clientId: null };
    };
    app.post(`/api/${path}/auth-start`, signingIn, async (request) => {
      return await connections.start(contextOf(request), keyOf(request));
    });
    app.post(`/api/${path}/disconnect`, { onRequest }, async (request) => {
      await connections.disconnect(contextOf(request), keyOf(request));
      return { success: true };
    });
    app.post(`/api/${path}/auth-finish`, signingIn, async (request) => {
      const context = contextOf(request);
      const { datevClientId } = await connections.finish(context, system, bodyOf(request, signInAnswer));
      const ofCompany = isOfCompany ? { datev_client_id: datevClientId } : {};
      return { success: true, data: { ...ofCompany, tenant_id: context.tenantId } };
    });
  }
}
