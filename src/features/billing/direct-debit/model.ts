import type { Day } from '../../../base/day.ts';
import type { Month } from '../../../base/month.ts';
import type { Sequence } from './collection.ts';
import type { SepaScheme } from './mandate.ts';
import type { DebitProblem } from './plan.ts';

export const failureKinds = ['rejected', 'returned'] as const;
/** Whether the bank rejected the direct debit, or the money was returned. */
export type FailureKind = (typeof failureKinds)[number];
export type DebitState = 'collected' | FailureKind;

/** A planned or executed collection of a bill. */
export interface ShownDebit {
  readonly day: Day;
  readonly scheme: SepaScheme;
  readonly sequence: Sequence;
  readonly mandate: string;
  /** Whether the bank is informed of a changed mandate. */
  readonly is_amended: boolean;
}

export interface MadeDebit extends ShownDebit {
  readonly id: number;
  readonly state: DebitState;
  readonly file_id: string;
  readonly reference: string;
  readonly reason: string | null;
}

/** A bill of the month shown to the operator. */
export interface ListedDebit {
  readonly tenant_id: number;
  readonly tenant: string;
  readonly billing_id: number;
  readonly document_number: string | null;
  readonly amount: string;
  /** Null if not collected now, because of `problem`. */
  readonly planned: ShownDebit | null;
  readonly problem: DebitProblem | null;
  /** All its direct debits, newest first. */
  readonly made: readonly MadeDebit[];
}

/** A file for the bank. */
export interface ListedFile {
  readonly id: string;
  readonly made_at: string;
  readonly made_by: string;
  /** A single scheme, except in old files. */
  readonly schemes: string;
  readonly count: number;
  readonly total: string;
}

/** `GET /api/operator/direct-debit?month=` (API-37). */
export interface DirectDebits {
  readonly month: Month;
  readonly months: readonly Month[];
  /** Null if no direct debits are made. */
  readonly creditor: { readonly name: string; readonly id: string } | null;
  /** Whether files for the bank are made; if not, the billing service collects. */
  readonly makes_files: boolean;
  readonly bills: readonly ListedDebit[];
  /** Newest first. */
  readonly files: readonly ListedFile[];
}

export interface ChosenBill {
  readonly tenant_id: number;
  readonly billing_id: number;
}

/** Answer of `GET /api/operator/direct-debit/file/:id`. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: string;
}

/**
 * `GET /api/billing/mandate`: the recipient of the own tenant's mandate, for its administrators (SET-04, DATA-07).
 */
export interface OwnMandate {
  readonly creditor: { readonly name: string; readonly id: string } | null;
  /** Reference for a new mandate. */
  readonly proposal: string;
  readonly today: Day;
  /** The last day on which the mandate can be used; null without one. */
  readonly valid_until: Day | null;
  readonly last_use: Day | null;
}

/** The next direct debit of the own tenant. */
export interface NextDebit {
  readonly month: Month;
  readonly amount: string;
  readonly day: Day;
  readonly mandate: string;
}
