import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Clock, seconds } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { longestReason, type PlaceInList } from '../health.ts';
import {
  discardJob,
  listFailedJobs,
  listFailedMails,
  type OwnFacts,
  readHealth,
  retryJob,
  retryJobs,
  retryMail,
} from './health.ts';

const id = z.int().positive();
const kind = z.string().regex(/^[a-z][a-z_-]{0,60}$/);
const tenantBody = z.object({ tenant_id: id });
const discardBody = z.object({ tenant_id: id, reason: z.string().trim().min(1).max(longestReason) });
const kindBody = z.object({ kind });

const listQuery = z.object({
  kind: kind.optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  tenant_id: z.coerce.number().int().positive().optional(),
  id: z.coerce.number().int().positive().optional(),
});

export interface HealthParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly own: OwnFacts;
}

/** A slow database is reported before the page's next refresh. */
const timeLimitMs = seconds(5);

/**
 * `/api/operator/health`: state of the installation and failed work, without contents; failed work can be retried or
 * discarded (TECH-04, JOB-05, MAIL-04, OP-12).
 */
export function registerHealth(
  app: HttpServer,
  { database, clock, own }: HealthParts,
  authentication: Authentication,
): void {
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/health';
  const inArea = <T>(request: FastifyRequest, run: (tx: Tx) => Promise<T>): Promise<T> =>
    database.inTenant(contextOf(request), run, { role: 'operator', timeLimitMs });

  app.get(path, route, (request) => inArea(request, (tx) => readHealth(tx, own, clock.now())));

  app.get(`${path}/jobs`, route, (request) => {
    const query = queryOf(request);
    return inArea(request, (tx) => listFailedJobs(tx, query.kind ?? null, placeOf(query)));
  });

  app.get(`${path}/mails`, route, (request) => {
    const query = queryOf(request);
    return inArea(request, (tx) => listFailedMails(tx, placeOf(query)));
  });

  app.post(`${path}/jobs/retry`, route, async (request) => {
    const body = bodyOf(request, kindBody);
    return { retried: await inArea(request, (tx) => retryJobs(tx, body.kind)) };
  });

  app.post(`${path}/jobs/:id/retry`, route, async (request) => {
    const work = { tenantId: bodyOf(request, tenantBody).tenant_id, id: idInPath(request) };
    await inArea(request, (tx) => retryJob(tx, work));
    return { success: true };
  });

  app.post(`${path}/jobs/:id/discard`, route, async (request) => {
    const { tenant_id, reason } = bodyOf(request, discardBody);
    const work = { tenantId: tenant_id, id: idInPath(request) };
    await inArea(request, (tx) => discardJob(tx, work, reason));
    return { success: true };
  });

  app.post(`${path}/mails/:id/retry`, route, async (request) => {
    const work = { tenantId: bodyOf(request, tenantBody).tenant_id, id: idInPath(request) };
    await inArea(request, (tx) => retryMail(tx, work));
    return { success: true };
  });
}

type ListQuery = z.infer<typeof listQuery>;

function queryOf(request: FastifyRequest): ListQuery {
  const read = listQuery.safeParse(request.query);
  if (!read.success) throw new Refused(refuse('malformed_request'));
  return read.data;
}

function placeOf({ at, tenant_id, id: before }: ListQuery): PlaceInList | null {
  if (at === undefined || tenant_id === undefined || before === undefined) return null;
  return { at, tenant_id, id: before };
}
