import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { TaskInput } from '../../document/facts.ts';
import { confirmedRemarks, type Doubt } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { requestProblem } from './covered.ts';
import type { ProcurementSituation } from './facts.ts';
import type {
  LetterFailure,
  LetterKind,
  OrderBlock,
  OrderLetter,
  Procurement,
  SupplierOrder,
  SupplierOrderState,
} from './model.ts';
import { isPlaced, isSameBlock, lastLetter, letterDue, linesOf, nextLetter } from './order-letters.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';
import { type Forward, requirementProblem } from './requirements.ts';

export interface OrderInput extends TaskInput {
  readonly supplier_id?: number | null | undefined;
  readonly marketplace_id?: number | null | undefined;
}

export interface ConfirmOrderInput extends OrderInput {
  /** The supplier's number of an order placed by e-mail, telephone or fax. */
  readonly confirmation_no?: string | null | undefined;
}

/**
 * The blocks of the order with their state; a block without order row is open (PROC-16). A block without lines
 * remains while its supplier has, or may have, an order of ours.
 */
export function supplierOrders({
  lines,
  orders,
}: Pick<Procurement, 'lines' | 'orders'>): readonly SupplierOrder[] {
  const blocks = new Map(lines.map((line) => [`${line.supplier_id} ${line.marketplace_id}`, line]));
  const withLines = [...blocks.values()].map(
    ({ supplier_id, marketplace_id }) =>
      orders.find((order) => isSameBlock(order, { supplier_id, marketplace_id })) ?? {
        id: null,
        supplier_id,
        marketplace_id,
        state: 'open' as const,
        channel: null,
        letters: [],
        undecided_confirmation_id: null,
        undecided_lines: [],
        agreed_prices: [],
      },
  );
  const withoutLines = orders.filter(
    (order) =>
      linesOf({ lines }, order).length === 0 &&
      (isPlaced(order) || order.state === 'sending' || order.state === 'uncertain'),
  );
  return [...withLines, ...withoutLines];
}

type Ordered = Pick<Procurement, 'head' | 'lines' | 'orders'>;

/** Every supplier has the current version of the order (TASK-11). */
export function areAllOrdered(document: Ordered): boolean {
  return supplierOrders(document).every((order) => isOrdered(document, order));
}

/** The supplier has the current version of the order (PROC-37). */
export function isOrdered(document: Ordered, order: SupplierOrder): boolean {
  const isQuiet = order.state !== 'sending' && order.state !== 'uncertain';
  return isQuiet && isPlaced(order) && letterDue(document, order) === null;
}

/**
 * Refuses letters about incomplete or unapproved orders; cancellations are always allowed (APPR-18, PROC-43).
 */
export function orderProblem(
  situation: Pick<ProcurementSituation, 'document' | 'facts'>,
  letter: LetterKind,
  action: 'send_order' | 'confirm_order' = 'send_order',
): Refusal | null {
  if (letter === 'cancellation') return null;
  return requirementProblem(action, situation) ?? requestProblem(situation);
}

/** The step can be completed when everything is ordered as approved and no letter is being sent (TASK-11, PROC-17). */
export function mayCompleteOrder(situation: ProcurementSituation): true | Refusal {
  const { document } = situation;
  const orders = supplierOrders(document);
  if (orders.some(({ state }) => state === 'sending')) return refuse('still_sending');
  // Waiting does not help here: a person asks the supplier.
  if (orders.some(({ state }) => state === 'uncertain')) return refuse('order_uncertain');
  const open = orders.filter((order) => !isOrdered(document, order)).length;
  if (open > 0) return refuse('order_not_completed', { values: { count: open } });
  return requestProblem(situation) ?? true;
}

/** Orders and changes are sent during order placement, cancellations after the request is cancelled. */
export function hasLetterToSend({ document }: ProcurementSituation): boolean {
  return isPlacing(document)
    ? !areAllOrdered(document)
    : supplierOrders(document).some((order) => isVoid(document, order));
}

/** A block can be confirmed until its supplier has confirmed the current version. */
export function hasOrderToConfirm({ document }: ProcurementSituation): boolean {
  return supplierOrders(document).some((order) =>
    isPlacing(document)
      ? order.state !== 'confirmed' || letterDue(document, order) !== null
      : isVoid(document, order),
  );
}

