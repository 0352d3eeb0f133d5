import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isZero } from '../../../base/money.ts';
import { isMonth } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asOperator, asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { attachmentHeader } from '../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  administratorOf,
  contextOf,
  requireOperator,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import { refuseDeleting } from '../../deletion/server/store.ts';
import { type BillingProvider, ProviderFailure } from '../provider.ts';
import { creditBilling } from './credit.ts';
import { showMonthRun, startMonthRun } from './month-run.ts';
import { showToOperator, showToTenant } from './shown.ts';
import { cancelBilling, mailBilling, type StartParts, startBilling } from './start.ts';

const month = z.string().refine(isMonth);
const monthBody = z.object({ month });
const creditBody = z.object({
  month,
  net: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  reason: z.string().trim().min(1).max(200),
});
/** Maximum number of tenants per request. */
const maxTenants = 1_000;
const runBody = z.object({ month, tenant_ids: z.array(z.int().positive()).min(1).max(maxTenants) });
const monthQuery = z.object({ month: month.optional() });

type Change = (tx: Tx, parts: StartParts) => Promise<void>;
const changes = {
  '': startBilling,
  '/cancel': cancelBilling,
  '/mail': mailBilling,
} as const satisfies Record<string, Change>;

export interface BillingParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Null without a billing service. */
  readonly provider: BillingProvider | null;
  readonly creditor: SepaCreditor | null;
}

/**
 * `/api/operator/tenant/{id}/billing` (API-37): preview, status and history of a month; creates, sends, cancels and
 * credits its invoice. `/api/operator/billing`: a month of all tenants, to view and start together (OP-13). `GET
 * /api/billing`: the own tenant's bills, for its administrators, with `/api/billing/{id}/pdf` for a document.
 */
export function registerBilling(app: HttpServer, parts: BillingParts, authentication: Authentication): void {
  registerMonthOfTenant(app, parts, authentication);
  registerMonthOfAll(app, parts, authentication);
  registerOwnBills(app, parts, authentication);
}

function registerMonthOfTenant(
  app: HttpServer,
  { database, clock, provider, creditor }: BillingParts,
  authentication: Authentication,
): void {
  const operator = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/tenant/:id/billing';
  const changeMonth = async (request: FastifyRequest, asked: string, change: Change): Promise<void> => {
    requireService(provider);
    const now = clock.now();
    const start = { tenantId: idInPath(request), month: asked, now, isAutomatic: false, creditor };
    await asOperator(database, contextOf(request), async (tx) => {
      await refuseDeleting(tx, start.tenantId);
      await change(tx, start);
    });
  };

  app.get(path, operator, async (request) => {
    const asked = { tenantId: idInPath(request), month: monthOfQuery(request), now: clock.now() };
    const shown = await asOperator(database, contextOf(request), (tx) =>
      showToOperator(tx, asked, provider !== null),
    );
    if (!shown) throw new Refused(refuse('not_found'));
    return shown;
  });

  for (const [ending, change] of Object.entries(changes)) {
    app.post(`${path}${ending}`, operator, async (request, reply) => {
      await changeMonth(request, bodyOf(request, monthBody).month, change);
      return reply.code(202).send({ success: true });
    });
  }

  app.post(`${path}/credit`, operator, async (request, reply) => {
    const { month: asked, ...credit } = bodyOf(request, creditBody);
    if (isZero(credit.net)) throw new Refused(refuse('malformed_request'));
    await changeMonth(request, asked, (tx, start) => creditBilling(tx, start, credit));
    return reply.code(202).send({ success: true });
  });
}

function registerMonthOfAll(
  app: HttpServer,
  { database, clock, provider, creditor }: BillingParts,
  authentication: Authentication,
): void {
  const operator = { onRequest: [authentication.requirePerson, requireOperator] };

  app.get('/api/operator/billing', operator, (request) => {
    const asked = { month: monthOfQuery(request), now: clock.now() };
    return asOperator(database, contextOf(request), (tx) => showMonthRun(tx, asked, provider !== null));
  });

  app.post('/api/operator/billing', operator, (request) => {
    const { month: asked, tenant_ids: tenantIds } = bodyOf(request, runBody);
    requireService(provider);
    const inTransaction = <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
      asOperator(database, contextOf(request), run);
    return startMonthRun(inTransaction, { tenantIds, month: asked, now: clock.now(), creditor });
  });
}

function registerOwnBills(
  app: HttpServer,
  { database, clock, provider, creditor }: BillingParts,
  authentication: Authentication,
): void {
  app.get('/api/billing/:id/pdf', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const context = administratorOf(request);
    const id = idInPath(request);
    const found = await asWriter(database, context, (tx) => ownDocument(tx, context.tenantId, id));
    if (!found) throw new Refused(refuse('not_found'));
    requireService(provider);
    const pdf = await provider.pdf(found.document_id).catch((error: unknown) => {
      if (error instanceof ProviderFailure) throw new Refused(refuse('billing_document_away'));
      throw error;
    });
    return reply
      .header('content-disposition', attachmentHeader(`${found.document_number}.pdf`))
      .type('application/pdf')
      .send(pdf);
  });

  app.get('/api/billing', { onRequest: authentication.requirePerson }, async (request) => {
    const context = administratorOf(request);
    const asked = { tenantId: context.tenantId, month: monthOfQuery(request), now: clock.now() };
    const shown = await asWriter(database, context, (tx) => showToTenant(tx, asked, creditor));
    if (!shown) throw new Refused(refuse('not_found'));
    return shown;
  });
}

/** A finished document of the own tenant. */
async function ownDocument(tx: Tx, tenantId: number, id: number) {
  return await tx.maybeOne<{ document_id: string; document_number: string }>(
    `select document_id, document_number from billing
     where tenant_id = $1 and id = $2 and document_id is not null and document_number is not null`,
    [tenantId, id],
  );
}

function requireService(provider: BillingProvider | null): asserts provider is BillingProvider {
  if (provider === null) throw new Refused(refuse('billing_no_service'));
}

function monthOfQuery(request: FastifyRequest): string | undefined {
  const read = monthQuery.safeParse(request.query);
  if (!read.success) throw new Refused(refuse('malformed_request'));
  return read.data.month;
}
