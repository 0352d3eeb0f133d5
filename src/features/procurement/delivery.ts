import { type Amount, compareAmounts, decimalPlaces, isAmount, minus, sum } from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { TaskInput } from '../../document/facts.ts';
import { confirmedRemarks } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { linesMissing, missingQuantity, type ProcurementSituation } from './facts.ts';
import type { ProcurementLine } from './model.ts';
import { type NewReceipt, outcome, type ProcurementOutcome } from './outcome.ts';

export interface ReceiptInput {
  readonly procurement_line_id: number;
  /** What arrived; negative takes a wrongly typed receipt back and needs a reason (PROC-18). */
  readonly quantity: Amount;
  readonly reason?: string | null;
}

export interface ReceiveInput extends TaskInput {
  readonly receipts: readonly ReceiptInput[];
}

/**
 * Books what arrived (PROC-18): one entry and one delivery note number for the whole booking.
 * The step stays where it is, even when nothing is missing any more (PROC-19).
 */
export function receive(situation: ProcurementSituation, input: ReceiveInput): ProcurementOutcome | Refusal {
  const { document } = situation;
  if (input.receipts.length === 0) return refuse('lines_required', { field: 'receipts' });
  const problems = receiptProblems(document.lines, input.receipts);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const values = { lines: input.receipts.length };
  const received = systemRemark({ code: 'goods_received', values }, 'product-received');
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...received, comment: input.comment ?? null }),
  );
  const receipts: readonly NewReceipt[] = input.receipts.map((receipt) => ({
    procurement_line_id: receipt.procurement_line_id,
    quantity: receipt.quantity,
    reason: receipt.reason?.trim() || null,
  }));
  return outcome(timeline, { receipts, takesNumber: 'DN' });
}

/** Ends the delivery for good; missing goods must be confirmed (TASK-12). */
export function finishDelivery(
  situation: ProcurementSituation,
  input: TaskInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const count = linesMissing(document.lines).length;
  const doubts = count > 0 ? [{ code: 'receipt_incomplete' as const, values: { count } }] : [];
  const remarks = confirmedRemarks(situation, 'finish_delivery', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  return outcome(timeline);
}

/** The receipts that "receive all missing" books (PROC-18). */
export function allMissing(lines: readonly ProcurementLine[]): readonly ReceiptInput[] {
  return linesMissing(lines).flatMap((line) =>
    line.id === null ? [] : [{ procurement_line_id: line.id, quantity: missingQuantity(line) }],
  );
}

/** What is wrong with a booking, at `receipts.<n>.<field>` (VAL-12); receipts of one line count together. */
function receiptProblems(
  lines: readonly ProcurementLine[],
  receipts: readonly ReceiptInput[],
): readonly FieldProblem[] {
  const booked = new Map<number, Amount>();
  return receipts.flatMap((receipt, position) => {
    const line = lines.find((one) => one.id === receipt.procurement_line_id && one.kind === 'item');
    const field = (name: keyof ReceiptInput) => `receipts.${position}.${name}`;
    if (!line) return [{ field: field('procurement_line_id'), code: 'not_found' as const }];
    const typed = quantityProblem(receipt.quantity, field('quantity'));
    if (typed !== null) return [typed];
    const before = booked.get(receipt.procurement_line_id) ?? '0';
    booked.set(receipt.procurement_line_id, sum([before, receipt.quantity]));
    const missing = minus(missingQuantity(line), before);
    if (compareAmounts(receipt.quantity, missing) > 0) {
      return [{ field: field('quantity'), code: 'quantity_exceeds_missing' as const, values: { missing } }];
    }
    return counterProblems(line, before, receipt, field);
  });
}

/** A counter receipt takes back at most what was received, and says why. */
function counterProblems(
  line: ProcurementLine,
  before: Amount,
  receipt: ReceiptInput,
  field: (name: keyof ReceiptInput) => string,
): readonly FieldProblem[] {
  if (compareAmounts(receipt.quantity, '0') > 0) return [];
  const received = sum([line.quantity_received, before]);
  if (compareAmounts(sum([received, receipt.quantity]), '0') < 0) {
    return [{ field: field('quantity'), code: 'number_out_of_range', values: { min: minus('0', received) } }];
  }
  if (receipt.reason?.trim()) return [];
  return [{ field: field('reason'), code: 'specific_field_required', values: { field: 'reason' } }];
}

/** A number with up to three decimals, and never zero (PRICE-05, VAL-12). */
function quantityProblem(quantity: Amount, field: string): FieldProblem | null {
  if (!isAmount(quantity) || decimalPlaces(quantity) > 3) {
    return { field, code: 'invalid_type', values: { type: 'numeric' } };
  }
  return compareAmounts(quantity, '0') === 0
    ? { field, code: 'number_out_of_range', values: { min: 0 } }
    : null;
}
