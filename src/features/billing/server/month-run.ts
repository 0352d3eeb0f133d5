import { firstDayOf, type Month, monthBefore, monthOf, monthsUpTo } from '../../../base/month.ts';
import { type RefusalCode, Refused } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import { refuseDeleting } from '../../deletion/server/store.ts';
import type { Bill } from '../bill.ts';
import type { MonthRun, RunStarted, RunTenant } from '../model.ts';
import { wasThere } from '../startable.ts';
import { bankDay } from './direct-debit/load.ts';
import { type Facts, loadedFrom } from './facts.ts';
import { problemOf } from './shown.ts';
import { startBilling, startFactsOf } from './start.ts';

const maxMonths = 24;

interface Row {
  readonly facts: Facts;
  readonly billing: RunTenant['billing'];
  /** Frozen with the invoice; null without one. */
  readonly frozen: Bill | null;
}

/** Each tenant with the facts of its bill and its current invoice. */
const runSql = `select app.billing_facts(t.id, $1, $2) as facts, b.bill as frozen,
    case when b.id is not null then
      jsonb_build_object('state', b.state, 'document_number', b.document_number, 'problem', b.problem) end as billing
  from tenant t
  left join billing b on b.tenant_id = t.id and b.month = $1 and b.kind = 'invoice' and b.state <> 'cancelled'
  order by t.name, t.id`;

/** All tenants that existed in a month, each with its charged bill or a preview (OP-13). `tx` acts as `operator`. */
export async function showMonthRun(
  tx: Tx,
  asked: { readonly month: Month | undefined; readonly now: Date },
  hasService: boolean,
): Promise<MonthRun> {
  const months = monthsUpTo(monthBefore(monthOf(bankDay(asked.now))), maxMonths);
  const month = asked.month ?? months[0] ?? '';
  const rows = await tx.fixed<Row>(runSql, [firstDayOf(month), asked.now]);
  const tenants = rows.flatMap(({ facts, billing, frozen }): readonly RunTenant[] => {
    const loaded = loadedFrom(facts, month);
    const { id, name, status } = loaded.tenant;
    if (billing === null && !wasThere(startFactsOf(loaded))) return [];
    const problem = problemOf(loaded, hasService);
    return [{ tenant: { id, name, status }, bill: frozen ?? loaded.bill, billing, problem }];
  });
  return { month, months, tenants };
}

/**
 * Starts the bills of these tenants in separate transactions, so that a refusal does not affect the others (OP-13).
 */
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
      await inTransaction(async (tx) => {
        await refuseDeleting(tx, tenantId);
        await startBilling(tx, { ...shared, tenantId, isAutomatic: false });
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ tenant_id: tenantId, code: error.refusal.code });
    }
  }
  return { started: new Set(tenantIds).size - refused.length, refused };
}