/** Allows the assignee during order placement; afterwards the people who ordered. */
export function mayNotifySuppliers(situation: ProcurementSituation): true | Refusal {
  const isAllowed = isPlacing(situation.document) ? isAssignee(situation) : isOrderSender(situation);
  return isAllowed ? true : refuse('not_assignee');
}

/** The person is or was assigned to order placement, or may change orders (PROC-35, PROC-36). */
export function isOrderSender({ actor, document }: ProcurementSituation): boolean {
  const { timeline } = document;
  const hasOrdered = timeline.entries.some(
    (entry) =>
      entry.type === 'send-order' && entry.lbUserId === actor.id && entry.entryNo <= timeline.currentEntryNo,
  );
  return hasOrdered || hasRole(actor, 'user-change-order');
}

function isPlacing({ timeline }: Procurement): boolean {
  return currentEntry(timeline)?.type === 'send-order';
}

function isVoid(document: Procurement, order: SupplierOrder): boolean {
  return document.head.status === 'declined' && letterDue(document, order) === 'cancellation';
}

/** Ends order placement; delivery follows. */
export function completeOrder(
  situation: ProcurementSituation,
  input: TaskInput,
): ProcurementOutcome | Refusal {
  return toNextStep('complete_order', situation, input);
}

/** Hands the request to the next planned step once nothing is missing that the action requires. */
export function toNextStep(
  action: Forward,
  situation: ProcurementSituation,
  { comment }: TaskInput,
): ProcurementOutcome | Refusal {
  const missing = requirementProblem(action, situation);
  if (missing !== null) return missing;
  const { timeline } = situation.document;
  return outcome(change(timeline, occasionOf(situation), forwardToNext({ status: 'approved', comment })));
}

/**
 * Starts sending the letter that is due to a supplier: the order, its change or its cancellation (TASK-13, PROC-37).
 * `recordOrderSent` writes the timeline entry once the letter is sent. If the outcome of an earlier attempt is
 * uncertain, the person has to confirm, and the timeline names who did.
 */
export function sendOrder(situation: ProcurementSituation, input: OrderInput): ProcurementOutcome | Refusal {
  const order = orderIn(situation, input);
  if (isRefusal(order)) return order;
  const due = letterDue(situation.document, order);
  if (due === null) return refuse('order_already_sent', { field: 'supplier_id' });
  const unapproved = orderProblem(situation, due);
  if (unapproved) return unapproved;
  const doubts = [...sentBefore(order), ...doubtsOf(situation, due)];
  const noted = confirmedRemarks(situation, 'send_order', doubts, input.confirmations);
  if (isRefusal(noted)) return noted;
  const { document } = situation;
  const timeline =
    noted.length === 0
      ? document.timeline
      : change(document.timeline, occasionOf(situation), ...noted.map((one) => remark(one)));
  return outcome(timeline, { orders: [withLetterOnItsWay(document, order, due)] });
}

/** The doubt whether this supplier has the former letter already (PROC-17). */
function sentBefore(order: SupplierOrder): readonly Doubt[] {
  return order.state === 'uncertain' ? [{ code: 'order_uncertain', values: blockValues(order) }] : [];
}

/** The doubts to confirm before an order is sent in any way: whether its contract covers it (CON-40). */
function doubtsOf({ facts }: ProcurementSituation, due: LetterKind | null): readonly Doubt[] {
  return due === null || due === 'cancellation' ? [] : (facts.contractDoubts ?? []);
}

/** The order in state `sending`, with a new letter of the kind. */
export function withLetterOnItsWay(
  document: Procurement,
  order: SupplierOrder,
  kind: LetterKind,
): SupplierOrder {
  const channel = order.marketplace_id === null ? 'email' : 'cxml';
  const letter: OrderLetter = { ...nextLetter(document, order, kind), state: 'sending', channel };
  return { ...order, state: 'sending', channel, letters: [...order.letters, letter] };
}

/**
 * Records that the mail server or the marketplace accepted a letter (PROC-17), in any step of the document and even
 * if its lines no longer name the supplier.
 */
