import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isMonth } from '../../../../base/month.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asOperator, asWriter } from '../../../../platform/server/as-role.ts';
import type { Clock } from '../../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { attachmentHeader } from '../../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  administratorOf,
  contextOf,
  requireOperator,
} from '../../../../platform/server/http/request-context.ts';
import type { SepaCreditor } from '../../../../platform/server/sepa-creditor.ts';
import {
  isGiven,
  lastDayOf,
  type MandateRow,
  mandateFacts,
  proposedReference,
} from '../../direct-debit/mandate.ts';
import { failureKinds, type OwnMandate } from '../../direct-debit/model.ts';
import { collectBills, failDebit, fileOf } from './collect.ts';
import { listDirectDebits } from './list.ts';
import { bankDay } from './load.ts';

/** Maximum number of bills in a file. */
const maxBills = 5_000;

const id = z.int().positive();
const collectBody = z.object({
  bills: z
    .array(z.object({ tenant_id: id, billing_id: id }))
    .min(1)
    .max(maxBills),
});
const failBody = z.object({
  tenant_id: id,
  id,
  kind: z.enum(failureKinds),
  reason: z.string().trim().max(200).nullable(),
});
const listQuery = z.object({ month: z.string().refine(isMonth).optional() });

export interface DirectDebitParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly creditor: SepaCreditor | null;
}

/**
 * `/api/operator/direct-debit` (OP-09, API-37): the bills of a month, files of direct debits for the bank, and
 * returned debits. `GET /api/billing/mandate`: the recipient of the own tenant's mandate, for its administrators
 * (SET-04).
 */
export function registerDirectDebits(
  app: HttpServer,
  { database, clock, creditor }: DirectDebitParts,
  authentication: Authentication,
): void {
  const route = { onRequest: [authentication.requirePerson, requireOperator] };
  const path = '/api/operator/direct-debit';
  const inArea = <T>(
    request: FastifyRequest,
    run: (tx: Tx, operatorName: string) => Promise<T>,
  ): Promise<T> => {
    const context = contextOf(request);
    return asOperator(database, context, async (tx) => run(tx, await nameOf(tx, context)));
  };

  app.get(path, route, (request) => {
    const read = listQuery.safeParse(request.query);
    if (!read.success) throw new Refused(refuse('malformed_request'));
    return inArea(request, (tx) =>
      listDirectDebits(tx, { month: read.data.month, now: clock.now(), creditor }),
    );
  });

  app.post(path, route, async (request, reply) => {
    const { bills } = bodyOf(request, collectBody);
    const ids = await inArea(request, (tx, operatorName) =>
      collectBills(tx, { bills, creditor, now: clock.now(), operatorName }),
    );
    return reply.code(201).send({ ids });
  });

  app.get(`${path}/file/:id`, route, async (request, reply) => {
    const fileId = z.uuid().safeParse((request.params as { readonly id?: string }).id);
    if (!fileId.success) throw new Refused(refuse('not_found'));
    const { name, content } = await inArea(request, (tx) => fileOf(tx, fileId.data));
    return reply
      .header('content-disposition', attachmentHeader(name))
      .type('application/xml; charset=utf-8')
      .send(content);
  });

  app.post(`${path}/failure`, route, async (request) => {
    const { tenant_id: tenantId, ...failure } = bodyOf(request, failBody);
    await inArea(request, (tx, operatorName) =>
      failDebit(tx, { tenantId, ...failure, now: clock.now(), operatorName }),
    );
    return { success: true };
  });

  app.get('/api/billing/mandate', { onRequest: authentication.requirePerson }, async (request) => {
    const context = administratorOf(request);
    return await asWriter(database, context, (tx) => ownMandate(tx, context, clock.now(), creditor));
  });
}

/** The operator's name as in the audit. */
async function nameOf(tx: Tx, { tenantId, userId }: Context): Promise<string> {
  const { name } = await tx
    .as('writer')
    .one<{ name: string }>('select name from lb_user where tenant_id = $1 and id = $2', [tenantId, userId]);
  return name;
}

async function ownMandate(
  tx: Tx,
  { tenantId }: Context,
  now: Date,
  creditor: SepaCreditor | null,
): Promise<OwnMandate> {
  const tenant = await tx.one<MandateRow>(
    `select sepa_agreement, sepa_agreement_date, nullif(trim(sepa_mandate_reference), '') as sepa_mandate_reference, sepa_last_use
     from tenant where id = $1`,
    [tenantId],
  );
  const facts = mandateFacts(tenant);
  return {
    creditor: creditor && { name: creditor.name, id: creditor.id },
    proposal: proposedReference(tenantId, now),
    today: bankDay(now),
    valid_until: isGiven(facts) ? lastDayOf(facts) : null,
    last_use: tenant.sepa_last_use,
  };
}
