import { monthOf } from '../../../base/month.ts';
import { Refused } from '../../../base/refusal.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { BillingProvider } from '../provider.ts';
import { runBillings } from './run.ts';
import { startBilling } from './start.ts';

/** At most so many a minute: other tasks wait in the same places. */
const billingsAtOnce = 5;

/** Begins the billing of the past month where it comes by itself (OP-09); answers of how many tenants. */
export async function startDueBillings(
  database: Database,
  now: Date,
  creditor: SepaCreditor | null,
): Promise<number> {
  const due = await database.atGate((tx) =>
    tx.fixed<{ tenant_id: number; month: string }>('select tenant_id, month from app.billings_due($1)', [
      now,
    ]),
  );
  let started = 0;
  for (const { tenant_id: tenantId, month } of due) {
    const parts = { tenantId, month: monthOf(month), now, isAutomatic: true, creditor };
    try {
      await database.atGate((tx) => startBilling(tx, parts));
      started += 1;
    } catch (error) {
      // There is nothing to charge, or the operator was faster.
      if (!(error instanceof Refused)) throw error;
    }
  }
  return started;
}

/**
 * What the worker does every minute, outside of any tenant: an archived one, into which nobody can go, is charged as well
 * (OP-03).
 */
export function billingTask(parts: {
  readonly database: Database;
  readonly provider: BillingProvider;
  readonly clock: Clock;
  readonly creditor: SepaCreditor | null;
}): () => Promise<void> {
  return async () => {
    await startDueBillings(parts.database, parts.clock.now(), parts.creditor);
    await runBillings(parts, billingsAtOnce);
  };
}
