import { monthOf } from '../../../base/month.ts';
import { Refused } from '../../../base/refusal.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import type { BillingProvider } from '../provider.ts';
import { runBillings } from './run.ts';
import { startBilling } from './start.ts';

/** Limit per minute, so that other jobs get their turn. */
const billingsAtOnce = 5;

/** Starts the automatic billing of the past month (OP-09); returns the number of tenants. */
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
      // Nothing to charge, or already started by the operator.
      if (!(error instanceof Refused)) throw error;
    }
  }
  return started;
}

/**
 * The worker's job of every minute, outside of any tenant: archived tenants, which cannot be entered, are charged too
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
