import type { Day } from '../../../base/day.ts';
import type { Month } from '../../../base/month.ts';
import type { Sequence } from './collection.ts';
import type { SepaScheme } from './mandate.ts';
import type { DebitProblem } from './plan.ts';

export const failureKinds = ['rejected', 'returned'] as const;
/** Whether the bank has not carried a direct debit out, or the money went back. */
export type FailureKind = (typeof failureKinds)[number];
export type DebitState = 'collected' | FailureKind;

/** How a bill would be collected, or was. */
export interface ShownDebit {
  readonly day: Day;
  readonly scheme: SepaScheme;
  readonly sequence: Sequence;
  readonly mandate: string;
  /** Whether the bank is told that the mandate has changed. */
  readonly is_amended: boolean;
}

export interface MadeDebit extends ShownDebit {
  readonly id: number;
  readonly state: DebitState;
  readonly file_id: string;
  readonly reference: string;
  readonly reason: string | null;
}

/** A bill of the month that the operator looks at. */
export interface ListedDebit {
  readonly tenant_id: number;
  readonly tenant: string;
  readonly billing_id: number;
  readonly document_number: string | null;
  readonly amount: string;
  /** Null: it is not collected now, for `problem`. */
  readonly planned: ShownDebit | null;
  readonly problem: DebitProblem | null;
  /** All files that it was in, the newest first. */
  readonly made: readonly MadeDebit[];
}

/** A file for the bank. */
export interface ListedFile {
  readonly id: string;
  readonly made_at: string;
  readonly made_by: string;
  /** One, but for files made before each had its own. */
  readonly schemes: string;
  readonly count: number;
  readonly total: string;
}

/** `GET /api/operator/direct-debit?month=` (API-37). */
export interface DirectDebits {
  readonly month: Month;
  readonly months: readonly Month[];
  /** Null: no direct debits are collected from here. */
  readonly creditor: { readonly name: string; readonly id: string } | null;
  /** Whether files for the bank are made here; else the billing service collects. */
  readonly makes_files: boolean;
  readonly bills: readonly ListedDebit[];
  /** The newest first. */
  readonly files: readonly ListedFile[];
}

export interface ChosenBill {
  readonly tenant_id: number;
  readonly billing_id: number;
}

/** What `GET /api/operator/direct-debit/file/:id` hands out. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: string;
}

/** `GET /api/billing/mandate`: to whom the own tenant gives a mandate, for its administrators (SET-04, DATA-07). */
export interface OwnMandate {
  readonly creditor: { readonly name: string; readonly id: string } | null;
  /** A reference that a new mandate can have. */
  readonly proposal: string;
  readonly today: Day;
  /** The last day on which the mandate can be used; null: there is none. */
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
