import { dayOfInstant } from '../../../base/day.ts';
import { firstDayOf, type Month, monthBefore, monthOf } from '../../../base/month.ts';
import type { RefusalCode } from '../../../base/refusal.ts';
import { defaultTimeZone } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { Bill } from '../bill.ts';
import type { BilledMonth, OperatorBilling, OwnBilling, ShownBilling, ShownStep } from '../model.ts';
import { startProblem } from '../startable.ts';
import { nextDebitsOf } from './direct-debit/list.ts';
import { type BilledTenant, type LoadedBill, loadBill } from './facts.ts';
import { startFactsOf } from './start.ts';

/** Maximum number of months offered. */
const maxMonths = 24;

const monthColumns = `id, kind, to_char(month, 'YYYY-MM') as month, state, net, gross, document_number`;

interface StoredBilling extends ShownBilling {
  readonly bill: Bill;
}

interface Asked {
  readonly tenantId: number;
  /** Undefined for the last complete month. */
  readonly month: Month | undefined;
  readonly now: Date;
}

/** A billing for the operator (OP-06); undefined if the tenant does not exist. */
export async function showToOperator(
  tx: Tx,
  asked: Asked,
  hasService: boolean,
): Promise<OperatorBilling | undefined> {
  const [loaded, history] = await Promise.all([loadMonth(tx, asked), historyOf(tx, asked.tenantId)]);
  if (!loaded) return undefined;
  const { tenant, bill } = loaded;
  const [stored, credits, steps] = await Promise.all([
    storedBilling(tx, tenant.id, bill.month),
    creditsOf(tx, tenant.id, bill.month),
    stepsOf(tx, tenant.id, bill.month),
  ]);
  return {
    tenant: { id: tenant.id, name: tenant.name, status: tenant.status },
    months: monthsOf(tenant),
    bill: billShown(stored, bill),
    billing: stored ? withoutBill(stored) : null,
    credits,
    steps,
    problem: problemOf(loaded, hasService),
    history,
  };
}

/** A billing for the own tenant's administrators, without the steps at the provider. */
export async function showToTenant(
  tx: Tx,
  asked: Asked,
  creditor: SepaCreditor | null,
): Promise<OwnBilling | undefined> {
  const [loaded, history, next_debits] = await Promise.all([
    loadMonth(tx, asked),
    historyOf(tx, asked.tenantId),
    nextDebitsOf(tx, asked.tenantId, asked.now, creditor),
  ]);
  if (!loaded) return undefined;
  const { tenant, bill } = loaded;
  const stored = await tx.last(() => storedBilling(tx, tenant.id, bill.month));
  return {
    months: monthsOf(tenant),
    bill: billShown(stored, bill),
    billing: stored && {
      id: stored.id,
      state: stored.state,
      document_number: stored.document_number,
    },
    is_connected: tenant.easybill_id !== null,
    next_debits,
    history,
  };
}

async function loadMonth(tx: Tx, { tenantId, month, now }: Asked): Promise<LoadedBill | undefined> {
  const current = monthOf(dayOfInstant(now, defaultTimeZone));
  const loaded = await loadBill(tx, tenantId, month ?? current, now);
  if (!loaded || month !== undefined) return loaded;
  return await loadBill(tx, tenantId, monthBefore(monthOf(loaded.tenant.today)), now);
}

/** Why the month cannot be charged now, or null. */
export function problemOf(loaded: LoadedBill, hasService: boolean): RefusalCode | null {
  if (!hasService) return 'billing_no_service';
  return startProblem(startFactsOf(loaded))?.code ?? null;
}

/** The current month and those before, back to the tenant's creation. */
function monthsOf({ today, created_on }: BilledTenant): readonly Month[] {
  const months: Month[] = [monthOf(today)];
  while (months.length < maxMonths && (months.at(-1) ?? '') > monthOf(created_on)) {
    months.push(monthBefore(months.at(-1) ?? ''));
  }
  return months;
}

const shownColumns = `${monthColumns}, is_automatic, mail_to, coalesce(debit, announcement) is not null as has_debit, problem,
  provider_net, provider_gross`;

/** A month whose invoice was cancelled shows its current bill (OP-13). */
function billShown(stored: StoredBilling | null, present: Bill): Bill {
  return stored === null || stored.state === 'cancelled' ? present : stored.bill;
}

/** The latest invoice; earlier ones were cancelled. */
async function storedBilling(tx: Tx, tenantId: number, month: Month): Promise<StoredBilling | null> {
  const stored = await tx.maybeOne<StoredBilling>(
    `select ${shownColumns}, bill from billing where tenant_id = $1 and month = $2 and kind = 'invoice' order by id desc limit 1`,
    [tenantId, firstDayOf(month)],
  );
  return stored ?? null;
}

async function creditsOf(tx: Tx, tenantId: number, month: Month): Promise<readonly ShownBilling[]> {
  return await tx.fixed<ShownBilling>(
    `select ${shownColumns} from billing where tenant_id = $1 and month = $2 and kind = 'credit' order by id desc`,
    [tenantId, firstDayOf(month)],
  );
}

function withoutBill({ bill: _, ...shown }: StoredBilling): ShownBilling {
  return shown;
}

async function historyOf(tx: Tx, tenantId: number): Promise<readonly BilledMonth[]> {
  return await tx.fixed<BilledMonth>(
    `select ${monthColumns} from billing where tenant_id = $1 order by billing.month desc, id desc limit 120`,
    [tenantId],
  );
}

/** Steps of all documents of the month, newest first. */
async function stepsOf(tx: Tx, tenantId: number, month: Month): Promise<readonly ShownStep[]> {
  return await tx.fixed<ShownStep>(
    `select s.id, s.step, s.outcome, s.message, s.begun_at, s.retry_at
     from billing b join billing_step s on s.tenant_id = b.tenant_id and s.billing_id = b.id
     where b.tenant_id = $1 and b.month = $2 order by s.id desc limit 200`,
    [tenantId, firstDayOf(month)],
  );
}
