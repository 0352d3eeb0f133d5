import { isDay } from '../../base/day.ts';
import { type Amount, compareAmounts, decimalPlaces, isAmount } from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { budgetDoubts, confirmedRemarks } from '../../document/outcome.ts';
import { totals } from '../../document/totals.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { approvalAgain } from './approval-again.ts';
import { requestProblem } from './covered.ts';
import { coupledPrice } from './editing.ts';
import type { ProcurementSituation } from './facts.ts';
import type { AgreedPrice, ConfirmedLine, Procurement, ProcurementLine, SupplierOrder } from './model.ts';
import { isPlaced, linesOf } from './order-letters.ts';
import { isOrderSender, type OrderInput, orderIn, supplierOrders } from './ordering.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';

export interface ConfirmationInput extends OrderInput {
  readonly confirmation_no?: string | null | undefined;
  readonly lines: readonly ConfirmedLineInput[];
}

export interface ConfirmedLineInput {
  readonly procurement_line_id: number;
  readonly quantity?: Amount | null | undefined;
  readonly price?: Amount | null | undefined;
  readonly delivery_date?: string | null | undefined;
}

/** The fields in which a confirmed line can deviate from the order. */
export type ConfirmedField = 'quantity' | 'price' | 'delivery_date';

/** Suppliers can confirm only orders that they have. */
export function hasPlacedOrder({ document }: ProcurementSituation): boolean {
  return supplierOrders(document).some(isPlaced);
}

/** A supplier's deviating confirmation is not accepted yet. */
export function hasUndecidedConfirmation({ document }: ProcurementSituation): boolean {
  return document.orders.some((order) => order.undecided_confirmation_id !== null);
}

/** Only the people who ordered handle supplier confirmations (PROC-35, PROC-36). */
export function mayKeepConfirmations(situation: ProcurementSituation): true | Refusal {
  return isOrderSender(situation) ? true : refuse('not_assignee');
}

/**
 * Records a supplier's confirmation with the promised dates (PROC-35, PROC-36). An order without deviations counts as
 * confirmed; deviations wait for acceptance.
 */
export function recordConfirmation(
  situation: ProcurementSituation,
  input: ConfirmationInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const order = orderIn(situation, input);
  if (isRefusal(order)) return order;
  if (order.supplier_id === null || !isPlaced(order))
    return refuse('step_not_possible', { field: 'supplier_id' });
  const ordered = linesOf(document, order);
  const problems = confirmationProblems(ordered, input.lines);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const lines = input.lines.map(
    ({ procurement_line_id, quantity = null, price = null, delivery_date = null }): ConfirmedLine => ({
      procurement_line_id,
      quantity,
      price,
      delivery_date,
    }),
  );
  const differenceCount = countDifferences(document, lines);
  const isAsOrdered = differenceCount === 0;
  const { supplier_id, marketplace_id } = order;
  const values = { supplier_id, confirmation_no: input.confirmation_no ?? null, count: differenceCount };
  const code = isAsOrdered ? 'confirmation_recorded' : 'confirmation_differs';
  return outcome(
    change(
      document.timeline,
      occasionOf(situation),
      remark({ ...systemRemark({ code, values }), comment: input.comment ?? null }),
    ),
    {
      orders: [isAsOrdered ? confirmedOrder(order) : order],
      confirmation: { supplier_id, marketplace_id, lines, differenceCount },
    },
  );
}

/**
 * Accepts a supplier's deviating confirmation (PROC-36). The order takes over the confirmed prices; if they exceed
 * the approved value by more than the company tolerates, approval starts again (TASK-07).
 */
export function acceptConfirmation(
  situation: ProcurementSituation,
  input: OrderInput,
): ProcurementOutcome | Refusal {
  const order = orderIn(situation, input);
  if (isRefusal(order)) return order;
  const { supplier_id, undecided_confirmation_id: id, undecided_lines: confirmed } = order;
  if (id === null) return refuse('step_not_possible', { field: 'supplier_id' });
  const { document, facts } = situation;
  const accepted = { id, differenceCount: countDifferences(document, confirmed) };
  const values = { supplier_id, count: accepted.differenceCount };
  const note = systemRemark({ code: 'confirmation_accepted', values });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...note, comment: input.comment ?? null }),
  );
  if (isRefusal(timeline)) return timeline;
  const content = withConfirmedPrices(document, confirmed, facts.decimalPlaces);
  const priced = { ...situation, document: { ...document, ...content, timeline } };
  const orders = [{ ...confirmedOrder(order), agreed_prices: agreedPrices(order, confirmed) }];
  const isDearer = compareAmounts(content.head.total_netto, document.head.total_netto) > 0;
  const goesOn =
    isDearer && isApprovalOutgrown(priced)
      ? approvalAgain(priced, 'accept_confirmation', input)
      : withinBudgets(priced, isDearer, input);
  if (isRefusal(goesOn)) return goesOn;
  const { total_netto, total_tax, total_brutto } = content.head;
  const head = { total_netto, total_tax, total_brutto, ...goesOn.head };
  return { ...goesOn, head, lines: content.lines, orders, accepted };
}

