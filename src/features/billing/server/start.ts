import { firstDayOf, type Month } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { Bill } from '../bill.ts';
import type { Announcement } from '../direct-debit/plan.ts';
import { type StartFacts, startProblem } from '../startable.ts';
import type { BillingState } from '../state.ts';
import { type BilledTenant, type LoadedBill, loadBill } from './facts.ts';
import { announcementOf, debitOf, orderOf } from './ordered.ts';

/** What was refused up to here is tried again. */
const lastStep = `(select coalesce(max(s.id), 0) from billing_step s
  where s.tenant_id = billing.tenant_id and s.billing_id = billing.id)`;

export interface StartParts {
  readonly tenantId: number;
  readonly month: Month;
  readonly now: Date;
  readonly isAutomatic: boolean;
  readonly creditor: SepaCreditor | null;
}

interface Former {
  readonly state: BillingState;
  readonly document_id: string | null;
  readonly bill: Bill;
  readonly announcement: Announcement | null;
}

/**
 * Freezes the bill of a month and leaves it to the runner; one that was refused goes on. Refuses `not_found`,
 * `billing_not_connected`, `billing_month`, `billing_nothing`, and `billing_exists` where the month has an invoice (OP-09).
 * `tx` acts as `operator` or `gate`.
 */
export async function startBilling(tx: Tx, parts: StartParts): Promise<void> {
  const { tenantId, month, now } = parts;
  const loaded = await loadBill(tx, tenantId, month, now);
  if (!loaded) throw new Refused(refuse('not_found'));
  const former = await tx.maybeOne<Former>(
    'select state, document_id, bill, announcement from billing where tenant_id = $1 and month = $2 for no key update',
    [tenantId, firstDayOf(month)],
  );
  if (former && former.state !== 'refused') throw new Refused(refuse('billing_exists'));
  // What the provider has a document of stays as it was frozen.
  if (former && former.document_id !== null) return goOn(tx, parts, loaded.tenant, former);
  await freeze(tx, parts, loaded);
}

/** What decides whether a bill can be charged. */
export function startFactsOf({ tenant, bill }: LoadedBill): StartFacts {
  return {
    month: bill.month,
    today: tenant.today,
    createdOn: tenant.created_on,
    archivedOn: tenant.archived_on,
    customerId: tenant.easybill_id,
    gross: bill.gross,
  };
}

async function freeze(tx: Tx, parts: StartParts, loaded: LoadedBill): Promise<void> {
  const { tenantId, month, now, isAutomatic, creditor } = parts;
  const { tenant, bill } = loaded;
  const { easybill_id: customerId, today } = tenant;
  const problem = startProblem(startFactsOf(loaded));
  if (problem) throw new Refused(problem);
  const mailTo = tenant.automatic_billing_mail ? tenant.billing_email : null;
  const announcement = announcementOf(tenant, today, creditor);
  const debit = debitOf(tenant, bill, announcement, creditor);
  const written = await tx.fixed(
    `insert into billing (tenant_id, month, is_automatic, bill, net, gross, ordered, mail_to, debit, announcement, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tenant_id, month) do update set state = 'open', problem = null, retried_after = ${lastStep},
       bill = excluded.bill, net = excluded.net, gross = excluded.gross, ordered = excluded.ordered, mail_to = excluded.mail_to,
       debit = excluded.debit, announcement = excluded.announcement, due_at = excluded.due_at
     where billing.state = 'refused' and billing.document_id is null
     returning id`,
    [
      ...[tenantId, firstDayOf(month), isAutomatic, JSON.stringify(bill), bill.net, bill.gross],
      JSON.stringify(orderOf(loaded, customerId ?? '', today, announcement)),
      ...[mailTo, debit && JSON.stringify(debit), announcement && JSON.stringify(announcement), now],
    ],
  );
  if (written.length === 0) throw new Refused(refuse('billing_exists'));
}

/** Of a mail or a direct debit that did not leave, what is known of the tenant by now holds. */
const isLeft = (step: 'mail' | 'debit') => `exists (select from billing_step s
  where s.tenant_id = billing.tenant_id and s.billing_id = billing.id and s.step = '${step}'
    and s.outcome in ('begun', 'unknown', 'done'))`;

async function goOn(
  tx: Tx,
  { tenantId, month, now, creditor }: StartParts,
  tenant: BilledTenant,
  { bill, announcement }: Former,
): Promise<void> {
  const told = announcement ?? announcementOf(tenant, tenant.today, creditor);
  const debit = debitOf(tenant, bill, told, creditor);
  await tx.one(
    `update billing set state = 'open', problem = null, retried_after = ${lastStep}, due_at = $3,
       mail_to = case when mail_to is null or ${isLeft('mail')} then mail_to else $4 end,
       debit = case when debit is null or ${isLeft('debit')} then debit else $5::jsonb end
     where tenant_id = $1 and month = $2 and state = 'refused' returning id`,
    [tenantId, firstDayOf(month), now, tenant.billing_email, debit && JSON.stringify(debit)],
  );
}

/**
 * Cancels the finished invoice of a month (OP-06). Refuses `billing_not_cancellable` where there is none, and `billing_collected`
 * while it is collected from the tenant.
 */
export async function cancelBilling(tx: Tx, { tenantId, month, now }: StartParts): Promise<void> {
  const found = await tx.maybeOne<{ id: number }>(
    `select id from billing
     where tenant_id = $1 and month = $2 and document_number is not null and state in ('done', 'refused') for no key update`,
    [tenantId, firstDayOf(month)],
  );
  if (!found) throw new Refused(refuse('billing_not_cancellable'));
  const changed = await tx.fixed(
    `update billing set state = 'cancelling', problem = null, retried_after = ${lastStep}, due_at = $3
     where tenant_id = $1 and id = $2 and not exists (
       select from direct_debit d where d.tenant_id = $1 and d.billing_id = $2 and d.state = 'collected')
     returning id`,
    [tenantId, found.id, now],
  );
  if (changed.length === 0) throw new Refused(refuse('billing_collected'));
}

/** Sends a finished invoice by mail that was not sent (OP-06). Refuses without an address, or where it was sent already. */
export async function mailBilling(tx: Tx, { tenantId, month, now }: StartParts): Promise<void> {
  const loaded = await loadBill(tx, tenantId, month, now);
  if (!loaded?.tenant.billing_email)
    throw new Refused(refuse('specific_field_required', { field: 'billing_email' }));
  const changed = await tx.fixed(
    `update billing set state = 'open', mail_to = $4, due_at = $3
     where tenant_id = $1 and month = $2 and state = 'done' and mail_to is null returning id`,
    [tenantId, firstDayOf(month), now, loaded.tenant.billing_email],
  );
  if (changed.length === 0) throw new Refused(refuse('billing_exists'));
}
