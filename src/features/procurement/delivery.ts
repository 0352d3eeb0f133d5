import {
  type Amount,
  compareAmounts,
  decimalPlaces,
  isAmount,
  isZero,
  minus,
  sum,
} from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { TaskInput } from '../../document/facts.ts';
import { confirmedRemarks } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { SystemNote } from '../../timeline/timeline.ts';
import { linesMissing, missingQuantity, type ProcurementSituation, receivableQuantity } from './facts.ts';
import type { Procurement, ProcurementLine, Receipt } from './model.ts';
import { type NewReceipt, outcome, type ProcurementOutcome } from './outcome.ts';

export interface ReceiptInput {
  readonly procurement_line_id: number;
  /** The quantity received; a negative one takes a receipt back and needs a reason (PROC-18). */
  readonly quantity: Amount;
  readonly reason?: string | null | undefined;
  /** The receipt that is taken back. */
  readonly reverses_id?: number | null | undefined;
}

export interface ReceiveInput extends TaskInput {
  readonly receipts: readonly ReceiptInput[];
  /** For every supplier without an own entry in `deliveries`. */
  readonly delivery_note_number?: string | null | undefined;
  /** The delivery notes, where goods of several suppliers are booked together. */
  readonly deliveries?: readonly DeliveryInput[] | null | undefined;
}

/** The delivery note of one supplier. */
export interface DeliveryInput {
  /** Null for goods without a supplier. */
  readonly supplier_id?: number | null | undefined;
  readonly delivery_note_number?: string | null | undefined;
}

/** Goods from one supplier, or receipts taken back, under one number. */
export interface Booking<Booked> {
  readonly supplierId: number | null;
  readonly receipts: readonly Booked[];
}

/** Groups receipts by supplier, as each has an own delivery note. Receipts taken back form one booking. */
export function bookingsOf<Booked extends Pick<ReceiptInput, 'procurement_line_id' | 'quantity'>>(
  lines: readonly Pick<ProcurementLine, 'id' | 'supplier_id'>[],
  receipts: readonly Booked[],
): readonly Booking<Booked>[] {
  if (!receipts.every(isReceipt)) return [{ supplierId: null, receipts }];
  const supplierOf = ({ procurement_line_id }: Booked): number | null =>
    lines.find(({ id }) => id === procurement_line_id)?.supplier_id ?? null;
  return [...Map.groupBy(receipts, supplierOf)].map(([supplierId, own]) => ({ supplierId, receipts: own }));
}

/**
 * Books received goods (PROC-18), with one entry and one delivery note number per supplier.
 * The step does not change, even when nothing is missing any more (PROC-19).
 */
export function receive(situation: ProcurementSituation, input: ReceiveInput): ProcurementOutcome | Refusal {
  const { document } = situation;
  if (input.receipts.length === 0) return refuse('lines_required', { field: 'receipts' });
  const bookings = bookingsOf(document.lines, input.receipts);
  const problems = [...receiptProblems(situation, input.receipts), ...deliveryProblems(bookings, input)];
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const remarks = bookings.map((booking, place) => ({
    ...systemRemark(receiptNote(document, booking, noteNumber(input, booking)), 'product-received'),
    comment: place === 0 ? (input.comment ?? null) : null,
  }));
  const timeline = change(document.timeline, occasionOf(situation), ...remarks.map((one) => remark(one)));
  const booked = bookings.flatMap((booking) => booking.receipts);
  const receipts: readonly NewReceipt[] = booked.map((receipt) => ({
    procurement_line_id: receipt.procurement_line_id,
    quantity: receipt.quantity,
    reason: receipt.reason?.trim() || null,
    reverses_id: receipt.reverses_id ?? null,
  }));
  return outcome(timeline, { receipts, takesNumber: 'DN' });
}

/** The timeline note of a booking: its delivery note, or the bookings taken back. */
function receiptNote(
  { receipts }: Pick<Procurement, 'receipts'>,
  { receipts: booked }: Booking<ReceiptInput>,
  note: string,
): Pick<SystemNote, 'code' | 'values'> {
  const lines = new Set(booked.map((receipt) => receipt.procurement_line_id)).size;
  const taken = new Set(booked.map((receipt) => receipt.reverses_id));
  const numbers = receipts.filter(({ id }) => taken.has(id)).map((receipt) => receipt.number_formatted);
  if (numbers.length > 0) {
    return { code: 'receipt_taken_back', values: { lines, bookings: [...new Set(numbers)].join(', ') } };
  }
  return note === ''
    ? { code: 'receipt_booked', values: { lines } }
    : { code: 'receipt_booked_with_note', values: { lines, note } };
}

