import type { Day } from '../../../base/day.ts';
import type { Language } from '../../../base/language.ts';
import { firstDayOf, type Month } from '../../../base/month.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { TenantStatus } from '../../../platform/tenant-status.ts';
import { type Bill, type BillFacts, billOf } from '../bill.ts';

/** A tenant's data for billing, apart from prices (DATA-05 to DATA-08). */
export interface BilledTenant {
  readonly id: number;
  readonly name: string;
  readonly status: TenantStatus;
  /** In the tenant's time zone. */
  readonly today: Day;
  readonly language: Language;
  readonly easybill_id: string | null;
  readonly created_on: Day;
  /** Null if not archived. */
  readonly archived_on: Day | null;
  readonly billing_email: string | null;
  readonly automatic_billing_mail: boolean;
  readonly sepa_agreement: boolean;
  readonly sepa_agreement_date: Day | null;
  readonly sepa_mandate_reference: string | null;
  readonly sepa_scheme: 'CORE' | 'B2B' | null;
  readonly sepa_prenotification_days: number | null;
  readonly sepa_last_use: Day | null;
  readonly sepa_creditor_id: string | null;
  readonly holder: string;
  readonly iban: string | null;
  readonly bic: string | null;
  /** Whether this mandate was used before. */
  readonly was_debited: boolean;
}

export interface LoadedBill {
  readonly tenant: BilledTenant;
  readonly bill: Bill;
}

/** Result of `app.billing_facts`. */
export interface Facts extends Omit<BillFacts, 'month' | 'created_on' | 'archived_on'> {
  readonly tenant: BilledTenant;
}

/**
 * The current bill of a tenant and month; undefined if the tenant does not exist. Acts as operator or gate for any
 * tenant, as writer for the own one.
 */
export async function loadBill(
  tx: Tx,
  tenantId: number,
  month: Month,
  now: Date,
): Promise<LoadedBill | undefined> {
  const row = await tx.maybeOne<{ facts: Facts | null }>('select app.billing_facts($1, $2, $3) as facts', [
    tenantId,
    firstDayOf(month),
    now,
  ]);
  if (!row?.facts) return undefined;
  return loadedFrom(row.facts, month);
}

export function loadedFrom({ tenant, ...facts }: Facts, month: Month): LoadedBill {
  const { created_on, archived_on } = tenant;
  return { tenant, bill: billOf({ month, ...facts, created_on, archived_on }) };
}
