import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayOfInstant } from '../../../base/day.ts';
import { isMonth, monthOf } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { defaultTimeZone } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import { asOperator } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { listDocuments } from './document-list.ts';
import { readGlobalConfiguration, saveGlobalConfiguration } from './global-configuration.ts';
import { listTenants } from './tenant-list.ts';
import { foundTenant, moveTenant, readTenant, saveTenant } from './tenant-store.ts';

const value = z.union([z.string().max(10_000), z.number(), z.boolean()]).nullable();
const rows = z
  .array(z.object({ id: z.int().positive().nullable(), values: z.record(z.string().max(100), value) }))
  .max(1_000);
const saveBody = z.object({
  stamp: z.string().max(40).exactOptional(),
  values: z.record(z.string().max(100), value),
  children: z
    .object({ additional_items: rows.exactOptional(), tiered_prices: rows.exactOptional() })
    .exactOptional(),
});
const globalBody = z.object({ stamp: z.string().max(40), rows });

const month = z.string().refine(isMonth);
const listQuery = z.object({ month: month.optional() });
const documentQuery = z.object({
  kind: z.enum(['procurement', 'invoice']),
  month: month.optional(),
  before: z.iso.datetime({ offset: true }).optional(),
  before_id: z.coerce.number().int().positive().optional(),
});

/**
 * The operator area (OP-01 to OP-05, OP-12, API-37): tenants, their documents, and the installation. Only for
 * requests made in the operator role (OP-11).
 */
export function registerOperator(
  app: HttpServer,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  authentication: Authentication,
): void {
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  const inArea = <T>(request: FastifyRequest, run: (tx: Tx, context: Context) => Promise<T>): Promise<T> => {
    const context = contextOf(request);
    return asOperator(database, context, (tx) => run(tx, context));
  };

  app.get('/api/operator/tenant', route, (request) => {
    const { month: asked } = queryOf(request, listQuery);
    return inArea(request, (tx) =>
      listTenants(tx, asked ?? monthOf(dayOfInstant(clock.now(), defaultTimeZone))),
    );
  });

  app.post('/api/operator/tenant', route, async (request, reply) => {
    const save = bodyOf(request, saveBody);
    const id = await inArea(request, (tx) => foundTenant(tx, save));
    return reply.code(201).send({ id });
  });

  app.get('/api/operator/tenant/:id', route, (request) =>
    inArea(request, (tx) => readTenant(tx, idInPath(request))),
  );

  app.post('/api/operator/tenant/:id', route, async (request) => {
    const save = bodyOf(request, saveBody);
    const id = idInPath(request);
    await inArea(request, (tx) => saveTenant(tx, id, save));
    return { id };
  });

  for (const to of ['archive', 'restore'] as const) {
    app.post(`/api/operator/tenant/:id/${to}`, route, (request) =>
      inArea(request, (tx, context) => moveTenant(tx, context, idInPath(request), to)),
    );
  }

  app.get('/api/operator/tenant/:id/document', route, (request) => {
    const query = queryOf(request, documentQuery);
    return inArea(request, (tx) => listDocuments(tx, idInPath(request), query));
  });

  app.get('/api/operator/global-configuration', route, (request) => inArea(request, readGlobalConfiguration));

  app.post('/api/operator/global-configuration', route, async (request) => {
    const save = bodyOf(request, globalBody);
    await inArea(request, (tx) => saveGlobalConfiguration(tx, save));
    return { success: true };
  });
}

function queryOf<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const read = schema.safeParse(request.query);
  if (!read.success) throw new Refused(refuse('malformed_request'));
  return read.data;
}
