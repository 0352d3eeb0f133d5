import { firstDayOf, type Month, monthBefore, monthOf, monthsUpTo } from '../../../base/month.ts';
import { type RefusalCode, Refused } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { MonthRun, RunStarted, RunTenant } from '../model.ts';
import { bankDay } from './direct-debit/load.ts';
import { type Facts, loadedFrom } from './facts.ts';
import { problemOf } from './shown.ts';
import { startBilling } from './start.ts';

const mostMonths = 24;

interface Row {
  readonly facts: Facts;
  readonly billing: (RunTenant['billing'] & { readonly bill: RunTenant['bill'] }) | null;
}

/** Each tenant with what its month follows from, and the invoice that stands. */
const runSql = `select app.billing_facts(t.id, $1, $2) as facts, (
    select jsonb_build_object('state', b.state, 'document_number', b.document_number, 'problem', b.problem, 'bill', b.bill)
    from billing b
    where b.tenant_id = t.id and b.month = $1 and b.kind = 'invoice' and b.state <> 'cancelled') as billing
  from tenant t order by t.name, t.id`;

/** All tenants that were there in a month, each as it was charged or would be now (OP-13). `tx` acts as `operator`. */
export async function showMonthRun(
  tx: Tx,
  asked: { readonly month: Month | undefined; readonly now: Date },
  hasService: boolean,
): Promise<MonthRun> {
  const months = monthsUpTo(monthBefore(monthOf(bankDay(asked.now))), mostMonths);
  const month = asked.month ?? months[0] ?? '';
  const rows = await tx.fixed<Row>(runSql, [firstDayOf(month), asked.now]);
  const tenants = rows.flatMap(({ facts, billing }): readonly RunTenant[] => {
    const loaded = loadedFrom(facts, month);
    const { id, name, status, created_on, archived_on } = loaded.tenant;
    const wasThere = month >= monthOf(created_on) && (archived_on === null || month <= monthOf(archived_on));
    if (billing === null && !wasThere) return [];
    const { bill = loaded.bill, ...stands } = billing ?? {};
    return [
      {
        tenant: { id, name, status },
        bill,
        billing: billing && (stands as RunTenant['billing']),
        problem: problemOf(loaded, hasService),
      },
    ];
  });
  return { month, months, tenants };
}

/** Begins the bills of these tenants, each by itself, so that one that cannot be charged holds nobody up (OP-13). */
export async function startMonthRun(
  inTransaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>,
  parts: {
    readonly tenantIds: readonly number[];
    readonly month: Month;
    readonly now: Date;
    readonly creditor: SepaCreditor | null;
  },
): Promise<RunStarted> {
  const { tenantIds, ...shared } = parts;
  const refused: { tenant_id: number; code: RefusalCode }[] = [];
  for (const tenantId of new Set(tenantIds)) {
    try {
      await inTransaction((tx) => startBilling(tx, { ...shared, tenantId, isAutomatic: false }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ tenant_id: tenantId, code: error.refusal.code });
    }
  }
  return { started: new Set(tenantIds).size - refused.length, refused };
}