/** Head and lines with the confirmed prices; lines without a confirmed price keep theirs. */
export function withConfirmedPrices(
  { head, lines }: Pick<Procurement, 'head' | 'lines'>,
  confirmed: readonly ConfirmedLine[],
  decimals: number,
): Pick<Procurement, 'head' | 'lines'> {
  const priced = lines.map((line) => {
    const price = confirmed.find((one) => one.procurement_line_id === line.id)?.price ?? null;
    if (price === null || line.price_netto === null) return line;
    const typed = line.price_mode === 'gross' ? { price_brutto: price } : { price_netto: price };
    return { ...line, ...coupledPrice({ ...line, ...typed }, decimals) };
  });
  const { total_netto, total_tax, total_brutto } = totals(priced);
  return { head: { ...head, total_netto, total_tax, total_brutto }, lines: priced };
}

/** The request exceeds its last approval by more than the company tolerates; in clearing the clearer decides. */
function isApprovalOutgrown({ document, facts }: ProcurementSituation): boolean {
  if (currentEntry(document.timeline)?.type === 'clearing') return false;
  return requestProblem({ document, facts }) !== null;
}

/** Without a new approval, the accepting person confirms budgets that are exceeded now (BUD-06). */
function withinBudgets(
  situation: ProcurementSituation,
  isDearer: boolean,
  input: OrderInput,
): ProcurementOutcome | Refusal {
  const { timeline } = situation.document;
  const doubts = isDearer ? budgetDoubts(situation, true) : [];
  const remarks = confirmedRemarks(situation, 'accept_confirmation', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  return outcome(change(timeline, occasionOf(situation), ...remarks.map((one) => remark(one))));
}

function agreedPrices(
  { agreed_prices }: Pick<SupplierOrder, 'agreed_prices'>,
  confirmed: readonly ConfirmedLine[],
): readonly AgreedPrice[] {
  const added = confirmed.flatMap(({ procurement_line_id, price }) =>
    price === null ? [] : [{ procurement_line_id, price }],
  );
  return [...agreed_prices, ...added];
}

/** The fields of a line that a supplier confirms. */
export type OrderedLine = Pick<ConfirmedLine, 'quantity' | 'price' | 'delivery_date'>;

/** The ordered values of a line: price net or gross as typed, delivery date of the line or else of the order. */
export function orderedLine(
  line: Pick<ProcurementLine, 'quantity' | 'price_mode' | 'price_netto' | 'price_brutto' | 'delivery_date'>,
  head: Pick<Procurement['head'], 'delivery_date'>,
): OrderedLine {
  return {
    quantity: line.quantity,
    price: line.price_mode === 'gross' ? line.price_brutto : line.price_netto,
    delivery_date: line.delivery_date ?? head.delivery_date,
  };
}

/**
 * The fields in which a confirmed line deviates from the order. A delivery date deviates only if it is later than
 * requested; absent values do not deviate.
 */
export function confirmationDifferences(
  ordered: OrderedLine,
  { quantity, price, delivery_date }: OrderedLine,
): readonly ConfirmedField[] {
  const asked = ordered.delivery_date;
  const deviates: Readonly<Record<ConfirmedField, boolean>> = {
    quantity: isOtherAmount(ordered.quantity, quantity),
    price: isOtherAmount(ordered.price, price),
    delivery_date: delivery_date !== null && asked !== null && delivery_date > asked,
  };
  return (['quantity', 'price', 'delivery_date'] as const).filter((field) => deviates[field]);
}

function countDifferences(
  { head, lines }: Pick<Procurement, 'head' | 'lines'>,
  confirmed: readonly ConfirmedLine[],
): number {
  return confirmed.flatMap((line) => {
    const own = lines.find(({ id }) => id === line.procurement_line_id);
    return own ? confirmationDifferences(orderedLine(own, head), line) : [];
  }).length;
}

function isOtherAmount(ordered: Amount | null, confirmed: Amount | null): boolean {
  return ordered !== null && confirmed !== null && compareAmounts(ordered, confirmed) !== 0;
}

function confirmedOrder<Order extends Procurement['orders'][number]>(order: Order): Order {
  return order.state === 'sent' ? { ...order, state: 'confirmed' } : order;
}

/** Problems at `lines.<n>.<field>`: lines of other orders, repeated lines, malformed numbers and dates. */
function confirmationProblems(
  ordered: readonly ProcurementLine[],
  lines: readonly ConfirmedLineInput[],
): readonly FieldProblem[] {
  const ids = lines.map((line) => line.procurement_line_id);
  return lines.flatMap((line, position): FieldProblem[] => {
    const at = (name: keyof ConfirmedLineInput) => `lines.${position}.${name}`;
    const isOwn = ordered.some(({ id }) => id === line.procurement_line_id);
    if (!isOwn || ids.indexOf(line.procurement_line_id) !== position)
      return [{ field: at('procurement_line_id'), code: 'not_found' }];
    return [
      ...amountProblems(line.quantity, at('quantity'), 3),
      ...amountProblems(line.price, at('price'), 8),
      ...(line.delivery_date && !isDay(line.delivery_date)
        ? [{ field: at('delivery_date'), code: 'invalid_type' as const, values: { type: 'date' } }]
        : []),
    ];
  });
}

function amountProblems(
  value: Amount | null | undefined,
  field: string,
  decimals: number,
): readonly FieldProblem[] {
  if (value === null || value === undefined) return [];
  if (!isAmount(value) || decimalPlaces(value) > decimals)
    return [{ field, code: 'invalid_type', values: { type: 'numeric' } }];
  return compareAmounts(value, '0') < 0 ? [{ field, code: 'number_out_of_range', values: { min: 0 } }] : [];
}
