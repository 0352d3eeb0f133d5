import { type Amount, compareAmounts, decimalPlaces, isAmount, minus, sum } from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { TaskInput } from '../../document/facts.ts';
import { confirmedRemarks } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { SystemNote } from '../../timeline/timeline.ts';
import { linesMissing, missingQuantity, type ProcurementSituation } from './facts.ts';
import type { Procurement, ProcurementLine, Receipt } from './model.ts';
import { type NewReceipt, outcome, type ProcurementOutcome } from './outcome.ts';

export interface ReceiptInput {
  readonly procurement_line_id: number;
  /** What arrived; negative takes a wrongly typed receipt back and needs a reason (PROC-18). */
  readonly quantity: Amount;
  readonly reason?: string | null;
  /** The receipt that is taken back. */
  readonly reverses_id?: number | null;
}

export interface ReceiveInput extends TaskInput {
  readonly receipts: readonly ReceiptInput[];
  /** As the supplier's delivery note says. */
  readonly delivery_note_number?: string | null;
}

/**
 * Books what arrived (PROC-18): one entry and one delivery note number for the whole booking.
 * The step stays where it is, even when nothing is missing any more (PROC-19).
 */
export function receive(situation: ProcurementSituation, input: ReceiveInput): ProcurementOutcome | Refusal {
  const { document } = situation;
  if (input.receipts.length === 0) return refuse('lines_required', { field: 'receipts' });
  const problems = receiptProblems(document, input.receipts);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const received = systemRemark(receiptNote(document, input), 'product-received');
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...received, comment: input.comment ?? null }),
  );
  const receipts: readonly NewReceipt[] = input.receipts.map((receipt) => ({
    procurement_line_id: receipt.procurement_line_id,
    quantity: receipt.quantity,
    reason: receipt.reason?.trim() || null,
    reverses_id: receipt.reverses_id ?? null,
  }));
  return outcome(timeline, { receipts, takesNumber: 'DN' });
}

/** What the timeline says of a booking: what came with which delivery note, or which bookings were taken back. */
function receiptNote(
  { receipts }: Pick<Procurement, 'receipts'>,
  { receipts: booked, delivery_note_number }: ReceiveInput,
): Pick<SystemNote, 'code' | 'values'> {
  const lines = new Set(booked.map((receipt) => receipt.procurement_line_id)).size;
  const taken = new Set(booked.map((receipt) => receipt.reverses_id));
  const numbers = receipts.filter(({ id }) => taken.has(id)).map((receipt) => receipt.number_formatted);
  const note = delivery_note_number?.trim() ?? '';
  if (numbers.length > 0) {
    return { code: 'receipt_taken_back', values: { lines, bookings: [...new Set(numbers)].join(', ') } };
  }
  return note === ''
    ? { code: 'receipt_booked', values: { lines } }
    : { code: 'receipt_booked_with_note', values: { lines, note } };
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
  { lines, receipts: stored }: Pick<Procurement, 'lines' | 'receipts'>,
  receipts: readonly ReceiptInput[],
): readonly FieldProblem[] {
  const booked = new Map<number, Amount>();
  const returned = new Map<number, Amount>();
  return receipts.flatMap((receipt, position) => {
    const line = lines.find((one) => one.id === receipt.procurement_line_id && one.kind === 'item');
    const field: FieldOfReceipt = (name) => `receipts.${position}.${name}`;
    if (!line) return [{ field: field('procurement_line_id'), code: 'not_found' as const }];
    const typed = quantityProblem(receipt.quantity, field('quantity'));
    if (typed !== null) return [typed];
    const before = booked.get(receipt.procurement_line_id) ?? '0';
    booked.set(receipt.procurement_line_id, sum([before, receipt.quantity]));
    const missing = minus(missingQuantity(line), before);
    if (compareAmounts(receipt.quantity, missing) > 0) {
      return [{ field: field('quantity'), code: 'quantity_exceeds_missing' as const, values: { missing } }];
    }
    if (!isReceipt(receipt) && receipts.some(isReceipt)) {
      return [{ field: field('quantity'), code: 'check_violation' as const }];
    }
    if (isReceipt(receipt)) return receiptOnly(receipt, field);
    const taken = stored.find(({ id, procurement_line_id, quantity }) => {
      return (
        id === receipt.reverses_id && procurement_line_id === line.id && compareAmounts(quantity, '0') > 0
      );
    });
    if (!taken) return [counterOf(receipt, field)];
    const left = minus(returnable(line, taken, stored), returned.get(taken.id) ?? '0');
    returned.set(taken.id, sum([returned.get(taken.id) ?? '0', minus('0', receipt.quantity)]));
    return counterProblems(left, receipt, field);
  });
}

/**
 * What of a receipt can still be taken back: what was booked less what was taken back of it, and never more than is
 * received of its line (PROC-18).
 */
export function returnable(
  line: Pick<ProcurementLine, 'quantity_received'>,
  { id, quantity }: Pick<Receipt, 'id' | 'quantity'>,
  receipts: readonly Pick<Receipt, 'quantity' | 'reverses_id'>[],
): Amount {
  const counters = receipts.filter(({ reverses_id }) => reverses_id === id);
  const left = sum([quantity, ...counters.map((counter) => counter.quantity)]);
  return compareAmounts(line.quantity_received, left) < 0 ? line.quantity_received : left;
}

/** Goods that arrive, and goods that are taken back, go under numbers of their own (PROC-18). */
function isReceipt({ quantity }: ReceiptInput): boolean {
  return !isAmount(quantity) || compareAmounts(quantity, '0') > 0;
}

type FieldOfReceipt = (name: keyof ReceiptInput) => string;

/** What arrives takes nothing back. */
function receiptOnly({ reverses_id }: ReceiptInput, field: FieldOfReceipt): readonly FieldProblem[] {
  return reverses_id == null ? [] : [{ field: field('reverses_id'), code: 'check_violation' }];
}

/** A counter receipt belongs to one receipt of its line (PROC-18). */
function counterOf({ reverses_id }: ReceiptInput, field: FieldOfReceipt): FieldProblem {
  const name = 'reverses_id';
  return reverses_id == null
    ? { field: field(name), code: 'specific_field_required', values: { field: name } }
    : { field: field(name), code: 'not_found' };
}

/** A counter receipt takes back at most what is left of its receipt, and says why. */
function counterProblems(
  left: Amount,
  receipt: ReceiptInput,
  field: FieldOfReceipt,
): readonly FieldProblem[] {
  if (compareAmounts(sum([left, receipt.quantity]), '0') < 0) {
    return [{ field: field('quantity'), code: 'number_out_of_range', values: { min: minus('0', left) } }];
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
