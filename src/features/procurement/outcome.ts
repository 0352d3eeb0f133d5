import type { Amount } from '../../base/money.ts';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import type { Outcome } from '../../document/outcome.ts';
import { totals } from '../../document/totals.ts';
import { documentStatus } from '../../timeline/document-status.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { supplierIds } from './facts.ts';
import type { ConfirmedLine, Procurement, ProcurementHead, ProcurementLine, SupplierOrder } from './model.ts';

/** One row of `goods_receipt`; a negative quantity takes an earlier receipt back (DATA-30). */
export interface NewReceipt {
  readonly procurement_line_id: number;
  readonly quantity: Amount;
  readonly reason: string | null;
  /** The receipt that it takes back. */
  readonly reverses_id: number | null;
}

/** One row of `order_confirmation` with its lines. */
export interface NewConfirmation {
  readonly supplier_id: number;
  readonly marketplace_id: number | null;
  readonly lines: readonly ConfirmedLine[];
  /** The number of deviations from the order; with none, no acceptance is needed. */
  readonly differenceCount: number;
}

/** A confirmation that a person accepts with all its deviations from the current order (PROC-36). */
export interface AcceptedConfirmation {
  readonly id: number;
  readonly differenceCount: number;
}

/** The outcome of an action on a request, beyond that of every document. */
export interface ProcurementOutcome extends Outcome<ProcurementHead> {
  /** Supplier orders in their new state; those without id are inserted. */
  readonly orders?: readonly SupplierOrder[];
  readonly receipts?: readonly NewReceipt[];
  readonly confirmation?: NewConfirmation | null;
  readonly accepted?: AcceptedConfirmation | null;
  /** The new lines, if the action changes them. */
  readonly lines?: readonly ProcurementLine[];
}

/** The outcome with the status that follows from the timeline (TL-18); a refused timeline stays a refusal. */
export function outcome(
  timeline: Timeline | Refusal,
  rest: Partial<Omit<ProcurementOutcome, 'timeline' | 'status'>> = {},
): ProcurementOutcome | Refusal {
  if (isRefusal(timeline)) return timeline;
  const nothingElse = { head: {}, takesNumber: null, asked: [], answered: [] };
  return { timeline, status: documentStatus('procurement', timeline), ...nothingElse, ...rest };
}

/** Records the current value and suppliers as approved where no approval is needed (APPR-18, TASK-07). */
export function unneededApproval(document: Pick<Procurement, 'lines'>) {
  return { head: approvalMemory(document), isApprovalUnneeded: true as const };
}

/** The approved value and suppliers, stored in the head (TASK-07). */
export function approvalMemory({ lines }: Pick<Procurement, 'lines'>): Partial<ProcurementHead> {
  return { approved_netto: totals(lines).total_netto, approved_supplier_ids: supplierIds(lines) };
}
