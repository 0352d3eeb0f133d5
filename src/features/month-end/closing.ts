import type { Day } from '../../base/day.ts';
import type { MonthEndList } from './search.ts';

/** A batch of bookings. Batches that complete the first one carry their number, from 2. */
export type Batch = 'accruals' | 'accruals_reversal';

/** A stored file of a closed month: a list as of the closing, or a batch of bookings. */
export type ClosedContent = MonthEndList | Batch | `${Batch}_${number}`;

/** The content of the file of a batch, by its place from 1. */
export function contentOfBatch(batch: Batch, place: number): ClosedContent {
  return place === 1 ? batch : `${batch}_${place}`;
}

/** The batch of a content and its place; null for a list. */
export function batchOf(content: ClosedContent): { readonly batch: Batch; readonly place: number } | null {
  const [, batch, place] = /^(accruals|accruals_reversal)(?:_(\d+))?$/.exec(content) ?? [];
  return batch === undefined ? null : { batch: batch as Batch, place: Number(place ?? 1) };
}

export interface ClosedFile {
  readonly content: ClosedContent;
  readonly sha256: string;
  readonly count: number;
  /** The number of amounts without a booking, because they have no usable account. */
  readonly left_out: number;
  /** A later batch can book what this one left out, once it has an account. */
  readonly may_be_completed: boolean;
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
  /** Of a closed month: the accruals that can be booked now and are in no batch. */
  readonly addable: number;
  /** Nothing of a closed month is missing that could be written now. */
  readonly is_complete: boolean;
  /** The files are being written. */
  readonly is_writing: boolean;
}

export interface ClosingQuestion {
  readonly client: number;
  /** The last day of the month. */
  readonly day: Day;
}