export function recordOrderSent(
  situation: ProcurementSituation,
  block: OrderBlock,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const order = document.orders.find((one) => isSameBlock(one, block));
  const letter = order && lastLetter(order);
  if (!letter) return refuse('not_found', { field: 'supplier_id' });
  if (order.state !== 'sending' && order.state !== 'uncertain') return refuse('order_already_sent');
  const type = order.marketplace_id === null ? 'order-sent-internal' : 'order-sent-punchout';
  const sent = systemRemark({ code: sentRemarks[letter.kind], values: blockValues(order) }, type);
  const timeline = change(document.timeline, occasionOf(situation), remark(sent));
  const noted = { ...letter, state: 'sent', failure: null, failure_reason: null } as const;
  return outcome(timeline, {
    orders: [{ ...withLast(order, noted), state: stateAfter(letter.kind, 'sent') }],
  });
}

const sentRemarks = {
  order: 'order_sent',
  change: 'order_change_sent',
  cancellation: 'order_cancellation_sent',
} as const satisfies Readonly<Record<LetterKind, string>>;

/** The result of an attempt that did not reach the supplier, or may not have. */
export interface NotSent {
  readonly state: 'failed' | 'uncertain' | 'cancelled';
  readonly failure?: LetterFailure | null;
  readonly failure_reason?: string | null;
}

/**
 * Records that a letter was not sent, and why, or that its outcome is uncertain; a person decides how to go on
 * (PROC-17). Refuses if the order is no longer being sent.
 */
export function recordOrderNotSent(
  situation: ProcurementSituation,
  block: OrderBlock,
  { state, failure = null, failure_reason = null }: NotSent,
): ProcurementOutcome | Refusal {
  const order = situation.document.orders.find((one) => isSameBlock(one, block));
  const letter = order && lastLetter(order);
  if (!letter) return refuse('not_found', { field: 'supplier_id' });
  if (order.state !== 'sending') return refuse('order_already_sent');
  const ended = withLast(order, { ...letter, state, failure, failure_reason });
  // An unneeded letter leaves a placed order unchanged.
  const isAsBefore = state === 'cancelled' && isPlaced(order);
  return outcome(situation.document.timeline, { orders: [{ ...ended, state: isAsBefore ? 'sent' : state }] });
}

/** Confirms a block that was ordered, changed or cancelled by e-mail, telephone or fax (TASK-13). */
export function confirmOrder(
  situation: ProcurementSituation,
  input: ConfirmOrderInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const order = orderIn(situation, input);
  if (isRefusal(order)) return order;
  const due = letterDue(document, order);
  if (due === null && order.state === 'confirmed')
    return refuse('order_already_sent', { field: 'supplier_id' });
  const kind = due ?? 'order';
  const unapproved = orderProblem(situation, kind, 'confirm_order');
  if (unapproved) return unapproved;
  const remarks = confirmedRemarks(situation, 'confirm_order', doubtsOf(situation, due), input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const values = { ...blockValues(order), confirmation_no: input.confirmation_no ?? null };
  const confirmed = systemRemark({ code: confirmedCodes[kind], values }, 'order-sent-internal');
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    remark({ ...confirmed, comment: input.comment ?? null }),
  );
  const noted: readonly OrderLetter[] =
    due === null ? [] : [{ ...nextLetter(document, order, due), state: 'sent', channel: 'manual' }];
  const channel = order.channel ?? 'manual';
  const state = stateAfter(kind, 'confirmed');
  return outcome(timeline, { orders: [{ ...order, state, channel, letters: [...order.letters, ...noted] }] });
}

const confirmedCodes = {
  order: 'order_confirmed',
  change: 'order_change_confirmed',
  cancellation: 'order_cancellation_confirmed',
} as const satisfies Readonly<Record<LetterKind, string>>;

function stateAfter(kind: LetterKind, noted: 'sent' | 'confirmed'): SupplierOrderState {
  return kind === 'cancellation' ? 'cancelled' : noted;
}

function withLast(order: SupplierOrder, letter: OrderLetter): SupplierOrder {
  return { ...order, letters: [...order.letters.slice(0, -1), letter] };
}

/** The order of the named block; refused while one of its letters is being sent. */
export function orderIn({ document }: ProcurementSituation, block: OrderInput): SupplierOrder | Refusal {
  const wanted = { supplier_id: block.supplier_id ?? null, marketplace_id: block.marketplace_id ?? null };
  const order = supplierOrders(document).find((one) => isSameBlock(one, wanted));
  if (!order) return refuse('not_found', { field: 'supplier_id' });
  return order.state === 'sending' ? refuse('still_sending', { field: 'supplier_id' }) : order;
}

function blockValues({ supplier_id, marketplace_id }: OrderBlock) {
  return { supplier_id, marketplace_id };
}
