import { firstDayOf, type Month } from '../../../base/month.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { Bill } from '../bill.ts';
import type { Announcement } from '../direct-debit/plan.ts';
import type { DocumentOrder } from '../provider.ts';
import { type StartFacts, startProblem } from '../startable.ts';
import type { BillingState } from '../state.ts';
import { type BilledTenant, type LoadedBill, loadBill } from './facts.ts';
import { announcementOf, billingKey, debitOf, orderOf } from './ordered.ts';

/** Steps refused so far are retried. */
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
  readonly id: number;
  readonly state: BillingState;
  readonly document_id: string | null;
  readonly ordered: DocumentOrder;
  readonly bill: Bill;
  readonly announcement: Announcement | null;
}

/** The month's invoice that is not cancelled, at most one. */
const standing = "tenant_id = $1 and month = $2 and kind = 'invoice' and state <> 'cancelled'";

/**
 * Freezes the bill of a month for the runner, or resumes a refused one and its credit notes. A month whose invoice
 * was cancelled is charged again with its current counts and prices (OP-13). Refuses `not_found`,
 * `billing_not_connected`, `billing_month`, `billing_nothing`, and `billing_exists` where the month has an invoice
 * (OP-09). `tx` acts as `operator` or `gate`.
 */
export async function startBilling(tx: Tx, parts: StartParts): Promise<void> {
  const { tenantId, month, now } = parts;
  const loaded = await loadBill(tx, tenantId, month, now);
  if (!loaded) throw new Refused(refuse('not_found'));
  const former = await tx.maybeOne<Former>(
    `select id, state, document_id, ordered, bill, announcement from billing where ${standing} for no key update`,
    [tenantId, firstDayOf(month)],
  );
  if (former && (await resumeCredits(tx, former.id, parts)) > 0) return;
  if (former && former.state !== 'refused') throw new Refused(refuse('billing_exists'));
  // Once the provider has a document, the frozen bill is kept.
  if (former && former.document_id !== null) return goOn(tx, parts, loaded.tenant, former);
  await freeze(tx, parts, loaded);
}

/** Facts that decide whether a bill can be charged. */
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
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::integer as count from billing
     where tenant_id = $1 and month = $2 and kind = 'invoice' and state = 'cancelled'`,
    [tenantId, firstDayOf(month)],
  );
  const key = billingKey(tenantId, month, count);
  const debit = debitOf(tenant, { key, gross: bill.gross }, announcement, creditor);
  const ordered = orderOf(loaded, { key, customerId: customerId ?? '', day: today }, announcement);
  const written = await tx.fixed(
    `insert into billing (tenant_id, month, is_automatic, bill, net, gross, ordered, mail_to, debit, announcement, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tenant_id, month) where kind = 'invoice' and state <> 'cancelled' do update set state = 'open', problem = null, retried_after = ${lastStep},
       bill = excluded.bill, net = excluded.net, gross = excluded.gross, ordered = excluded.ordered, mail_to = excluded.mail_to,
       debit = excluded.debit, announcement = excluded.announcement, due_at = excluded.due_at
     where billing.state = 'refused' and billing.document_id is null
     returning id`,
    [
      ...[tenantId, firstDayOf(month), isAutomatic, JSON.stringify(bill), bill.net, bill.gross],
      JSON.stringify(ordered),
      ...[mailTo, debit && JSON.stringify(debit), announcement && JSON.stringify(announcement), now],
    ],
  );
  if (written.length === 0) throw new Refused(refuse('billing_exists'));
}

/** Resumes an invoice's refused credit notes; returns their number. */
async function resumeCredits(tx: Tx, invoiceId: number, { tenantId, now }: StartParts): Promise<number> {
  const resumed = await tx.fixed(
    `update billing set state = 'open', problem = null, retried_after = ${lastStep}, due_at = $3
     where tenant_id = $1 and credits_id = $2 and state = 'refused' returning id`,
    [tenantId, invoiceId, now],
  );
  return resumed.length;
}

/** For a mail or direct debit not sent yet, the tenant's current data applies. */
const isLeft = (step: 'mail' | 'debit') => `exists (select from billing_step s
  where s.tenant_id = billing.tenant_id and s.billing_id = billing.id and s.step = '${step}'
    and s.outcome in ('begun', 'unknown', 'done'))`;

async function goOn(
  tx: Tx,
  { tenantId, month, now, creditor }: StartParts,
  tenant: BilledTenant,
  { ordered, bill, announcement }: Former,
): Promise<void> {
  const reported = announcement ?? announcementOf(tenant, tenant.today, creditor);
  const debit = debitOf(tenant, { key: ordered.key, gross: bill.gross }, reported, creditor);
  await tx.one(
    `update billing set state = 'open', problem = null, retried_after = ${lastStep}, due_at = $3,
       mail_to = case when mail_to is null or ${isLeft('mail')} then mail_to else $4 end,
       debit = case when debit is null or ${isLeft('debit')} then debit else $5::jsonb end
     where ${standing} and state = 'refused' returning id`,
    [tenantId, firstDayOf(month), now, tenant.billing_email, debit && JSON.stringify(debit)],
  );
}

/** Locks the invoice of a month, so that charging, cancelling and crediting each see the result of the one before. */
export async function lockInvoice(tx: Tx, tenantId: number, month: Month): Promise<void> {
  await tx.fixed(`select id from billing where ${standing} for no key update`, [tenantId, firstDayOf(month)]);
}

/**
 * Cancels a month's finished invoice (OP-06). Refuses `billing_not_cancellable` without one, `billing_credited` after
 * a credit note (OP-13), and `billing_collected` while it is being collected.
 */
export async function cancelBilling(tx: Tx, { tenantId, month, now }: StartParts): Promise<void> {
  await lockInvoice(tx, tenantId, month);
  const found = await tx.maybeOne<{ id: number; is_credited: boolean }>(
    `select id, exists (select from billing c where c.tenant_id = $1 and c.credits_id = billing.id) as is_credited from billing
     where ${standing} and document_number is not null and state in ('done', 'refused')`,
    [tenantId, firstDayOf(month)],
  );
  if (!found) throw new Refused(refuse('billing_not_cancellable'));
  if (found.is_credited) throw new Refused(refuse('billing_credited'));
  const changed = await tx.fixed(
    `update billing set state = 'cancelling', problem = null, retried_after = ${lastStep}, due_at = $3
     where tenant_id = $1 and id = $2 and not exists (
       select from direct_debit d where d.tenant_id = $1 and d.billing_id = $2 and d.state = 'collected')
     returning id`,
    [tenantId, found.id, now],
  );
  if (changed.length === 0) throw new Refused(refuse('billing_collected'));
}

/** Mails a finished invoice that was not mailed yet (OP-06). Refuses if there is no address, or if it was mailed. */
export async function mailBilling(tx: Tx, { tenantId, month, now }: StartParts): Promise<void> {
  const loaded = await loadBill(tx, tenantId, month, now);
  if (!loaded?.tenant.billing_email)
    throw new Refused(refuse('specific_field_required', { field: 'billing_email' }));
  const changed = await tx.fixed(
    `update billing set state = 'open', mail_to = $4, due_at = $3
     where ${standing} and state = 'done' and mail_to is null returning id`,
    [tenantId, firstDayOf(month), now, loaded.tenant.billing_email],
  );
  if (changed.length === 0) throw new Refused(refuse('billing_exists'));
}
