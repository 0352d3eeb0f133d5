import {
  type Amount,
  type CoupledPrice,
  compareAmounts,
  couplePrice,
  isAmount,
  times,
} from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalProblem, outgrownRemarks, roundProblem } from '../../document/approval/holds.ts';
import {
  changedFields,
  type EditRights,
  type FieldChange,
  isAllowed,
  lineById,
  removedLine,
  withAuditEntry,
} from '../../document/editing.ts';
import type { TaskInput } from '../../document/facts.ts';
import { fieldsOf } from '../../document/field-values.ts';
import { emptyStored } from '../../document/fields.ts';
import { confirmedRemarks } from '../../document/outcome.ts';
import { largestAmount, type Totals, totals } from '../../document/totals.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { approvalAgain, goesOnUnapproved, withoutApproval } from './approval-again.ts';
import { coversRequest } from './covered.ts';
import type { ProcurementFacts, ProcurementSituation } from './facts.ts';
import {
  lineFieldNames,
  lineFields,
  linePriceFields,
  procurementFieldNames,
  procurementFields,
} from './fields.ts';
import { isDecisive } from './hands.ts';
import type { LineFields, LinePrice, Procurement, ProcurementFields, ProcurementLine } from './model.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';
import { isOnItsWayToShop } from './shop-orders.ts';
import { formatProblems, isEmptyLine } from './validation.ts';

/** A line as it is to be saved. */
export interface TypedLine extends ProcurementLine {
  /** The contract's price, for writers without `user-price` (ROLE-07). */
  readonly agreed?: LinePrice | undefined;
}

/** Head and lines to save; lines without id are new, missing ones are deleted. */
export interface SaveInput extends TaskInput {
  readonly head: ProcurementFields;
  readonly lines: readonly TypedLine[];
}

/** The outcome of a save, with the lines to store: prices coupled, empty lines dropped. */
export interface SaveOutcome extends ProcurementOutcome {
  readonly lines: readonly ProcurementLine[];
}

/** What a person may change at the current step (PROC-13). */
export interface RequestRights extends EditRights<keyof ProcurementFields, keyof LineFields> {
  /** Changes of approved values restart approval. */
  readonly startsApprovalAgain: boolean;
}

const edited = { head: procurementFields, lines: lineFields, beside: ['sort_no'] };
const orderData = ['external_order_number', 'delivery_date'] as const;
const orderLineData = ['confirmed_delivery_date', 'sort_no'] as const;

/** The editable fields of a line from a marketplace (PUN-08). */
const punchoutLineData = [
  'cost_center_id',
  'ledger_account_id',
  'product_group_id',
  ...orderLineData,
] as const;

const nothing: RequestRights = { head: [], lines: [], startsApprovalAgain: false };
const everything: RequestRights = { head: 'all', lines: 'all', startsApprovalAgain: false };

/** The fields that the actor may edit in the current step, possibly none (PROC-13). */
export function editRights(situation: ProcurementSituation): RequestRights {
  const { actor, document } = situation;
  const mayChangeOrders = hasRole(actor, 'user-change-order');
  switch (currentEntry(document.timeline)?.type) {
    case 'start':
      return document.head.creator_id === actor.id ? everything : nothing;
    case 'select-product':
      return isAssignee(situation) ? { ...nothing, lines: 'all' } : nothing;
    case 'approval':
      return mayChangeOrders ? everything : nothing;
    case 'send-order':
      if (mayChangeOrders) return everything;
      return isAssignee(situation) ? { head: orderData, lines: 'all', startsApprovalAgain: true } : nothing;
    case 'clearing':
      return isAssignee(situation) ? everything : nothing;
    default:
      return nothing;
  }
}

/**
 * Saves head and lines together: checks every changed field against the step, couples prices and computes totals.
 * Restarts approval if the change outdates it (PROC-13).
 */
export function save(situation: ProcurementSituation, typed: SaveInput): SaveOutcome | Refusal {
  const { document } = situation;
  const input = withoutForeignCarts(situation, typed);
  if (isRefusal(input)) return input;
  const rights = editRights(situation);
  const content = contentToSave(situation, input);
  if (isRefusal(content)) return content;
  const { head, lines: priced } = content;
  const changed = changedFields(edited, document, content);
  const forbidden = changed.find((one) => !isAllowed(one, rights));
  if (forbidden) return refuse('no_edit_permission', { field: forbidden.path });
  const locked = lockedProblems(changed);
  if (locked.length > 0) return refuse('validation_failed', { problems: locked });

  const saved = { ...situation, document: { ...document, head, lines: priced } };
  const result =
    changed.length === 0
      ? outcome(document.timeline)
      : savedOutcome(situation, saved, rights, changed, input);
  if (isRefusal(result)) return result;
  const { total_netto, total_tax, total_brutto } = head;
  const written = { ...fieldsOf(head, procurementFieldNames), total_netto, total_tax, total_brutto };
  return { ...result, head: { ...written, ...result.head }, lines: priced };
}