/** The delivery note data of one supplier: the own entry in `deliveries`, else the common data. */
export function deliveryOf<Note extends object, Own extends Pick<DeliveryInput, 'supplier_id'>>(
  input: Note & { readonly deliveries?: readonly Own[] | null | undefined },
  { supplierId }: Pick<Booking<unknown>, 'supplierId'>,
): Note & Partial<Own> {
  const own = input.deliveries?.find(({ supplier_id = null }) => supplier_id === supplierId);
  return { ...input, ...own };
}

function noteNumber(input: ReceiveInput, booking: Booking<ReceiptInput>): string {
  return deliveryOf(input, booking).delivery_note_number?.trim() ?? '';
}

/** Each delivery note needs booked goods of its supplier, and a supplier has only one. */
function deliveryProblems(
  bookings: readonly Booking<ReceiptInput>[],
  { deliveries }: ReceiveInput,
): readonly FieldProblem[] {
  const suppliers = (deliveries ?? []).map(({ supplier_id = null }) => supplier_id);
  return suppliers.flatMap((supplier, position): readonly FieldProblem[] => {
    const isBooked = bookings.some(({ supplierId }) => supplierId === supplier);
    const field = `deliveries.${position}.supplier_id`;
    if (!isBooked) return [{ field, code: 'check_violation' }];
    return suppliers.indexOf(supplier) < position ? [{ field, code: 'already_exists' }] : [];
  });
}

/** Ends the delivery irreversibly; missing goods must be confirmed (TASK-12). */
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

/** Whether the delivery is finished and has goods that can be returned to the supplier (PROC-42). */
export function hasGoodsToReturn({ document: { head, lines, receipts } }: ProcurementSituation): boolean {
  if (head.status !== 'completed') return false;
  return receipts.some((receipt) => {
    const line = lines.find(({ id }) => id === receipt.procurement_line_id);
    return line !== undefined && compareAmounts(returnable(line, receipt, receipts), '0') > 0;
  });
}

/** Goods can be returned by the people who received them, and by people who may change orders. */
export function mayReturnGoods({ actor, document }: ProcurementSituation): true | Refusal {
  const hasReceived = document.timeline.entries.some(
    ({ type, lbUserId }) => type === 'delivery' && lbUserId === actor.id,
  );
  return hasReceived || hasRole(actor, 'user-change-order') ? true : refuse('not_assignee');
}

/** Books returns to the supplier after the delivery was finished; receipts are refused (PROC-42). */
export function returnGoods(
  situation: ProcurementSituation,
  input: ReceiveInput,
): ProcurementOutcome | Refusal {
  const arriving = input.receipts.findIndex(isReceipt);
  if (arriving < 0) return receive(situation, input);
  const field = `receipts.${arriving}.quantity`;
  return refuse('validation_failed', {
    problems: [{ field, code: 'number_out_of_range', values: { max: 0 } }],
  });
}

/** The receipts that "receive all missing" books (PROC-18). */
export function allMissing(lines: readonly ProcurementLine[]): readonly ReceiptInput[] {
  return linesMissing(lines).flatMap((line) =>
    line.id === null ? [] : [{ procurement_line_id: line.id, quantity: missingQuantity(line) }],
  );
}

/** The problems of a booking, at `receipts.<n>.<field>` (VAL-12); receipts of one line count together. */
function receiptProblems(
  { document: { lines, receipts: stored }, facts }: ProcurementSituation,
  receipts: readonly ReceiptInput[],
): readonly FieldProblem[] {
  const over = facts.company?.over_delivery_percent ?? '0';
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
    const missing = minus(receivableQuantity(line, over), before);
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
 * The quantity of a receipt that can still be taken back: booked less already taken back, and at most the received
 * quantity of its line (PROC-18).
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

/** Receipts and counter receipts have separate numbers (PROC-18). */
function isReceipt({ quantity }: Pick<ReceiptInput, 'quantity'>): boolean {
  return !isAmount(quantity) || compareAmounts(quantity, '0') > 0;
}

type FieldOfReceipt = (name: keyof ReceiptInput) => string;

/** Only counter receipts name a reversed receipt. */
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

/** A counter receipt takes back at most the rest of its receipt, and needs a reason. */
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

/** A quantity has up to three decimals and is not zero (PRICE-05, VAL-12). */
function quantityProblem(quantity: Amount, field: string): FieldProblem | null {
  if (!isAmount(quantity) || decimalPlaces(quantity) > 3) {
    return { field, code: 'number_malformed', values: { digits: 11, decimals: 3 } };
  }
  return isZero(quantity) ? { field, code: 'number_out_of_range', values: { min: 0 } } : null;
}
