import type { Month } from '../../base/month.ts';
import type { RefusalCode } from '../../base/refusal.ts';
import type { TenantStatus } from '../../platform/tenant-status.ts';
import type { Bill } from './bill.ts';
import type { NextDebit } from './direct-debit/model.ts';
import type { BillingStep, StepOutcome } from './next-step.ts';
import type { BillingProblem, BillingState } from './state.ts';

/** A charged month in a tenant's history. */
export interface BilledMonth {
  readonly id: number;
  /** A credit note has negative amounts (OP-13). */
  readonly kind: 'invoice' | 'credit';
  readonly month: Month;
  readonly state: BillingState;
  readonly net: string;
  readonly gross: string;
  readonly document_number: string | null;
}

/** An attempt of a step at the provider. */
export interface ShownStep {
  readonly id: number;
  readonly step: BillingStep;
  readonly outcome: StepOutcome;
  readonly message: string | null;
  readonly begun_at: string;
  readonly retry_at: string | null;
}

export interface ShownBilling extends BilledMonth {
  readonly is_automatic: boolean;
  /** Address of the invoice mail; null for none. */
  readonly mail_to: string | null;
  readonly has_debit: boolean;
  readonly problem: BillingProblem | null;
  readonly provider_net: string | null;
  readonly provider_gross: string | null;
}

/** `GET /api/operator/tenant/:id/billing?month=` (API-37). */
export interface OperatorBilling {
  readonly tenant: { readonly id: number; readonly name: string; readonly status: TenantStatus };
  /** Selectable months, newest first. */
  readonly months: readonly Month[];
  /** The charged bill, or a preview. */
  readonly bill: Bill;
  readonly billing: ShownBilling | null;
  /** Credit notes of the bill (OP-13). */
  readonly credits: readonly ShownBilling[];
  readonly steps: readonly ShownStep[];
  /** Why the month cannot be charged; null where it can. */
  readonly problem: RefusalCode | null;
  readonly history: readonly BilledMonth[];
}

/** A tenant in a monthly run, with its charged bill or preview (OP-13). */
export interface RunTenant extends Pick<OperatorBilling, 'problem'> {
  readonly tenant: OperatorBilling['tenant'];
  readonly bill: Bill;
  readonly billing: Pick<ShownBilling, 'state' | 'document_number' | 'problem'> | null;
}

/** `GET /api/operator/billing?month=` (API-37). */
export interface MonthRun {
  readonly month: Month;
  readonly months: readonly Month[];
  /** All tenants that existed in the month. */
  readonly tenants: readonly RunTenant[];
}

/** Answer of `POST /api/operator/billing`: the number of bills started, and refusals for the others. */
export interface RunStarted {
  readonly started: number;
  readonly refused: readonly { readonly tenant_id: number; readonly code: RefusalCode }[];
}

/** `GET /api/billing?month=`: the own tenant's bill, for its administrators. */
export interface OwnBilling {
  readonly months: readonly Month[];
  readonly bill: Bill;
  readonly billing: Pick<BilledMonth, 'id' | 'state' | 'document_number'> | null;
  /** Whether the billing service knows the tenant (SET-10). */
  readonly is_connected: boolean;
  /** All direct debits on the next collection day; empty if none is planned. */
  readonly next_debits: readonly NextDebit[];
  readonly history: readonly BilledMonth[];
}
