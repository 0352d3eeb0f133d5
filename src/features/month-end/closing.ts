import type { Day } from '../../base/day.ts';
import type { MonthEndList } from './search.ts';

/** A stored file of a closed month: a list as of the closing, or a batch of bookings. */
export type ClosedContent = MonthEndList | 'accruals' | 'accruals_reversal';

export interface ClosedFile {
  readonly content: ClosedContent;
  readonly sha256: string;
  readonly count: number;
  /** The number of amounts without a booking, because they have no usable account. */
  readonly left_out: number;
}

/** A closed month of a company (DASH-08). */
export interface ClosedMonth {
  readonly id: number;
  readonly closed_at: string;
  readonly closed_by: string;
  /** Empty while they are written. */
  readonly files: readonly ClosedFile[];
}

/** Whether a month of a company is closed, and whether the person may close it. */
export interface ClosingAnswer {
  readonly closed: ClosedMonth | null;
  readonly may_close: boolean;
  /** Accruals need the account of the company and its numbers at DATEV. */
  readonly has_accrual_account: boolean;
}

export interface ClosingQuestion {
  readonly client: number;
  /** The last day of the month. */
  readonly day: Day;
}
