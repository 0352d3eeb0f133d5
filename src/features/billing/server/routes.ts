import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isMonth } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  administratorOf,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import { refuseDeleting } from '../../deletion/server/store.ts';
import { showToOperator, showToTenant } from './shown.ts';
import { cancelBilling, mailBilling, type StartParts, startBilling } from './start.ts';

const month = z.string().refine(isMonth);
const monthBody = z.object({ month });
const monthQuery = z.object({ month: month.optional() });

const changes = {
  '': startBilling,
  '/cancel': cancelBilling,
  '/mail': mailBilling,
} as const satisfies Record<string, (tx: Tx, parts: StartParts) => Promise<void>>;

export interface BillingParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether the installation is connected with a billing service. */
  readonly hasService: boolean;
  readonly creditor: SepaCreditor | null;
}

/**
 * `/api/operator/tenant/{id}/billing` (API-37): the preview, the status and the history of a month; its invoice is created,
 * sent and cancelled. `GET /api/billing`: what the own tenant is charged, for its administrators.
 */
export function registerBilling(
  app: HttpServer,
  { database, clock, hasService, creditor }: BillingParts,
  authentication: Authentication,
): void {
  const operator = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/tenant/:id/billing';

  app.get(path, operator, async (request) => {
    const asked = { tenantId: tenantOf(request), month: monthOfQuery(request), now: clock.now() };
    const shown = await database.inTenant(
      contextOf(request),
      (tx) => showToOperator(tx, asked, hasService),
      asOperator,
    );
    if (!shown) throw new Refused(refuse('not_found'));
    return shown;
  });

  for (const [ending, change] of Object.entries(changes)) {
    app.post(`${path}${ending}`, operator, async (request, reply) => {
      const { month: asked } = bodyOf(request, monthBody);
      if (!hasService) throw new Refused(refuse('billing_no_service'));
      const parts = {
        tenantId: tenantOf(request),
        month: asked,
        now: clock.now(),
        isAutomatic: false,
        creditor,
      };
      await database.inTenant(
        contextOf(request),
        async (tx) => {
          await refuseDeleting(tx, parts.tenantId);
          await change(tx, parts);
        },
        asOperator,
      );
      return reply.code(202).send({ success: true });
    });
  }

  app.get('/api/billing', { onRequest: authentication.requirePerson }, async (request) => {
    const context = administratorOf(request);
    const asked = { tenantId: context.tenantId, month: monthOfQuery(request), now: clock.now() };
    const shown = await database.inTenant(context, (tx) => showToTenant(tx, asked, creditor), {
      role: 'writer',
    });
    if (!shown) throw new Refused(refuse('not_found'));
    return shown;
  });
}

const asOperator = { role: 'operator' } as const;

function tenantOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { readonly id?: string };
  if (!/^\d{1,15}$/.test(id)) throw new Refused(refuse('not_found'));
  return Number(id);
}

function monthOfQuery(request: FastifyRequest): string | undefined {
  const read = monthQuery.safeParse(request.query);
  if (!read.success) throw new Refused(refuse('malformed_request'));
  return read.data.month;
}