/** Removes marketplace lines, after confirmation, when the company changes: carts belong to one company (PUN-12). */
function withoutForeignCarts(situation: ProcurementSituation, input: SaveInput): SaveInput | Refusal {
  const { head, lines } = situation.document;
  const isForeign = (line: ProcurementLine) => line.punchout_cart_id !== null;
  if (head.client_id === input.head.client_id || !lines.some(isForeign)) return input;
  // The order may still reach the shop, and would then have to be cancelled.
  if (isOnItsWayToShop(situation.document)) return refuse('still_sending', { field: 'client_id' });
  const doubts = [{ code: 'punchout_company_change' as const }];
  const remarks = confirmedRemarks(situation, 'save', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const gone = new Set(lines.filter(isForeign).map((line) => line.id));
  return { ...input, lines: input.lines.filter((line) => line.id === null || !gone.has(line.id)) };
}

/** Head and lines after the save, with coupled prices; refuses values that cannot be stored. */
export function contentToSave(
  { actor, document, facts }: ProcurementSituation,
  input: SaveInput,
): Pick<Procurement, 'head' | 'lines'> | Refusal {
  const strange = input.lines.findIndex((line) => line.id !== null && !lineById(document.lines, line.id));
  if (strange >= 0) return refuse('not_found', { field: `lines.${strange}.id` });
  const fields = withoutOwnRate(fieldsOf(input.head, procurementFieldNames), document.head, facts);
  const typed = linesAsTyped(document.lines, input.lines);
  const lines = hasRole(actor, 'user-price') ? typed : withKeptPrices(document.lines, typed, facts);
  const problems = [
    ...formatProblems({ head: { ...document.head, ...fields }, lines }),
    ...receivedProblems(document.lines, lines),
  ];
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const priced = lines.map((line) => ({ ...line, ...coupledPrice(line, facts.decimalPlaces) }));
  const sums = totals(priced);
  const tooLarge = amountProblems(sums, fields.exchange_rate);
  if (tooLarge.length > 0) return refuse('validation_failed', { problems: tooLarge });
  const { total_netto, total_tax, total_brutto } = sums;
  return { head: { ...document.head, ...fields, total_netto, total_tax, total_brutto }, lines: priced };
}

/** Amounts too large to store: of single lines, of the total, or of the total in the company currency. */
function amountProblems({ lines, total_brutto }: Totals, rate: Amount | null): readonly FieldProblem[] {
  const isTooLarge = (amount: Amount) => compareAmounts(amount, largestAmount) > 0;
  const problem = (field: string): FieldProblem => ({
    field,
    code: 'amount_too_large',
    values: { max: largestAmount },
  });
  const ofLines = lines.flatMap((line, position) =>
    isTooLarge(line.total_brutto) ? [problem(`lines.${position}.quantity`)] : [],
  );
  if (ofLines.length > 0) return ofLines;
  if (isTooLarge(total_brutto)) return [problem('lines')];
  return rate !== null && isTooLarge(times(total_brutto, rate)) ? [problem('exchange_rate')] : [];
}

/** Drops a rate for the company's own currency (BUD-08); after a change of company the database does so. */
function withoutOwnRate(
  fields: ProcurementFields,
  before: Pick<ProcurementFields, 'client_id'>,
  { company }: Pick<ProcurementFacts, 'company'>,
): ProcurementFields {
  const isOwn = fields.client_id === before.client_id && fields.currency === company?.currency;
  return isOwn ? { ...fields, exchange_rate: null, rate_date: null } : fields;
}

/** Net and gross price, computed from the typed one (PRICE-02). A price without tax rate counts as untaxed. */
export function coupledPrice(
  line: Pick<LineFields, 'price_mode' | 'price_netto' | 'price_brutto' | 'tax'>,
  decimals: number,
): { readonly [Key in keyof CoupledPrice]: CoupledPrice[Key] | null } {
  const price = line.price_mode === 'net' ? line.price_netto : line.price_brutto;
  if (price === null || !isAmount(price)) return { price_netto: null, price_brutto: null };
  return couplePrice({ mode: line.price_mode, price }, line.tax ?? '0', decimals);
}

type Change = FieldChange<ProcurementLine>;

function savedOutcome(
  before: ProcurementSituation,
  saved: ProcurementSituation,
  rights: RequestRights,
  changed: readonly Change[],
  input: SaveInput,
): ProcurementOutcome | Refusal {
  const isBeyondOrderData = changed.some(
    (one) => one.line !== null && !orderLineData.some((field) => field === one.field),
  );
  const isAgain = (rights.startsApprovalAgain && isBeyondOrderData) || isDueAgain(saved);
  if (isAgain && !goesOnUnapproved(saved)) return approvalAgain(saved, 'save', input);
  const noted = outgrownRemarks(saved, coversRequest(saved.document));
  const edited = withAuditEntry(saved, changed, noted.length === 0 && isMoneyReported(before, changed));
  if (isRefusal(edited)) return edited;
  const timeline = change(edited, occasionOf(saved), ...noted.map((one) => remark(one)));
  if (!isAgain || isRefusal(timeline)) return outcome(timeline);
  return withoutApproval({ ...saved, document: { ...saved.document, timeline } }, 'save', input);
}

/**
 * Changes of what is decided on go to the timeline, even by the assignee, except while prices are still being chosen
 * (TL-27).
 */
function isMoneyReported({ document }: ProcurementSituation, changed: readonly Change[]): boolean {
  const type = currentEntry(document.timeline)?.type;
  const isChoosing = type === 'start' || type === 'select-product';
  return !isChoosing && changed.some(({ field }) => isDecisive(field));
}

/**
 * The change requires a new approval, no matter who made it (APPR-18).
 *
 * @param saved with the request after the save
 */
export function isDueAgain(saved: ProcurementSituation): boolean {
  const content = coversRequest(saved.document);
  const type = currentEntry(saved.document.timeline)?.type;
  if (type === 'approval') return roundProblem(saved, content) !== null;
  return type === 'send-order' && approvalProblem(saved, content) !== null;
}

/** Problems of changes to fixed cost centers and to marketplace lines (PROC-09, PUN-08). */
function lockedProblems(changed: readonly Change[]): readonly FieldProblem[] {
  return changed.flatMap(({ path, field, line }): readonly FieldProblem[] => {
    if (!line || field === removedLine) return [];
    const isOtherProduct = changed.some((one) => one.line === line && one.field === 'product_id');
    const isFixed = line.is_cost_center_fixed && field === 'cost_center_id' && !isOtherProduct;
    const isPunchedOut = line.punchout_cart_id !== null && !punchoutLineData.some((one) => one === field);
    if (isPunchedOut) return [{ field: path, code: 'punchout_line_locked' }];
    return isFixed ? [{ field: path, code: 'permission_denied' }] : [];
  });
}

/** Merges the typed fields into the stored lines; system fields keep their values. Empty lines are dropped. */
function linesAsTyped(before: readonly ProcurementLine[], after: readonly TypedLine[]): readonly TypedLine[] {
  return after
    .filter((line) => !isEmptyLine(line))
    .map((line) => {
      const known = lineById(before, line.id);
      if (!known) return { ...line, quantity_received: '0' };
      const { is_cost_center_fixed } = line;
      return { ...known, ...fieldsOf(line, lineFieldNames), is_cost_center_fixed };
    });
}

/** Received quantities cannot be removed from the order. */
function receivedProblems(
  before: readonly ProcurementLine[],
  after: readonly ProcurementLine[],
): readonly FieldProblem[] {
  const received = before.filter((line) => compareAmounts(line.quantity_received, '0') > 0);
  return received.flatMap((line): FieldProblem[] => {
    const position = after.findIndex((one) => one.id === line.id);
    if (position < 0) return [{ field: 'lines', code: 'foreign_key_violation' }];
    const quantity = after[position]?.quantity ?? '0';
    const min = line.quantity_received;
    // An over-delivered line keeps its ordered quantity (PROC-42).
    const isKept =
      line.quantity !== null && isAmount(quantity) && compareAmounts(quantity, line.quantity) === 0;
    const isTooSmall = !isKept && isAmount(quantity) && compareAmounts(quantity, min) < 0;
    const field = `lines.${position}.quantity`;
    return isTooSmall ? [{ field, code: 'number_out_of_range', values: { min } }] : [];
  });
}

/**
 * A writer without `user-price` never writes amounts: known lines keep theirs, new ones take the price of their
 * contract or of the catalogue (ROLE-07).
 */
function withKeptPrices(
  before: readonly ProcurementLine[],
  after: readonly TypedLine[],
  facts: ProcurementFacts,
): readonly ProcurementLine[] {
  return after.map((line) => {
    const known = lineById(before, line.id);
    const isSameProduct = known !== undefined && known.product_id === line.product_id;
    const catalogue = line.product_id === null ? undefined : facts.catalogPrices?.get(line.product_id);
    const price = (isSameProduct ? known : (line.agreed ?? catalogue)) ?? emptyStored(lineFields);
    return { ...line, ...fieldsOf(price, linePriceFields) };
  });
}
